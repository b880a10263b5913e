import type { ExpandedName } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { Shape } from '../../shape/shape.js';
import type { ScalarShape, UnionShape } from '../../shape/simple-shape.js';

/** A union without a name has no type to name. */
function builtinName(shape: ScalarShape | UnionShape): ExpandedName | undefined {
  return shape.kind === 'union' ? shape.name : { namespace: XSD, localName: shape.builtin };
}

/** The type that `xsi:type` names in rpc/encoded (EN-1); `undefined` if it has no name. */
export function typeNameOf(shape: Shape): ExpandedName | undefined {
  switch (shape.kind) {
    case 'scalar':
      return shape.name ?? builtinName(shape.wire?.shape ?? shape);
    case 'object':
    case 'list':
    case 'union':
      return shape.name;
    case 'lifted':
      return shape.object.name;
    default:
      return undefined;
  }
}

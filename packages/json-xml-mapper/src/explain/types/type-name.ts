import type { ExpandedName } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { Shape } from '../../shape/shape.js';

/** The type that `xsi:type` names in rpc/encoded (EN-1); `undefined` if it has no name. */
export function typeNameOf(shape: Shape): ExpandedName | undefined {
  switch (shape.kind) {
    case 'scalar':
      return shape.name ?? { namespace: XSD, localName: (shape.wire?.shape ?? shape).builtin };
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

import { XSD } from '@soapstone/soap-model/namespaces';
import type { ElementMember, ObjectShape, PolymorphicShape, Shape } from '../shape/shape.js';

/**
 * The record element that a result omits (UW-4): the root's only field, at most once, of a complex type with element-only content.
 * Undefined if the result is the root itself (UW-6). Applied once, never to the record again.
 */
export function resultRecord(root: ObjectShape | PolymorphicShape): ElementMember | undefined {
  // A polymorphic root may carry `$type` and the fields of another type.
  if (root.kind !== 'object' || root.form !== 'plain') return undefined;
  if (root.attributes.length > 0 || root.anyAttributes !== undefined || root.value !== undefined)
    return undefined;
  const [only, ...others] = root.content.children;
  if (only?.kind !== 'element' || others.length > 0 || only.max > 1) return undefined;
  return isRecord(only.member.shape) ? only.member : undefined;
}

function isRecord(shape: Shape): boolean {
  if (shape.kind !== 'object' && shape.kind !== 'polymorphic') return false;
  const type = shape.kind === 'polymorphic' ? shape.declared : shape;
  if (type.form === 'mixed' || type.value !== undefined) return false;
  return type.content.children.length > 0 && !isDataSet(type);
}

/** Whether a type is a .NET DataSet: `<xs:element ref="xs:schema"/><xs:any/>` (AN-5). */
function isDataSet(type: ObjectShape): boolean {
  return (
    type.members.some(({ name }) => name.localName === 'schema' && name.namespace === XSD) &&
    type.content.children.some((node) => node.kind === 'any')
  );
}

import { clarkName } from '@soapstone/soap-model';
import type { ContentNode, ElementMember, ObjectShape } from '../shape/shape.js';
import { elementKeys } from './element-keys.js';

/** A field of a record that no schema declares: a message part or a header block. `min` is 0 or 1. */
export type VirtualField = Omit<ElementMember, 'key' | 'max' | 'array' | 'conditional'>;

/** A record without a type: the root of a message that consists of parts, or of header blocks (§4.1, HD-1). */
export function virtualRecord(fields: readonly VirtualField[], targetNamespace: string): ObjectShape {
  const keys = elementKeys(
    fields.map((field) => field.name),
    targetNamespace,
  );
  // Two parts by the same element are one key with two values, like two places of one name (KY-3).
  const members = new Map<string, ElementMember>();
  for (const field of fields) {
    const name = clarkName(field.name);
    const known = members.get(name);
    const max = (known?.max ?? 0) + 1;
    members.set(name, {
      ...(known ?? field),
      key: keys.get(name)!,
      min: (known?.min ?? 0) + field.min,
      max,
      array: max > 1,
      conditional: false,
    });
  }
  const children = fields.map((field): ContentNode => {
    return { kind: 'element', member: members.get(clarkName(field.name))!, min: field.min, max: 1 };
  });
  return {
    kind: 'object',
    form: 'plain',
    attributes: [],
    members: [...members.values()],
    content: { kind: 'sequence', optional: false, unordered: false, children },
  };
}

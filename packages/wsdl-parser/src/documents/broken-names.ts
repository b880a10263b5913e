import type { XmlAttribute } from '../xml/element.js';

/** The attributes that refer to components, by the names of these. */
const REFERENCES: ReadonlySet<string> = new Set([
  'base',
  'binding',
  'element',
  'interface',
  'itemType',
  'memberTypes',
  'message',
  'ref',
  'refer',
  'substitutionGroup',
  'type',
]);

/**
 * Whether an attribute that refers to a component has white space around the colon of a name, or two colons. The types of MIME and URIs are
 * not names.
 */
export function isBrokenName({ name, value }: XmlAttribute, prefix: string): boolean {
  if (name.namespace !== '' || prefix === 'mime' || !REFERENCES.has(name.localName)) return false;
  const colon = value.indexOf(':');
  if (colon < 0 || isJoined(value, colon)) return false;
  return !value.includes('/') && joinNames(value) !== value.trim();
}

/** Whether a value has one colon only and a printable ASCII character on each side of it, as almost every reference: `tns:Order`. */
function isJoined(value: string, colon: number): boolean {
  const before = value.charCodeAt(colon - 1);
  const after = value.charCodeAt(colon + 1);
  return before > 0x20 && before < 0x7f && after > 0x20 && after < 0x7f && !value.includes(':', colon + 1);
}

/** Names without the white space around their colons, and with one colon. No name has more, so a second one is a mistake. */
export function joinNames(value: string): string {
  return value
    .trim()
    .split(':')
    .map((part, at, { length }) => {
      const tail = at === length - 1 ? part : part.trimEnd();
      return at === 0 ? tail : tail.trimStart();
    })
    .filter((part, at) => at === 0 || part !== '')
    .join(':');
}

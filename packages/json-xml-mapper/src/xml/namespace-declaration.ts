import { XML, XMLNS } from '@soapstone/soap-model/namespaces';
import { isNCName } from '@soapstone/soap-model/xml';
import type { AttributeValueReader } from './attribute-value.js';
import { readText } from './bytes/utf8.js';
import type { NamespaceContext } from './namespace-context.js';

const COLON = 0x3a;
const XMLNS_BYTES = [0x78, 0x6d, 0x6c, 0x6e, 0x73];

/** Whether an attribute name is `xmlns` or starts with `xmlns:`. */
export function isNamespaceDeclaration(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (
    length < XMLNS_BYTES.length ||
    (length > XMLNS_BYTES.length && bytes[start + XMLNS_BYTES.length] !== COLON)
  )
    return false;
  for (let i = 0; i < XMLNS_BYTES.length; i++) if (bytes[start + i] !== XMLNS_BYTES[i]) return false;
  return true;
}

/** The prefix of a declaration, and the resulting context. */
export interface Declared {
  readonly prefix: string;
  readonly context: NamespaceContext;
}

/**
 * The context after a declaration. The same declaration in the same context has usually occurred before and is recognised by its
 * bytes.
 *
 * @param start of the attribute name, and its end
 * @param value the namespace name, just read
 * @returns a message if the declaration is not allowed
 */
export function readDeclaration(
  context: NamespaceContext,
  bytes: Uint8Array,
  start: number,
  end: number,
  value: AttributeValueReader,
): Declared | string {
  const isDefault = end - start === XMLNS_BYTES.length;
  const prefixStart = isDefault ? end : start + XMLNS_BYTES.length + 1;
  const known = context.recall(bytes, prefixStart, end, value.source, value.start, value.end);
  if (known !== undefined) return known;
  const prefix = readText(bytes, prefixStart, end);
  const namespace = readText(value.source, value.start, value.end);
  if (!isDefault && !isNCName(prefix)) return 'not a prefix';
  if (!isAllowed(prefix, namespace)) return 'a namespace declaration that is not allowed';
  const inside = context.bind(prefix, namespace);
  if (context.canRemember) {
    context.remember({
      prefixBytes: bytes.slice(prefixStart, end),
      nameBytes: value.source.slice(value.start, value.end),
      prefix,
      context: inside,
    });
  }
  return { prefix, context: inside };
}

/**
 * Whether a declaration is allowed (Namespaces in XML 1.0 §3): `xml` and `xmlns` have fixed meanings, and a prefix cannot be
 * undeclared.
 */
function isAllowed(prefix: string, namespace: string): boolean {
  if (prefix === 'xmlns' || namespace === XMLNS) return false;
  if ((prefix === 'xml') !== (namespace === XML)) return false;
  return prefix === '' || namespace !== '';
}

import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { JsonOutput } from '../decode/output/json-output.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import type { NamespaceContext } from '../xml/namespace-context.js';
import type { XmlReader } from '../xml/xml-reader.js';

const SPACE = 0x20;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const SLASH = 0x2f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const XMLNS = /^xmlns(?::|$)/;

/**
 * Writes the element that ended last as `{"$xml":"…"},`: its bytes, with the declarations that it inherits after its name (XM-8).
 *
 * @param from where its start tag starts in the window
 */
export function writeRaw(out: JsonOutput, { window, nameContext }: XmlReader, from: number): void {
  const { bytes, position } = window;
  const nameEnd = endOfName(bytes, from + 1);
  out.ascii('{"$xml":"');
  out.escape(bytes, from, nameEnd);
  const inherited = encodeUtf8(inheritedDeclarations(nameContext, declaredPrefixes(bytes, nameEnd)));
  out.escape(inherited, 0, inherited.length);
  out.escape(bytes, nameEnd, position);
  out.ascii('"},');
}

/** The prefixes that a start tag declares itself; `''` is the default namespace. The tag is well-formed. */
function declaredPrefixes(bytes: Uint8Array, nameEnd: number): ReadonlySet<string> {
  const prefixes = new Set<string>();
  let at = nameEnd;
  for (;;) {
    while (bytes[at]! <= SPACE) at++;
    if (bytes[at] === GREATER || bytes[at] === SLASH) return prefixes;
    const start = at;
    at = endOfName(bytes, at);
    const name = decodeUtf8(bytes.subarray(start, at));
    if (XMLNS.test(name)) prefixes.add(name.slice('xmlns:'.length));
    while (bytes[at] !== QUOTE && bytes[at] !== APOSTROPHE) at++;
    const quote = bytes[at++];
    while (bytes[at] !== quote) at++;
    at++;
  }
}

/** The end of the name in a well-formed tag that starts at a position. */
function endOfName(bytes: Uint8Array, start: number): number {
  let at = start;
  for (
    let byte = bytes[at]!;
    byte > SPACE && byte !== EQUALS && byte !== SLASH && byte !== GREATER;
    byte = bytes[at]!
  )
    at++;
  return at;
}

/** All declarations in scope that the element does not make itself, in the order of their prefixes. */
function inheritedDeclarations(scope: NamespaceContext, own: ReadonlySet<string>): string {
  const seen = new Set(own).add('xml');
  const declarations: { readonly prefix: string; readonly text: string }[] = [];
  for (let context: NamespaceContext | undefined = scope; context !== undefined; context = context.outer) {
    const { prefix, namespace } = context;
    if (seen.has(prefix)) continue;
    seen.add(prefix);
    if (namespace === '') continue;
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    declarations.push({ prefix, text: ` ${name}="${escapeAttribute(namespace)}"` });
  }
  declarations.sort((left, right) => (left.prefix < right.prefix ? -1 : 1));
  return declarations.map(({ text }) => text).join('');
}

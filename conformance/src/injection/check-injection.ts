import { type CompiledOperation, isMappingError, parseJson } from '@soapstone/json-xml-mapper';
import type { Draw } from '../laws/draw.js';
import { drawEncodedBody } from './draw-encoded.js';
import { drawLiteralBody } from './draw-literal.js';
import type { HostileBody } from './drawing.js';
import { printJson } from './json-text.js';
import type { HostileServices } from './services.js';
import { printItem, readWithLibxml2, readWithSaxes, type XmlItem } from './xml-item.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const ENVELOPE = (localName: string) => `{http://schemas.xmlsoap.org/soap/envelope/}${localName}`;

/**
 * Draws a body and passes it to the encoders of objects and of bytes. Throws if a hostile body is accepted, a harmless one is
 * rejected, an error is of another type, or libxml2 or saxes reads anything but the expected infoset.
 */
export function checkInjection(services: HostileServices, draw: Draw): 'accepted' | 'refused' {
  const encoded = draw.chance(5);
  const operation = encoded ? services.encoded : services.literal;
  const body = encoded ? drawEncodedBody(draw) : drawLiteralBody(draw);
  const json = printJson(body.json);
  const fromBytes = outcome(() => operation.encodeJson(utf8(json)).body);
  const fromValue = outcome(() => operation.toXml(parseJson(json)).body);
  if (fromBytes !== fromValue)
    throw new Error(`the encoders differ\nbytes  ${fromBytes}\nobject ${fromValue}\n${json}`);
  if (draw.chance(10)) checkBytes(operation, utf8(json), draw);
  if (fromBytes === undefined) {
    if (body.verdict === 'accepted') throw new Error(`refused: ${reason(operation, json)}\n${json}`);
    return 'refused';
  }
  if (body.verdict === 'refused') throw new Error(`accepted\n${fromBytes}\n${json}`);
  const expected = printItem(envelopeOf(body));
  for (const [judge, read] of [
    ['saxes', readWithSaxes],
    ['libxml2', readWithLibxml2],
  ] as const) {
    const found = printItem(withDocuments(read(fromBytes), read));
    if (found !== expected)
      throw new Error(`${judge} reads\n${found}\nexpected\n${expected}\n${fromBytes}\n${json}`);
  }
  return 'accepted';
}

/** Invalid UTF-8 in the middle of the text: rejected wherever it is. */
function checkBytes(operation: CompiledOperation, bytes: Uint8Array, draw: Draw): void {
  const bad = draw.pick([[0xff], [0xc0, 0xbc], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]);
  const at = draw.int(1, bytes.length - 1);
  // Not within a character, whose rest would complete another one.
  if (((bytes[at] as number) & 0xc0) === 0x80) return;
  const broken = new Uint8Array([...bytes.subarray(0, at), ...bad, ...bytes.subarray(at)]);
  const xml = outcome(() => operation.encodeJson(broken).body);
  if (xml !== undefined) throw new Error(`accepted bytes that are not UTF-8: ${bad} at ${at}\n${xml}`);
}

/** The XML, or undefined if the body was rejected with a typed error that explains why. */
function outcome(encode: () => Uint8Array): string | undefined {
  try {
    return text(encode());
  } catch (error) {
    if (isMappingError(error) && error.errors.length > 0) return undefined;
    throw error;
  }
}

/** The message with the documents that are the texts of its elements (XM-12), each read as a document of its own. */
function withDocuments(item: XmlItem, read: (xml: string) => XmlItem): XmlItem {
  const children = item.children.map((child) =>
    typeof child === 'string' ? child : withDocuments(child, read),
  );
  if (item.name !== '{urn:t}letter' && item.name !== '{urn:t}section') return { ...item, children };
  return { ...item, children: [read(children.join(''))] };
}

function reason(operation: CompiledOperation, json: string): string {
  return JSON.stringify(operation.validate(parseJson(json)));
}

function envelopeOf({ item, header }: HostileBody): XmlItem {
  const body: XmlItem = { name: ENVELOPE('Body'), attributes: [], children: [item] };
  const headers: XmlItem[] =
    header === undefined ? [] : [{ name: ENVELOPE('Header'), attributes: [], children: [header] }];
  return { name: ENVELOPE('Envelope'), attributes: [], children: [...headers, body] };
}

import { SaxesParser } from 'saxes';

/** A value of a message: the local name of its element or attribute, and its text. The name is `''` if a client does not say it. */
export type Leaf = readonly [name: string, value: string];

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const ENVELOPES = /soap-envelope$|soap\/envelope\/$/;

/**
 * The values in the Body of an envelope, or in a payload: of attributes, and of elements without children. Empty ones and header blocks are
 * left out.
 *
 * @param message a document, a MIME package whose first part is one, or `''`
 */
export function leavesOf(message: string): readonly Leaf[] {
  const [xml = message] = /<[\w.-]*:?Envelope\b[\s\S]*Envelope>/.exec(message) ?? [];
  if (xml.trim() === '') return [];
  const leaves: Leaf[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const open: { readonly name: string; text: string; hasChildren: boolean }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.hasChildren = true;
    open.push({ name: tag.local, text: '', hasChildren: false });
    if (ENVELOPES.test(tag.uri) && tag.local === 'Body') leaves.length = 0;
    if (ENVELOPES.test(tag.uri)) return;
    for (const { uri, local, value, name } of Object.values(tag.attributes)) {
      // SOAP's own attributes say how a message is encoded.
      if (uri === XMLNS || uri === XSI || name === 'xmlns' || /^https?:\/\/[^ ]*soap/.test(uri)) continue;
      leaves.push([local, value]);
    }
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('cdata', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const { name, text, hasChildren } = open.pop()!;
    if (!hasChildren || text.trim() !== '') leaves.push([name, text]);
  });
  parser.write(xml).close();
  return leaves.filter(([, value]) => value.trim() !== '');
}

/** The values that one list has and the other one lacks, in any order. A value without a name is the same as one with any name. */
export function differences(expected: readonly Leaf[], given: readonly Leaf[]): readonly string[] {
  const rest = given.filter(([, value]) => value.trim() !== '');
  const take = (isName: (name: string, other: string) => boolean) => (leaf: Leaf) => {
    const at = rest.findIndex(([other, text]) => isName(leaf[0], other) && isSame(leaf[1], text));
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  };
  const missing = expected
    .filter(take((name, other) => name === other))
    .filter(take((name, other) => name === '' || other === ''));
  const say = ([name, value]: Leaf, what: string) => `${name}: ${value.slice(0, 60)} ${what}`;
  return [...missing.map((leaf) => say(leaf, 'is missing')), ...rest.map((leaf) => say(leaf, 'is too much'))];
}

/** Whether two texts are the same value of some built-in type: clients do not tell which type they have read. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one.trim(), other.trim()];
  if (left === right || one === other) return true;
  if (isNumber(left) && isNumber(right))
    return exact(left) === exact(right) || Number(left) === Number(right);
  if (BOOLEANS.has(left) && BOOLEANS.has(right)) return BOOLEANS.get(left) === BOOLEANS.get(right);
  if (left.replace(/\s+/g, ' ') === right.replace(/\s+/g, ' ')) return true;
  if (left.replace(/[+-]00:00$/, 'Z') === right.replace(/[+-]00:00$/, 'Z')) return true;
  // A QName has the prefix of its message.
  if (/^[\w.-]+:[\w.-]+$/.test(left) && right.endsWith(left.split(':')[1]!) && /[:}]/.test(right))
    return true;
  if (isInstant(left) && isInstant(right)) return Date.parse(zoned(left)) === Date.parse(zoned(right));
  return isBytes(left, right) || isBytes(right, left) || isBase64(left, right) || isBase64(right, left);
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);
}

/** A number without its insignificant characters. */
function exact(text: string): string {
  const plain = text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

function isInstant(text: string): boolean {
  return /^-?\d{4,}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(zoned(text)));
}

/** A date or an instant as `Date.parse` reads it in UTC. */
function zoned(text: string): string {
  const date = /^(-?\d{4,}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (date !== null) return `${date[1]}T00:00:00Z`;
  return /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
}

/** Whether `hex` is hexBinary for the bytes that `base64` is. */
function isBytes(hex: string, base64: string): boolean {
  return /^([0-9a-fA-F]{2})+$/.test(hex) && Buffer.from(hex, 'hex').toString('base64') === base64;
}

/** Whether `base64` is base64Binary for a text. */
function isBase64(base64: string, text: string): boolean {
  return base64.length > 3 && Buffer.from(text).toString('base64') === base64;
}

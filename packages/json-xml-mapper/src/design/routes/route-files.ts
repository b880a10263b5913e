import { joinBytes } from '@soapstone/soap-model/bytes';
import { endOfString, QUOTE } from '../../json/json-bytes.js';
import { encodeUtf8 } from '../../platform.js';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { FilePlace, RouteFiles } from '../../shape/route-files.js';
import type { Shape } from '../../shape/shape.js';
import { bindRoute } from './bind-route.js';
import type { ParsedRoute } from './parsed-route.js';
import { bodyOfRoute } from './route-body.js';

/** Finds what of a route can be a file: a body or a result that is one binary value. Undefined if nothing can. */
export function filesOf(route: ParsedRoute, shape: OperationShape): RouteFiles | undefined {
  const taken = bodyOfRoute(
    route,
    bindRoute(route, shape, () => {}),
    shape,
  );
  const { output } = shape;
  const body =
    taken === undefined
      ? undefined
      : 'member' in taken
        ? taken.member.array || taken.member.substitution !== undefined
          ? undefined
          : fileAt(taken.member.shape)
        : taken.message.attachments.length > 0
          ? undefined
          : onlyFileIn(taken.message.root);
  const result =
    output === undefined || output.attachments.length > 0 || route.page !== undefined
      ? undefined
      : onlyFileIn(output.record?.shape ?? output.root);
  if (body === undefined && result === undefined) return undefined;
  return { ...(body && { body }), ...(result && { result }) };
}

/** The file of an object that has one member, which is binary. */
function onlyFileIn(shape: Shape): FilePlace | undefined {
  if (shape.kind !== 'object' || shape.form !== 'plain' || shape.value !== undefined) return undefined;
  const { members, attributes, anyAttributes, content } = shape;
  const [member] = members;
  if (member === undefined || members.length > 1 || attributes.length > 0 || anyAttributes !== undefined)
    return undefined;
  if (member.array || member.substitution !== undefined) return undefined;
  // Wildcards and groups that repeat have keys of their own.
  if (content.children.some((child) => child.kind !== 'element')) return undefined;
  const place = fileAt(member.shape);
  return place && { ...place, key: member.key };
}

function fileAt(shape: Shape): FilePlace | undefined {
  if (shape.kind !== 'scalar' || shape.wire !== undefined) return undefined;
  if (BUILTIN_TYPES[shape.builtin].family !== 'binary') return undefined;
  return { encoding: shape.builtin === 'hexBinary' ? 'hex' : 'base64' };
}

const ALPHABET = encodeUtf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const HEX_DIGITS = encodeUtf8('0123456789ABCDEF');
const PADDING = 0x3d;

/** The JSON text of a message that is a file. */
export function jsonOfFile({ key, encoding }: FilePlace, file: Uint8Array): Uint8Array {
  const text = encoding === 'hex' ? toHex(file) : toBase64(file);
  const [begin, end] = key === undefined ? ['"', '"'] : [`{${JSON.stringify(key)}:"`, '"}'];
  return joinBytes([encodeUtf8(begin), text, encodeUtf8(end)]);
}

/** The file in the JSON text of a message as the mapper writes it: empty if it has none, undefined if it is none. */
export function fileInJson({ key, encoding }: FilePlace, json: Uint8Array): Uint8Array | undefined {
  const begin = key === undefined ? 0 : encodeUtf8(`{${JSON.stringify(key)}:`).length;
  if (json[begin] !== QUOTE) return new Uint8Array();
  const text = json.subarray(begin + 1, endOfString(json, begin, json.length) - 1);
  return encoding === 'hex' ? fromHex(text) : fromBase64(text);
}

function toBase64(file: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(file.length / 3) * 4).fill(PADDING);
  for (let from = 0, to = 0; from < file.length; from += 3) {
    const left = file.length - from;
    const group = ((file[from] as number) << 16) | ((file[from + 1] ?? 0) << 8) | (file[from + 2] ?? 0);
    text[to++] = ALPHABET[group >> 18] as number;
    text[to++] = ALPHABET[(group >> 12) & 63] as number;
    if (left > 1) text[to] = ALPHABET[(group >> 6) & 63] as number;
    to++;
    if (left > 2) text[to] = ALPHABET[group & 63] as number;
    to++;
  }
  return text;
}

/** What no letter of base64 has as its value. */
const NO_CODE = 0x80;

/** The values of the letters. */
const CODES: Uint8Array = new Uint8Array(256).fill(NO_CODE);
for (const [value, letter] of ALPHABET.entries()) CODES[letter] = value;

/** The mapper writes base64 in its canonical form, padded and without white space; a result that is none, as it came. */
function fromBase64(text: Uint8Array): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.at(-1) === PADDING ? (text.at(-2) === PADDING ? 2 : 1) : 0;
  const end = text.length - padding;
  const file = new Uint8Array((text.length / 4) * 3 - padding);
  let seen = 0;
  const codeAt = (at: number): number => {
    const code = at < end ? (CODES[text[at] as number] as number) : 0;
    seen |= code;
    return code;
  };
  for (let from = 0, to = 0; from < end; from += 4) {
    const group =
      (codeAt(from) << 18) | (codeAt(from + 1) << 12) | (codeAt(from + 2) << 6) | codeAt(from + 3);
    // Typed arrays ignore writes beyond the end, which handles padding.
    file[to++] = group >> 16;
    file[to++] = (group >> 8) & 0xff;
    file[to++] = group & 0xff;
  }
  return (seen & NO_CODE) === 0 ? file : undefined;
}

function toHex(file: Uint8Array): Uint8Array {
  const text = new Uint8Array(file.length * 2);
  for (const [at, byte] of file.entries()) {
    text[at * 2] = HEX_DIGITS[byte >> 4] as number;
    text[at * 2 + 1] = HEX_DIGITS[byte & 15] as number;
  }
  return text;
}

function fromHex(text: Uint8Array): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const file = new Uint8Array(text.length / 2);
  for (let at = 0; at < file.length; at++) {
    const [high, low] = [hexValue(text[at * 2] as number), hexValue(text[at * 2 + 1] as number)];
    if (high === undefined || low === undefined) return undefined;
    file[at] = (high << 4) | low;
  }
  return file;
}

function hexValue(digit: number): number | undefined {
  if (digit >= 0x30 && digit <= 0x39) return digit - 0x30;
  const letter = digit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

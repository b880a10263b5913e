import { joinBytes } from '@soapstone/soap-model/bytes';
import { FileSink } from '../../decode/state/file-sink.js';
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
  const { patterns, whiteSpace: _, ...bounds } = shape.facets;
  const isRestricted = patterns.length > 0 || Object.keys(bounds).length > 0;
  return {
    encoding: shape.builtin === 'hexBinary' ? 'hex' : 'base64',
    ...(isRestricted && { restricted: true }),
  };
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

/** The mapper writes base64 in its canonical form; a result that is none, as it came. */
function fromBase64(text: Uint8Array): Uint8Array | undefined {
  const sink = new FileSink();
  sink.write(text, 0, text.length);
  sink.end();
  return sink.isBroken ? undefined : sink.taken();
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

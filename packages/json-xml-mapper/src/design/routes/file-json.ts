import { defined } from '@soapstone/options/defined';
import { joinBytes } from '@soapstone/soap-model/bytes';
import { FileSink } from '../../decode/state/file-sink.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from '../../json/json-bytes.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import { ATTACHMENTS, type FilePlace, type FormPart } from '../../shape/route-files.js';

const ALPHABET = encodeUtf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const HEX_DIGITS = encodeUtf8('0123456789ABCDEF');
const PADDING = 0x3d;

/**
 * The JSON text of a message that is a file.
 *
 * @param mediaType that of the file; undefined if it is unknown
 */
export function jsonOfFile(place: FilePlace, file: Uint8Array, mediaType?: string): Uint8Array {
  const { encoding, typeKey, typeRequired } = place;
  const text = encoding === 'hex' ? toHex(file) : base64Of(file);
  const path = pathOf(place);
  const last = path.at(-1);
  const type = mediaType ?? (typeRequired === true ? 'application/octet-stream' : undefined);
  const above = path.slice(0, -1).map((key) => `{${JSON.stringify(key)}:`);
  const beside =
    typeKey === undefined || type === undefined ? '' : `${JSON.stringify(typeKey)}:${JSON.stringify(type)},`;
  const key = last === undefined ? '' : `{${beside}${JSON.stringify(last)}:`;
  return joinBytes([encodeUtf8(`${above.join('')}${key}"`), text, encodeUtf8(`"${'}'.repeat(path.length)}`)]);
}

function pathOf({ key, path }: FilePlace): readonly string[] {
  return path ?? (key === undefined ? [] : [key]);
}

/** A file that a result has. */
export interface FoundFile {
  readonly bytes: Uint8Array;
  /** Its media type, if the result says it. */
  readonly mediaType?: string;
}

/** The file in the JSON text of a message as the mapper writes it: empty if it has none, undefined if it is not one. */
export function fileInJson(place: FilePlace, json: Uint8Array): FoundFile | undefined {
  const path = pathOf(place);
  const at = find(json, path);
  if (json[at] !== QUOTE) return { bytes: new Uint8Array() };
  const text = json.subarray(at + 1, endOfString(json, at, json.length) - 1);
  const bytes = place.encoding === 'hex' ? fromHex(text) : fromBase64(text);
  if (bytes === undefined) return undefined;
  const typeAt = place.typeKey === undefined ? NONE : find(json, [...path.slice(0, -1), place.typeKey]);
  const mediaType = json[typeAt] === QUOTE ? stringAt(json, typeAt) : undefined;
  return { bytes, ...defined({ mediaType }) };
}

const NONE = -1;

/** The offset of the value at a path of keys in a well-formed JSON text; -1 if there is none. */
function find(json: Uint8Array, path: readonly string[]): number {
  let at = skipSpace(json, 0, json.length);
  for (const key of path) {
    if (json[at] !== OPEN_BRACE) return NONE;
    at = findMember(json, at + 1, key);
    if (at === NONE) return NONE;
  }
  return at;
}

function findMember(json: Uint8Array, from: number, key: string): number {
  const end = json.length;
  let at = skipSpace(json, from, end);
  while (json[at] === QUOTE) {
    const after = endOfString(json, at, end);
    const value = skipSpace(json, skipSpace(json, after, end) + 1, end);
    if (stringAt(json, at) === key) return value;
    const next = skipSpace(json, endOfValue(json, value), end);
    if (json[next] !== COMMA) return NONE;
    at = skipSpace(json, next + 1, end);
  }
  return NONE;
}

function stringAt(json: Uint8Array, at: number): string {
  return JSON.parse(decodeUtf8(json.subarray(at, endOfString(json, at, json.length)))) as string;
}

/** The offset behind a value: of the comma or the brace that follows it. */
function endOfValue(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at, json.length) - 1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 0) return at;
        depth--;
        break;
    }
  }
  return json.length;
}

/** The contents of a part of a form (PG-12). */
export interface FormValue {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string | undefined;
}

/** The JSON text of a body that is a form with its members, or what is wrong with the form. Members are checked where the text is read. */
export function jsonOfForm(
  parts: readonly FormPart[],
  given: readonly FormValue[],
): Uint8Array | { readonly problem: string } {
  const known = new Map(parts.map((part) => [part.name, part]));
  const values = new Map<FormPart, Uint8Array[]>();
  for (const { name, bytes, mediaType } of given) {
    const quoted = JSON.stringify(name.slice(0, MOST_QUOTED));
    const part = known.get(name);
    if (part === undefined) return { problem: `has a part ${quoted}, which is no member` };
    const before = values.get(part) ?? [];
    if (before.length > 0 && part.many !== true) return { problem: `has more than one part ${quoted}` };
    const value = part.file === undefined ? jsonOfText(part, bytes) : jsonOfFile(part.file, bytes, mediaType);
    if (value === undefined) return { problem: `has a part ${quoted} that is no text in UTF-8` };
    before.push(value);
    values.set(part, before);
  }
  const [attached, own] = [true, false].map((isAttachment) =>
    joinMembers([...values].filter(([part]) => (part.attachment === true) === isAttachment)),
  ) as [Uint8Array[], Uint8Array[]];
  const comma = own.length > 0 && attached.length > 0 ? ',' : '';
  const group = attached.length === 0 ? [] : [encodeUtf8(`${comma}"${ATTACHMENTS}":{`), ...attached, CLOSE];
  return joinBytes([OPEN, ...own, ...group, CLOSE]);
}

const MOST_QUOTED = 80;
const OPEN = encodeUtf8('{');
const CLOSE = encodeUtf8('}');

function joinMembers(values: readonly (readonly [FormPart, readonly Uint8Array[]])[]): Uint8Array[] {
  return values.flatMap(([{ name, many }, items], index) => {
    const key = `${index === 0 ? '' : ','}${JSON.stringify(name)}:${many === true ? '[' : ''}`;
    const separated = items.flatMap((item, at) => (at === 0 ? [item] : [encodeUtf8(','), item]));
    return [encodeUtf8(key), ...separated, encodeUtf8(many === true ? ']' : '')];
  });
}

/** A text as JSON: a number or a boolean where the member is one, and it is. Undefined for bytes that are not text. */
function jsonOfText({ json }: FormPart, bytes: Uint8Array): Uint8Array | undefined {
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    return undefined;
  }
  const trimmed = text.trim();
  const isRaw =
    json === 'boolean' ? trimmed === 'true' || trimmed === 'false' : json === 'number' && isNumber(trimmed);
  return encodeUtf8(isRaw ? trimmed : JSON.stringify(text));
}

function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(text);
}

/** The base64 of some bytes, as text in bytes. */
export function base64Of(file: Uint8Array): Uint8Array {
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

/** The mapper writes base64 in its canonical form; a result that is not one, as it came. */
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

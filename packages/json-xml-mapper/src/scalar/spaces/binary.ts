import type { ValueSpace } from './value-space.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES: Uint8Array = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const PADDING = 0x3d;
const HEX = /^(?:[0-9a-fA-F]{2})*$/;

/** xs:hexBinary (Part 2 §3.2.15): canonical in upper case. */
export const hexBinary: ValueSpace = {
  accepts: (text) => HEX.test(text),
  canonical: (text) => text.toUpperCase(),
  identity: (text) => text.toUpperCase(),
  length: (text) => text.length / 2,
};

/** xs:base64Binary (Part 2 §3.2.16): canonical as RFC 4648 §4, padded, without white space. */
export const base64Binary: ValueSpace = {
  accepts: (text) => isBase64(withoutSpaces(text)),
  canonical: withoutSpaces,
  identity: withoutSpaces,
  length: (text) => base64Length(withoutSpaces(text)),
};

/** Whether this base64 text is padded and the bits left over by padding are zero. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  let end = text.length;
  if (text.endsWith('=')) end -= text.endsWith('==') ? 2 : 1;
  for (let index = 0; index < end; index++) {
    if (base64Value(text.charCodeAt(index)) === -1) return false;
  }
  const last = end === 0 ? 0 : base64Value(text.charCodeAt(end - 1));
  if (text.length - end === 1) return (last & 0b11) === 0;
  if (text.length - end === 2) return (last & 0b1111) === 0;
  return true;
}

/** The number of octets that padded base64 text encodes. */
function base64Length(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Decodes padded base64 text that `isBase64` accepts. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(base64Length(text));
  let at = 0;
  for (let index = 0; index < text.length; index += 4) {
    const group =
      (sextet(text, index) << 18) |
      (sextet(text, index + 1) << 12) |
      (sextet(text, index + 2) << 6) |
      sextet(text, index + 3);
    // Typed arrays ignore writes beyond the end, which handles padding.
    bytes[at++] = group >> 16;
    bytes[at++] = (group >> 8) & 0xff;
    bytes[at++] = group & 0xff;
  }
  return bytes;
}

function sextet(text: string, index: number): number {
  const value = base64Value(text.charCodeAt(index));
  return value === -1 ? 0 : value;
}

/** The value of one character of RFC 4648 §4, or -1. */
function base64Value(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52;
  if (code === 0x2b) return 62;
  if (code === 0x2f) return 63;
  return -1;
}

function withoutSpaces(text: string): string {
  return /[ \t\n\r]/.test(text) ? text.replace(/[ \t\n\r]/g, '') : text;
}

/** Encodes as RFC 4648 §4, with padding. */
export function encodeBase64(data: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(Math.ceil(data.length / 3) * 4);
  let to = 0;
  for (let at = 0; at < data.length; at += 3) {
    const group = (data[at]! << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    encoded[to++] = CODES[group >> 18]!;
    encoded[to++] = CODES[(group >> 12) & 63]!;
    encoded[to++] = at + 1 < data.length ? CODES[(group >> 6) & 63]! : PADDING;
    encoded[to++] = at + 2 < data.length ? CODES[group & 63]! : PADDING;
  }
  return encoded;
}

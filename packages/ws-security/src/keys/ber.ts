import { DerError } from '../certificates/der.js';

/** The maximum nesting of constructed values: a PKCS#12 file has about ten levels. */
const MAX_DEPTH = 32;
const CONSTRUCTED = 0x20;
const OCTETS = 0x04;
/** An OCTET STRING in pieces. */
const OCTETS_IN_PIECES = 0x24;

interface Frame {
  readonly tag: number;
  /** `undefined` for an indefinite length, which two zero octets end. */
  readonly end: number | undefined;
  readonly parts: Uint8Array[];
}

/**
 * Converts one value from BER to DER: definite lengths, and octet strings in one piece. Programs other than OpenSSL write PKCS#12 files
 * in BER. Throws `DerError`.
 */
export function toDer(bytes: Uint8Array): Uint8Array {
  const top: Frame = { tag: 0, end: bytes.length, parts: [] };
  const frames: Frame[] = [top];
  let at = 0;
  for (let frame = top; frame !== top || at < bytes.length; frame = frames.at(-1) ?? top) {
    if (endsAt(bytes, at, frame)) {
      if (frame.end === undefined) at += 2;
      frames.pop();
      close(frame, frames.at(-1) ?? top);
      continue;
    }
    const { tag, start, end } = readHead(bytes, at, frame.end ?? bytes.length);
    if ((tag & CONSTRUCTED) !== 0) {
      if (frames.length > MAX_DEPTH) throw new DerError('too deep');
      frames.push({ tag, end, parts: [] });
      at = start;
    } else {
      if (end === undefined) throw new DerError('an unusable length');
      const content = bytes.subarray(start, end);
      frame.parts.push(frame.tag === OCTETS_IN_PIECES ? content : print(tag, content));
      at = end;
    }
  }
  if (top.parts.length !== 1) throw new DerError('not one value');
  return top.parts[0] ?? new Uint8Array();
}

function endsAt(bytes: Uint8Array, at: number, { end }: Frame): boolean {
  return end === undefined ? bytes[at] === 0 && bytes[at + 1] === 0 : at === end;
}

function close({ tag, parts }: Frame, parent: Frame): void {
  const content = Buffer.concat(parts);
  if (tag !== OCTETS_IN_PIECES) parent.parts.push(print(tag, content));
  else parent.parts.push(parent.tag === OCTETS_IN_PIECES ? content : print(OCTETS, content));
}

/** The tag of the value at `at`, and where its content starts and ends. Throws `DerError` if that is beyond `limit`. */
function readHead(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { readonly tag: number; readonly start: number; readonly end: number | undefined } {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerError('too short');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a long tag');
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 4) throw new DerError('an unusable length');
  const start = at + 2 + count;
  let length: number | undefined = first === 0x80 ? undefined : first;
  if (count > 0) {
    length = 0;
    for (const digit of bytes.subarray(at + 2, start)) length = length * 256 + digit;
  }
  const end = length === undefined ? undefined : start + length;
  if ((end ?? start) > limit || start > limit) throw new DerError('too short');
  return { tag, start, end };
}

function print(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = Buffer.alloc(4);
  digits.writeUInt32BE(length);
  const short = digits.subarray(digits.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | short.length), short, content]);
}

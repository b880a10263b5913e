import { DerError } from '../certificates/der.js';

/** Constructed values inside each other: a PKCS#12 file has about ten. */
const MOST_DEPTH = 32;
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
 * One value of BER as DER: definite lengths, and octet strings in one piece. Programs other than OpenSSL write PKCS#12 files in that way.
 * Throws `DerError`.
 */
export function toDer(bytes: Uint8Array): Uint8Array {
  const top: Frame = { tag: 0, end: bytes.length, parts: [] };
  const frames: Frame[] = [top];
  let at = 0;
  for (;;) {
    const frame = frames.at(-1) ?? top;
    const isEnd = frame.end === undefined ? bytes[at] === 0 && bytes[at + 1] === 0 : at === frame.end;
    if (isEnd) {
      if (frame === top) break;
      if (frame.end === undefined) at += 2;
      frames.pop();
      close(frame, frames.at(-1) ?? top);
      continue;
    }
    const head = readHead(bytes, at);
    const limit = frame.end ?? bytes.length;
    const end = head.length === undefined ? undefined : head.start + head.length;
    if (head.start > limit || (end ?? 0) > limit) throw new DerError('too short');
    at = head.start;
    if ((head.tag & 0x20) !== 0) {
      if (frames.length > MOST_DEPTH) throw new DerError('too deep');
      frames.push({ tag: head.tag, end, parts: [] });
    } else {
      if (end === undefined) throw new DerError('an unusable length');
      const content = bytes.subarray(at, end);
      frame.parts.push(frame.tag === OCTETS_IN_PIECES ? content : print(head.tag, content));
      at = end;
    }
  }
  if (top.parts.length !== 1) throw new DerError('not one value');
  return top.parts[0] ?? new Uint8Array();
}

function close({ tag, parts }: Frame, parent: Frame): void {
  const content = Buffer.concat(parts);
  if (tag !== OCTETS_IN_PIECES) parent.parts.push(print(tag, content));
  else parent.parts.push(parent.tag === OCTETS_IN_PIECES ? content : print(OCTETS, content));
}

function readHead(
  bytes: Uint8Array,
  at: number,
): { readonly tag: number; readonly start: number; readonly length: number | undefined } {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerError('too short');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a long tag');
  if (first < 0x80) return { tag, start: at + 2, length: first };
  const count = first & 0x7f;
  if (count === 0) return { tag, start: at + 2, length: undefined };
  if (count > 4) throw new DerError('an unusable length');
  let length = 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
  return { tag, start: at + 2 + count, length };
}

function print(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = Buffer.alloc(4);
  digits.writeUInt32BE(length);
  const short = digits.subarray(digits.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | short.length), short, content]);
}

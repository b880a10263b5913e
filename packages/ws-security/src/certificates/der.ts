/** One value of DER (X.690). */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  /** The value with its tag and length. */
  readonly raw: Uint8Array;
}

/** Universal tags. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** Thrown for data that is not DER, or does not have the expected structure. */
export class DerError extends Error {}

/** Reads one value that fills `bytes`. Throws `DerError`. */
export function readDer(bytes: Uint8Array): DerValue {
  const { value, end } = readAt(bytes, 0);
  if (end !== bytes.length) throw new DerError('bytes after the value');
  return value;
}

/** Reads the values inside a constructed value. Throws `DerError`. */
export function derChildren({ content }: DerValue): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < content.length; ) {
    const { value, end } = readAt(content, at);
    values.push(value);
    at = end;
  }
  return values;
}

/** The dotted form of an object identifier. */
export function oidOf({ content }: DerValue): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** An integer as hexadecimal digits, without leading zeros. */
export function integerOf({ content }: DerValue): string {
  return Buffer.from(content)
    .toString('hex')
    .replace(/^0+(?=.)/, '');
}

/** A UTCTime or GeneralizedTime in milliseconds since the Unix epoch. Throws `DerError`. */
export function timeOf({ tag, content }: DerValue): number {
  const text = Buffer.from(content).toString('latin1');
  const match = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null || (tag === TAG.utcTime) !== (match[1]?.length === 2)) throw new DerError('not a time');
  const [, year = '', month, day, hour, minute, second] = match;
  // RFC 5280 §4.1.2.5.1: two-digit years from 50 on belong to the 20th century.
  const full = year.length === 4 ? year : `${Number(year) >= 50 ? '19' : '20'}${year}`;
  return Date.parse(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function readAt(bytes: Uint8Array, start: number): { readonly value: DerValue; readonly end: number } {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('too short');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a long tag');
  let length = first;
  let at = start + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new DerError('an unusable length');
    length = 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + index] ?? 0);
    at += count;
  }
  const end = at + length;
  if (end > bytes.length) throw new DerError('too short');
  return {
    value: { tag, content: bytes.subarray(at, end), raw: bytes.subarray(start, end) },
    end,
  };
}

import { Scalar, type ScalarTag, type Tags } from 'yaml';

/** A number as it is written in a file. A double could not hold all of its digits. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The text of a number that is the key of a map. */
  toString(): string {
    return this.text;
  }
}

const NOTATION = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;

/** Whether a text is a number in the notation of JSON. */
export function isDigits(text: string): boolean {
  return NOTATION.test(text);
}

/** Numbers in the notation of JSON keep their digits, however many they have. */
const EXACT: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: NOTATION,
  identify: (value) => value instanceof Digits,
  resolve: (text) => new Digits(text),
  createNode(_schema, value) {
    return new Scalar(value);
  },
  stringify: ({ value }) => (value as Digits).text,
};

/** The tags of a design file: those of YAML, with exact numbers. */
export const withExactNumbers = (tags: Tags): Tags => [EXACT, ...tags];

/** Prints a value of a file as JSON, with the digits of its numbers. Values that JSON lacks, such as infinity, become texts. */
export function printExact(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(printExact).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${printExact(each)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** Parses JSON. Numbers become `Digits`, as far as the browser knows how they are written. */
export function parseDigits(json: string): unknown {
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;
  return JSON.parse(json, revive);
}

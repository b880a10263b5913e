import type { BuiltinTypeName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { ScalarShape } from '../shape/simple-shape.js';
import { decodeBase64 } from './spaces/binary.js';
import { textOfObject } from './spaces/text-of-object.js';
import { createValueForms, type ValueKinds } from './value-forms.js';

const shapeOf = (builtin: BuiltinTypeName): ScalarShape => ({
  kind: 'scalar',
  builtin,
  json: 'string',
  lexical: false,
  facets: { whiteSpace: 'collapse', patterns: [] },
});

/** Classes that say what they were made of; like those of Temporal, they reject what is not a date. */
const classOf = (name: string) => ({
  from(text: string) {
    if (/-13-|-32/.test(text)) throw new RangeError(text);
    return { [Symbol.toStringTag]: `Temporal.${name}`, toString: () => text };
  },
});
const temporal = {
  PlainDate: classOf('PlainDate'),
  PlainTime: classOf('PlainTime'),
  PlainDateTime: classOf('PlainDateTime'),
  ZonedDateTime: classOf('ZonedDateTime'),
};

/** The object of a text: its class and what it was made of, or the text itself. */
function read(kinds: ValueKinds, builtin: BuiltinTypeName, text: string): unknown {
  const forms = createValueForms(kinds, decodeBase64, temporal);
  const mark = forms.markOf(shapeOf(builtin));
  if (mark === undefined) return text;
  const value = forms.read(mark + text);
  if (typeof value !== 'object' || value === null) return value;
  const name = Object.prototype.toString.call(value).slice(8, -1);
  return name.startsWith('Temporal.') ? `${name.slice(9)} ${String(value)}` : value;
}

describe('DT-4: Temporal holds a value exactly, or the value stays text', () => {
  test.each<[BuiltinTypeName, string, string]>([
    ['dateTime', '2024-02-29T10:00:00+02:00', 'ZonedDateTime 2024-02-29T10:00:00+02:00[+02:00]'],
    ['dateTime', '2024-02-29T10:00:00Z', 'ZonedDateTime 2024-02-29T10:00:00Z[UTC]'],
    ['dateTime', '2024-02-29T10:00:00.123456789', 'PlainDateTime 2024-02-29T10:00:00.123456789'],
    ['dateTime', '2024-02-29T10:00:00.1000000000000', 'PlainDateTime 2024-02-29T10:00:00.100000000'],
    ['dateTime', '2024-02-29T10:00:00.1234567891Z', '2024-02-29T10:00:00.1234567891Z'],
    ['dateTime', '2024-02-29T24:00:00', '2024-02-29T24:00:00'],
    ['dateTime', '12024-02-29T10:00:00', '12024-02-29T10:00:00'],
    ['dateTime', '-2024-02-29T10:00:00', '-2024-02-29T10:00:00'],
    ['dateTime', '2024-13-01T10:00:00', '2024-13-01T10:00:00'],
    ['date', '2024-02-29', 'PlainDate 2024-02-29'],
    ['date', '2024-02-29Z', '2024-02-29Z'],
    ['date', '2024-02-29-05:00', '2024-02-29-05:00'],
    ['time', '10:00:00.5', 'PlainTime 10:00:00.5'],
    ['time', '10:00:00Z', '10:00:00Z'],
    ['time', '24:00:00', '24:00:00'],
    ['gYear', '2024', '2024'],
    ['duration', 'P1D', 'P1D'],
  ])('%s %s is %s', (builtin, text, expected) => {
    expect(read({ dates: 'temporal' }, builtin, text)).toBe(expected);
  });
});

test('DT-4: only the types that are asked for become objects', () => {
  expect(read({ dates: 'Date' }, 'date', '2024-02-29')).toBe('2024-02-29');
  expect(read({ dates: 'Date' }, 'hexBinary', 'FF')).toBe('FF');
  expect(read({ binary: 'bytes' }, 'dateTime', '2024-02-29T10:00:00Z')).toBe('2024-02-29T10:00:00Z');
  expect(read({ binary: 'bytes' }, 'hexBinary', '00fF')).toEqual(Uint8Array.of(0, 255));
  expect(read({ binary: 'bytes' }, 'base64Binary', 'AP8=')).toEqual(Uint8Array.of(0, 255));
});

test.each<[BuiltinTypeName, string, string, unknown]>([
  ['dateTime', 'ZonedDateTime', '2024-02-29T10:00:00+02:00[Europe/Paris]', '2024-02-29T10:00:00+02:00'],
  ['dateTime', 'Instant', '2024-02-29T08:00:00Z', '2024-02-29T08:00:00Z'],
  ['date', 'PlainDate', '2024-02-29[u-ca=hebrew]', '2024-02-29'],
  ['date', 'PlainDate', '+012024-02-29', '12024-02-29'],
  ['time', 'PlainTime', '10:00:00', '10:00:00'],
  ['gYearMonth', 'PlainYearMonth', '2024-02', '2024-02'],
  ['duration', 'Duration', 'P1DT2H', 'P1DT2H'],
])('DT-2: %s takes a Temporal.%s', (builtin, name, text, expected) => {
  const value = { [Symbol.toStringTag]: `Temporal.${name}`, toString: () => text };
  expect(textOfObject(builtin, value)).toBe(expected);
  expect(textOfObject('string', value)).toBe(value);
});

test('AT-6: bytes are base64 or hexadecimal text, and values of no other type', () => {
  const bytes = new Uint8Array(70_000).map((_, at) => at % 256);
  expect(textOfObject('base64Binary', bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(textOfObject('hexBinary', bytes)).toBe(Buffer.from(bytes).toString('hex'));
  expect(textOfObject('string', bytes)).toBe(bytes);
  expect(textOfObject('base64Binary', new Uint16Array(2))).toBeInstanceOf(Uint16Array);
});

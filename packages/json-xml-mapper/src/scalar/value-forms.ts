import type { ScalarShape } from '../shape/simple-shape.js';
import type { ValueForms } from './codec.js';

/** The JavaScript values that binary types and dates become. */
export interface ValueKinds {
  /** xs:base64Binary and xs:hexBinary: their text, or a `Uint8Array`. Default `text`. */
  readonly binary?: 'text' | 'bytes' | undefined;
  /** xs:dateTime, xs:date and xs:time: their text, a `Date`, or an object of Temporal. Default `text`. */
  readonly dates?: 'text' | 'Date' | 'temporal' | undefined;
}

/** The classes of Temporal, as far as values become them. */
interface TemporalClasses {
  readonly PlainDate: Reader;
  readonly PlainTime: Reader;
  readonly PlainDateTime: Reader;
  readonly ZonedDateTime: Reader;
}

interface Reader {
  from(text: string, options?: { readonly offset: 'use' }): unknown;
}

/** The letters that distinguish the types. */
const MARKS: Readonly<Record<string, string>> = {
  base64Binary: 'b',
  hexBinary: 'h',
  dateTime: 'i',
  date: 'd',
  time: 't',
};

/**
 * Creates the forms of binary values and dates (DT-4, AT-6). A text that its class cannot hold exactly stays text: a `Date` has
 * milliseconds and names an instant, a `Temporal.PlainDate` has no zone.
 *
 * @param decodeBase64 passed in, so that a bundle need not have a file of its own for what this module shares with others
 * @param temporal the classes of Temporal; needed for `dates: 'temporal'`
 */
export function createValueForms(
  { binary, dates }: ValueKinds,
  decodeBase64: (text: string) => Uint8Array,
  temporal: unknown = (globalThis as { Temporal?: unknown }).Temporal,
): ValueForms {
  const marks = [
    ...(binary === 'bytes' ? ['b', 'h'] : []),
    ...(dates === 'Date' ? ['i'] : dates === 'temporal' ? ['i', 'd', 't'] : []),
  ].join('');
  return {
    codecs: { canonical: new WeakMap(), lexical: new WeakMap() },
    markOf({ builtin }: ScalarShape) {
      const mark = Object.hasOwn(MARKS, builtin) ? MARKS[builtin] : undefined;
      return mark !== undefined && marks.includes(mark) ? mark : undefined;
    },
    read(token) {
      const text = token.slice(1);
      switch (token[0]) {
        case 'b':
          return decodeBase64(text);
        case 'h':
          return decodeHex(text);
        default:
          return dates === 'Date'
            ? (dateOf(text) ?? text)
            : (temporalOf(token[0], text, temporal as TemporalClasses) ?? text);
      }
    },
  };
}

function decodeHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** An instant with milliseconds in a year that the grammar of `Date` has; zeros at the end of a fraction say nothing. */
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)0*(Z|[+-]\d\d:\d\d)$/;

/** The `Date` of an instant, with the text of the document in `text`, which says its zone; `undefined` if a `Date` would round it. */
function dateOf(text: string): Date | undefined {
  const [, local, zone] = INSTANT.exec(text) ?? [];
  const date = new Date(`${local}${zone}`);
  if (local === undefined || Number.isNaN(date.getTime())) return undefined;
  return Object.defineProperty(date, 'text', { value: text, configurable: true });
}

const FRACTION = /\.(\d{1,9})0*(?=\D|$)/;

/** The object of Temporal that holds exactly what a text says; `undefined` if there is none. */
function temporalOf(mark: string | undefined, given: string, temporal: TemporalClasses): unknown {
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(given)?.[0];
  const text = given.replace(FRACTION, '.$1');
  // Temporal would round what is finer than a nanosecond, and reads neither 24:00:00 nor years of other lengths.
  if (/\.\d{10}/.test(text) || /^\D|^\d{5}|T24:|^24:/.test(text)) return undefined;
  try {
    if (mark === 'd') return isDateZone(text) ? undefined : temporal.PlainDate.from(text);
    if (mark === 't') return zone === undefined ? temporal.PlainTime.from(text) : undefined;
    if (zone === undefined) return temporal.PlainDateTime.from(text);
    return temporal.ZonedDateTime.from(`${text}[${zone === 'Z' ? 'UTC' : zone}]`);
  } catch {
    return undefined;
  }
}

/** Whether an xs:date has a zone: it is longer than its ten characters. */
function isDateZone(text: string): boolean {
  return text.length > 10;
}

import type { BuiltinTypeName } from '@soapstone/soap-model';
import { dayNumber, daysInMonth, remainderBy400 } from './calendar.js';
import type { ValueSpace } from './value-space.js';

type DateTimeType = 'dateTime' | 'time' | 'date' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth';

const YEAR = '(?<sign>-)?(?<year>[1-9][0-9]{4,}|[0-9]{4})';
const MONTH = '(?<month>0[1-9]|1[0-2])';
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])';
const TIME =
  '(?<hour>[01][0-9]|2[0-4]):(?<minute>[0-5][0-9]):(?<second>[0-5][0-9])(?:\\.(?<fraction>[0-9]+))?';
const ZONE = '(?<zone>Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?';

/** The lexical spaces of Part 2 §3.2.7 to §3.2.14. */
const GRAMMAR: Readonly<Record<DateTimeType, RegExp>> = {
  dateTime: grammar(`${YEAR}-${MONTH}-${DAY}T${TIME}`),
  time: grammar(TIME),
  date: grammar(`${YEAR}-${MONTH}-${DAY}`),
  gYearMonth: grammar(`${YEAR}-${MONTH}`),
  gYear: grammar(YEAR),
  gMonthDay: grammar(`--${MONTH}-${DAY}`),
  gDay: grammar(`---${DAY}`),
  gMonth: grammar(`--${MONTH}`),
};

/** The maximum length of a text: enough for any meaningful year and fraction, and short enough for fast arithmetic. */
const MAX_LENGTH = 256;

/** A leap year replaces a missing one, so that --02-29 is valid. */
const REFERENCE_YEAR = '1972';

const FOURTEEN_HOURS = 14n * 3600n;

/** A point in time: whole seconds since 0000-03-01, and a fraction as digits without trailing zeros. */
interface Instant {
  readonly seconds: bigint;
  readonly fraction: string;
  /** Whether there is a timezone; otherwise the seconds are local. */
  readonly zoned: boolean;
}

/**
 * The date and time types. Values keep their text (DT-1): only grammar and calendar are checked. Instants are computed only for
 * bounds and enumerations.
 */
export function dateTimeSpace(builtin: BuiltinTypeName & DateTimeType): ValueSpace {
  return {
    accepts: (text) => readInstantParts(builtin, text) !== undefined,
    canonical: (text) => text,
    identity: (text) => {
      const { seconds, fraction, zoned } = instantOf(builtin, text);
      return `${seconds}.${fraction}${zoned ? 'Z' : ''}`;
    },
    compare: (left, right) => compareInstants(instantOf(builtin, left), instantOf(builtin, right)),
  };
}

/**
 * Part 2 §3.2.7.4: a value without a timezone may be in any zone from +14:00 to -14:00, so it is before or after a value with a
 * timezone only if that holds for all of them.
 */
function compareInstants(left: Instant, right: Instant): number | undefined {
  if (left.zoned === right.zoned) return comparePoints(left, right);
  if (!left.zoned) {
    const reversed = compareInstants(right, left);
    return reversed === undefined ? undefined : -reversed;
  }
  if (comparePoints(left, shift(right, -FOURTEEN_HOURS)) < 0) return -1;
  if (comparePoints(left, shift(right, FOURTEEN_HOURS)) > 0) return 1;
  return undefined;
}

function comparePoints(left: Instant, right: Instant): number {
  if (left.seconds !== right.seconds) return left.seconds < right.seconds ? -1 : 1;
  return left.fraction < right.fraction ? -1 : left.fraction > right.fraction ? 1 : 0;
}

function shift(instant: Instant, seconds: bigint): Instant {
  return { ...instant, seconds: instant.seconds + seconds };
}

/** The named groups of a lexical form that passes grammar and calendar, otherwise `undefined`. */
function readInstantParts(builtin: DateTimeType, text: string): Partial<Record<string, string>> | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts: Partial<Record<string, string>> | undefined = GRAMMAR[builtin].exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { year = REFERENCE_YEAR, month, day, hour, minute, second, fraction = '' } = parts;
  // XML Schema 1.0 has no year zero.
  if (year === '0000') return undefined;
  if (month !== undefined && day !== undefined) {
    if (Number(day) > daysInMonth(remainderBy400(year), Number(month))) return undefined;
  }
  if (hour === '24' && !(minute === '00' && second === '00' && /^0*$/.test(fraction))) return undefined;
  return parts;
}

function instantOf(builtin: DateTimeType, text: string): Instant {
  const parts = readInstantParts(builtin, text) ?? {};
  const { sign = '', year = REFERENCE_YEAR, month = '01', day = '01' } = parts;
  const { hour = '00', minute = '00', second = '00', fraction = '', zone } = parts;
  // 24:00:00 is the first instant of the next day; a time has no next day, so there it is 00:00:00.
  const hours = builtin === 'time' && hour === '24' ? 0 : Number(hour);
  const days = dayNumber(BigInt(sign + year), Number(month), Number(day));
  const local = days * 86400n + BigInt(hours * 3600 + Number(minute) * 60 + Number(second));
  return {
    seconds: local - BigInt(zoneOffset(zone)),
    fraction: fraction.replace(/0+$/, ''),
    zoned: zone !== undefined,
  };
}

/** Offset from UTC in seconds. */
function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

function grammar(source: string): RegExp {
  return new RegExp(`^${source}${ZONE}$`);
}

import { dayNumber, floorDivide } from './calendar.js';
import type { ValueSpace } from './value-space.js';

/** Part 2 §3.2.6.1, the whole grammar (DT-3). The look-aheads require a component after `P` and after `T`. */
const DURATION =
  /^(?<sign>-)?P(?=.)(?:(?<years>[0-9]+)Y)?(?:(?<months>[0-9]+)M)?(?:(?<days>[0-9]+)D)?(?:T(?=.)(?:(?<hours>[0-9]+)H)?(?:(?<minutes>[0-9]+)M)?(?:(?<seconds>[0-9]+)(?:\.(?<fraction>[0-9]+))?S)?)?$/;

/** The maximum length of a text: enough for any meaningful duration, and short enough for fast arithmetic. */
const MAX_LENGTH = 1024;

/** The four dates of Part 2 §3.2.6.2: two durations are ordered if they are so from all of them. */
const REFERENCE_MONTHS = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
] as const;

/** A duration is a number of months and a number of seconds; neither converts to the other. */
interface Duration {
  readonly months: bigint;
  /** In units of 10 to the power of minus `scale`. */
  readonly ticks: bigint;
  readonly scale: number;
}

/** xs:duration. Values keep their text (DT-1). */
export const duration: ValueSpace = {
  accepts: (text) => text.length <= MAX_LENGTH && DURATION.test(text),
  canonical: (text) => text,
  identity: (text) => {
    const { months, ticks, scale } = parseDuration(text);
    const digits = String(ticks < 0n ? -ticks : ticks).padStart(scale + 1, '0');
    const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
    return `${months}M${ticks < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${fraction}`;
  },
  compare: (left, right) => compareDurations(parseDuration(left), parseDuration(right)),
};

function parseDuration(text: string): Duration {
  const groups: Partial<Record<string, string>> = DURATION.exec(text)?.groups ?? {};
  const { years = '0', months = '0', days = '0', hours = '0', minutes = '0' } = groups;
  const { sign, seconds = '0', fraction = '' } = groups;
  const factor = sign === '-' ? -1n : 1n;
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  return {
    months: factor * (BigInt(years) * 12n + BigInt(months)),
    ticks: factor * (whole * 10n ** BigInt(fraction.length) + BigInt(`0${fraction}`)),
    scale: fraction.length,
  };
}

function compareDurations(left: Duration, right: Duration): number | undefined {
  const scale = Math.max(left.scale, right.scale);
  const [scaledLeft, scaledRight] = [rescale(left, scale), rescale(right, scale)];
  let order: number | undefined;
  for (const [year, month] of REFERENCE_MONTHS) {
    const leftEnd = endOf(scaledLeft, year, month);
    const rightEnd = endOf(scaledRight, year, month);
    const here = leftEnd < rightEnd ? -1 : leftEnd > rightEnd ? 1 : 0;
    if (order !== undefined && order !== here) return undefined;
    order = here;
  }
  return order;
}

/** The instant that a duration reaches from the first day of a month, in ticks. */
function endOf(value: Duration, year: number, month: number): bigint {
  const months = BigInt(year * 12 + month - 1) + value.months;
  const endYear = floorDivide(months, 12n);
  const days = dayNumber(endYear, Number(months - endYear * 12n) + 1, 1);
  return days * 86400n * 10n ** BigInt(value.scale) + value.ticks;
}

function rescale(value: Duration, scale: number): Duration {
  return { months: value.months, ticks: value.ticks * 10n ** BigInt(scale - value.scale), scale };
}

/** The proleptic Gregorian calendar (XML Schema Part 2 §3.2.7 and Appendix E), for years of any number of digits. */

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of a month; `month` starts at 1. Only the year modulo 400 matters, so its last four digits are enough. */
export function daysInMonth(yearRemainder: number, month: number): number {
  if (month === 2 && isLeapYear(yearRemainder)) return 29;
  return DAYS_IN_MONTH[month - 1] ?? 0;
}

/** The year, given as digits, modulo 400: 10,000 is a multiple of 400. */
export function remainderBy400(yearDigits: string): number {
  return Number(yearDigits.slice(-4)) % 400;
}

/** Days from 0000-03-01 to the given day; `month` and `day` start at 1. Exact for any year. */
export function dayNumber(year: bigint, month: number, day: number): bigint {
  // The year starts in March, so that the leap day is its last day.
  const shifted = month > 2 ? year : year - 1n;
  const monthIndex = (month + 9) % 12;
  const dayOfYear = BigInt(Math.floor((153 * monthIndex + 2) / 5) + day - 1);
  return (
    shifted * 365n +
    floorDivide(shifted, 4n) -
    floorDivide(shifted, 100n) +
    floorDivide(shifted, 400n) +
    dayOfYear
  );
}

/** Division that rounds down for negative numbers too. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

function isLeapYear(remainder: number): boolean {
  return remainder % 4 === 0 && (remainder % 100 !== 0 || remainder === 0);
}

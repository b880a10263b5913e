import type { FillSource } from '../../api/fills.js';
import { FillError } from '../../errors.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { Fill } from '../../shape/fill.js';

/** The stand-in for every value that is not constant where values must not be seen. */
export const HIDDEN: string = '***';

/** Fills whose value only a call knows. */
export type LateFill = Extract<Fill, { kind: 'secret' | 'header' | 'generate' | 'session' }>;

/** The value of a fill, or that there is none to write. Throws `FillError` for an owner's value that is not set. */
export function lateValue(
  fill: LateFill,
  key: string,
  required: boolean,
  run: EncodingRun,
): string | undefined {
  const { fills } = run;
  if (fills === 'hidden') return HIDDEN;
  const value = givenValue(fill, fills);
  if (value !== undefined) return value;
  if (fill.kind === 'header') {
    if (required)
      run.errors.push({ path: '', keyword: 'header', message: `needs the HTTP header ${fill.name}` });
    return undefined;
  }
  throw new FillError({
    code: 'FILL_MISSING',
    message: `${describeFill(fill)}, which the design fills ${quoted(key)} with, is not set`,
    secret: fill.kind === 'secret' ? fill.name : undefined,
  });
}

function givenValue(fill: LateFill, fills: FillSource | undefined): string | undefined {
  switch (fill.kind) {
    case 'secret':
      return fills?.secret?.(fill.name);
    case 'header':
      return fills?.header?.(fill.name);
    case 'session':
      return fills?.session?.(fill.part);
    case 'generate': {
      if (fill.what === 'uuid') return fills?.uuid?.();
      const now = fills?.now?.();
      return now === undefined || !Number.isFinite(now) ? undefined : instantOf(now);
    }
  }
}

/** The last second that was printed: most calls of a busy service are in the same one. */
let second = Number.NaN;
let textOfSecond = '';

/** Prints a time in milliseconds as xs:dateTime in UTC, as `toISOString` does. */
function instantOf(now: number): string {
  const at = Math.trunc(now);
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    textOfSecond = new Date(whole * 1000).toISOString().slice(0, -4);
    second = whole;
  }
  const rest = at - whole * 1000;
  return `${textOfSecond}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}

/** Names a fill in an error. */
export function describeFill(fill: LateFill): string {
  switch (fill.kind) {
    case 'generate':
      return `the generator of a ${fill.what}`;
    case 'session':
      return fill.part === undefined
        ? 'the token of the session'
        : `the value ${fill.part} of the session’s token`;
    default:
      return `the ${fill.kind} ${fill.name}`;
  }
}

/** A key in an error. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
}

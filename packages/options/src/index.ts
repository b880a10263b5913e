import { isPlainObject, kindOf } from './kind-of.js';
import { nearestName } from './nearest-name.js';

export { kindOf } from './kind-of.js';

/** An unusable member of an options object. */
export interface OptionProblem {
  /** A JSON Pointer into the options; `''` is the object itself. */
  readonly path: string;
  /** The expectation. Never repeats a value, because it may be a secret. */
  readonly expected: string;
}

/** Returns all problems of a value; an empty list means that it is valid. */
export type Check = (value: unknown) => readonly OptionProblem[];

const NONE: readonly OptionProblem[] = [];

/** Thrown when an option has an unknown name or an unusable value. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'INVALID_OPTION';
  /** The option or argument as a JavaScript path such as `limits.work`; `''` is the options object itself. */
  readonly option: string;

  constructor(what: string, { path, expected }: OptionProblem) {
    super(describeProblem(what, { path, expected }));
    this.option = dotted(path);
  }
}

/**
 * Throws `OptionError` for the first problem of `value`.
 *
 * @param what the function or object that takes the options, for the message
 * @param argument the name of the argument, if it is not an options object
 *
 * @example
 * ```ts
 * assertOptions(members<Options>({ timeout: numberFrom(1) }), options, 'connect');
 * ```
 */
export function assertOptions(check: Check, value: unknown, what: string, argument?: string): void {
  if (typeof check !== 'function') throw wrongArgument('assertOptions', 'check', 'a check', check);
  const problems = run(check, value, what);
  if (!Array.isArray(problems)) throw wrongArgument('assertOptions', 'check', 'a check', check);
  if (problems.length === 0) return;
  const [problem] = argument === undefined ? problems : below(argument, problems);
  if (problem !== undefined) throw new OptionError(what, problem);
}

/** Runs a check. A getter or a proxy in the value may throw anything: that is the cause. */
function run(check: Check, value: unknown, what: string): readonly OptionProblem[] {
  try {
    return check(value);
  } catch (cause) {
    const error = new OptionError(what, { path: '', expected: 'expected members that can be read' });
    throw cause instanceof OptionError ? cause : Object.assign(error, { cause });
  }
}

/**
 * One sentence: which option is wrong, and what is expected.
 *
 * @example
 * ```ts
 * describeProblem('connect', problem); // connect: timeout: expected …
 * ```
 */
export function describeProblem(what: string, problem: OptionProblem): string {
  if (typeof problem?.path !== 'string')
    throw wrongArgument('describeProblem', 'problem', 'a problem', problem);
  const { path, expected } = problem;
  return path === ''
    ? `cannot use ${what}: ${expected}`
    : `cannot use option "${dotted(path)}" of ${what}: ${expected}`;
}

/**
 * Checks for a plain object with these members and no others. Every member may be `undefined` or absent, except the `required`
 * ones. An object with its own prototype is rejected, because an inherited member would take effect without being checked.
 *
 * @example
 * ```ts
 * const check = members<Options>({ name: text, timeout: numberFrom(1) }, ['name']);
 * ```
 */
export function members<Options>(
  checks: { readonly [Name in keyof Required<Options>]: Check },
  required: readonly (keyof Options & string)[] = [],
): Check {
  if (!isPlainObject(checks)) throw wrongArgument('members', 'checks', 'an object', checks);
  const known = new Map(Object.entries<Check>(checks));
  return (value) => {
    if (!isPlainObject(value)) return wrong(`expected an object, not ${kindOf(value)}`);
    let problems = NONE;
    // A plain object inherits nothing enumerable. This check runs on every call, so it builds no list of names.
    for (const name in value) {
      const check = known.get(name);
      const member = value[name];
      if (check === undefined) problems = [...problems, unknownMember(name, [...known.keys()])];
      else if (member !== undefined) problems = append(problems, name, check(member));
    }
    for (const name of required) {
      if (value[name] === undefined)
        problems = append(problems, name, wrong('it is required, not undefined'));
    }
    return problems;
  };
}

/**
 * Checks for an object whose member names are data.
 *
 * @example
 * ```ts
 * const headers = recordOf(text);
 * ```
 */
export function recordOf(check: Check): Check {
  return (value) => {
    if (!isPlainObject(value)) return wrong(`expected an object, not ${kindOf(value)}`);
    return Object.entries(value).flatMap(([name, member]) => {
      const found = check(member);
      // A long or odd name may be a misplaced value.
      return /^[\w-]{1,40}$/.test(name) ? below(name, found) : found;
    });
  };
}

/**
 * An array whose items pass the check. A problem names the position of its item.
 *
 * @example
 * ```ts
 * const names = listOf(text);
 * ```
 */
export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return wrong(`expected an array, not ${kindOf(value)}`);
    return value.flatMap((item: unknown, index) => below(String(index), check(item)));
  };
}

/**
 * One of these texts. A problem names the nearest one.
 *
 * @example
 * ```ts
 * const version = oneOf('1.1', '1.2');
 * ```
 */
export function oneOf(...allowed: readonly string[]): Check {
  if (!allowed.every((each) => typeof each === 'string'))
    throw wrongArgument('oneOf', 'allowed', 'strings', allowed);
  const list = allowed.map((each) => `"${each}"`).join(' or ');
  return (value) => {
    if (typeof value === 'string' && allowed.includes(value)) return NONE;
    if (typeof value !== 'string') return wrong(`expected ${list}, not ${kindOf(value)}`);
    const nearest = nearestOf(value, allowed);
    return wrong(nearest === undefined ? `expected ${list}` : `expected ${list}; did you mean "${nearest}"?`);
  };
}

/**
 * The same, or `undefined`: an optional argument.
 *
 * @example
 * ```ts
 * const port = optional(numberFrom(0));
 * ```
 */
export function optional(check: Check): Check {
  return (value) => (value === undefined ? NONE : check(value));
}

/** A positive integer. */
export const count: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
    ? NONE
    : wrong(`expected an integer from 1, not ${kindOf(value)}`);

/** A number from 0 on; `Infinity` means no limit. */
export const limit: Check = (value) =>
  typeof value === 'number' && value >= 0 ? NONE : wrong(`expected a number from 0, not ${kindOf(value)}`);

/**
 * A finite number from `least` on; `Number.MAX_VALUE` means no limit.
 *
 * @example
 * ```ts
 * const timeout = numberFrom(1);
 * ```
 */
export function numberFrom(least: number): Check {
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= least
      ? NONE
      : wrong(`expected a number from ${least}, not ${kindOf(value)}`);
}

/**
 * An object of a class; `what` names it in the problem.
 *
 * @example
 * ```ts
 * const signal = instanceOf(AbortSignal, 'an AbortSignal');
 * ```
 */
export function instanceOf(type: abstract new (...args: never[]) => unknown, what: string): Check {
  return (value) => (value instanceof type ? NONE : wrong(`expected ${what}, not ${kindOf(value)}`));
}

export const text: Check = ofType('string', 'a string');
export const numeric: Check = ofType('number', 'a number');
export const flag: Check = ofType('boolean', 'true or false');
export const callback: Check = ofType('function', 'a function');
/** A `Uint8Array`, including one of another realm, such as Node's `Buffer` in sandboxed tests. */
export const bytes: Check = (value) =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
    ? NONE
    : wrong(`expected a Uint8Array, not ${kindOf(value)}`);
/** Accepts anything; the value is checked where it is used. */
export const anything: Check = () => NONE;

/**
 * A problem of the value itself.
 *
 * @example
 * ```ts
 * const even: Check = (value) => (Number(value) % 2 === 0 ? [] : wrong('expected an even number'));
 * ```
 */
export function wrong(expected: string): readonly OptionProblem[] {
  return [{ path: '', expected }];
}

function wrongArgument(what: string, name: string, expected: string, value: unknown): OptionError {
  return new OptionError(what, { path: `/${name}`, expected: `expected ${expected}, not ${kindOf(value)}` });
}

function ofType(type: string, what: string): Check {
  return (value) => (typeof value === type ? NONE : wrong(`expected ${what}, not ${kindOf(value)}`));
}

function unknownMember(name: string, known: readonly string[]): OptionProblem {
  const nearest = nearestOf(name, known);
  const hint = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean "${nearest}"?`;
  // A name that is not an identifier may be a misplaced value, even a secret.
  const path = /^[A-Za-z_]\w{0,39}$/.test(name) ? `/${name}` : '';
  return { path, expected: `there is no such option; ${hint}` };
}

function append(
  problems: readonly OptionProblem[],
  name: string,
  found: readonly OptionProblem[],
): readonly OptionProblem[] {
  return found.length === 0 ? problems : [...problems, ...below(name, found)];
}

function below(name: string, problems: readonly OptionProblem[]): readonly OptionProblem[] {
  const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return problems.map(({ path, expected }) => ({ path: `/${token}${path}`, expected }));
}

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Finds the known name that was most likely meant: one contains the other, or they differ in few letters. Returns undefined if none
 * is close. Throws `OptionError` for arguments of another type.
 *
 * @example
 * ```ts
 * nearestOf('getuser', ['GetUser', 'ListUsers']); // GetUser
 * ```
 */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (typeof name !== 'string') throw wrongArgument('nearestOf', 'name', 'a string', name);
  if (!Array.isArray(known) || !known.every((each) => typeof each === 'string'))
    throw wrongArgument('nearestOf', 'known', 'an array of strings', known);
  return nearestName(name, known);
}

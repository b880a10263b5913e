import { type Check, wrong } from '@soapstone/options';

/**
 * Rules that name members of messages. A rule is the end of a path, its steps joined with dots: `password` is every member of that
 * name, `credentials.password` one inside `credentials`, `input.requestId` one at the top of an input, `@token` an attribute. List
 * indexes are not steps. The first step of a path is `input`, `result`, `fault` or `headers`.
 */
export class MemberRules {
  readonly #rules: readonly (readonly string[])[];
  readonly #names: RegExp | undefined;

  /** @param names matches the names of further members, anywhere; names of attributes are matched without `@` */
  constructor(rules: readonly string[], names?: RegExp) {
    this.#rules = rules.map((rule) => rule.split('.'));
    this.#names = names;
  }

  /** Whether a rule names the member at this path of names. */
  match(path: readonly string[]): boolean {
    const isNamed = this.#rules.some((rule) => {
      const from = path.length - rule.length;
      return from >= 0 && rule.every((step, index) => path[from + index] === step);
    });
    return isNamed || this.#names?.test(path.at(-1)?.replace(/^@/, '') ?? '') === true;
  }

  /** Returns a copy of a value without the named members. */
  without(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((each) => this.without(each, path));
    if (!isPlain(value)) return value;
    const kept = Object.entries(value)
      .filter(([name]) => !this.match([...path, name]))
      .map(([name, each]) => [name, this.without(each, [...path, name])] as const);
    return Object.fromEntries(kept);
  }
}

/** Whether a value is an object with members, and not a `JsonNumber`. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Checks a list of rules. */
export const memberRules: Check = (value) =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'string' && each !== '' && !/(^\.|\.\.|\.$|\s)/.test(each))
    ? []
    : wrong('expected a list of member names such as "password" or "credentials.password"');

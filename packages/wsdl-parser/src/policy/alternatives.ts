import type { XmlElement } from '../xml/element.js';

/** An assertion of a policy alternative. An assertion whose nested policy has alternatives becomes one assertion for each. */
export interface PolicyAssertion {
  readonly element: XmlElement;
  /** The assertions of its nested policy, all of which hold. */
  readonly nested: PolicyAlternative;
}

/** Assertions that hold together. */
export type PolicyAlternative = ReadonlySet<PolicyAssertion>;

/** The normal form of a policy (https://www.w3.org/TR/ws-policy/#rNormal_Form): one of the alternatives holds. */
export interface NormalForm {
  readonly alternatives: readonly PolicyAlternative[];
  /** True if there are more alternatives than `MAX_ALTERNATIVES`. */
  readonly incomplete: boolean;
}

/** The assertions of a policy expression: the names of those in every alternative and of those in any, and the alternatives. */
export interface Assertions {
  readonly required: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
  readonly normal: NormalForm;
}

/** The maximum number of alternatives that are read. The normal form of a policy with n optional assertions has 2^n. */
export const MAX_ALTERNATIVES = 32;

/** Asks for nothing. */
export const EMPTY: NormalForm = { alternatives: [new Set()], incomplete: false };

/** The normal form of `wsp:All`: one alternative of each operand. */
export function allOf(operands: readonly NormalForm[]): NormalForm {
  const parts = new Set(operands.filter((operand) => !isEmpty(operand)));
  const [first, ...others] = parts;
  if (first === undefined) return EMPTY;
  if (others.length === 0) return first;
  // Most policies have one alternative. Their assertions are united in one step, because uniting pair by pair would copy the
  // earlier ones each time.
  const assertions = new Set<PolicyAssertion>();
  const choices: NormalForm[] = [];
  for (const part of parts) {
    const [only, ...more] = part.alternatives;
    if (only === undefined || more.length > 0 || part.incomplete) choices.push(part);
    else for (const assertion of only) assertions.add(assertion);
  }
  return choices.reduce(both, { alternatives: [assertions], incomplete: false });
}

/** The normal form of `wsp:ExactlyOne`. */
export function oneOf(operands: readonly NormalForm[]): NormalForm {
  return limited(
    operands.flatMap(({ alternatives }) => alternatives),
    operands.some(({ incomplete }) => incomplete),
  );
}

/** Adds the alternative without any assertion. */
export function optionally(operand: NormalForm): NormalForm {
  return limited([...operand.alternatives, new Set<PolicyAssertion>()], operand.incomplete);
}

function both(a: NormalForm, b: NormalForm): NormalForm {
  if (a === b || isEmpty(b)) return a;
  if (isEmpty(a)) return b;
  const pairs: PolicyAlternative[] = [];
  for (const first of a.alternatives) {
    for (const second of b.alternatives) {
      if (pairs.length > MAX_ALTERNATIVES) break;
      pairs.push(first === second ? first : new Set([...first, ...second]));
    }
  }
  return limited(pairs, a.incomplete || b.incomplete);
}

function isEmpty({ alternatives, incomplete }: NormalForm): boolean {
  return alternatives.length === 1 && alternatives[0]?.size === 0 && !incomplete;
}

/** Drops duplicates, and what exceeds the limit. */
function limited(all: readonly PolicyAlternative[], incomplete: boolean): NormalForm {
  const kept: PolicyAlternative[] = [];
  for (const alternative of all) {
    if (kept.some((known) => isSame(known, alternative))) continue;
    if (kept.length === MAX_ALTERNATIVES) return { alternatives: kept, incomplete: true };
    kept.push(alternative);
  }
  return { alternatives: kept, incomplete };
}

function isSame(a: PolicyAlternative, b: PolicyAlternative): boolean {
  if (a.size !== b.size) return false;
  for (const assertion of a) if (!b.has(assertion)) return false;
  return true;
}

import type { JsonSchema } from '../../api/values.js';
import { foldPlan, type LeafNode } from '../../shape/fold-plan.js';
import type { ChoiceNode, ContentNode, SequenceNode } from '../../shape/shape.js';
import { isFilledIn } from '../../shape/value-constraint.js';
import { leastRepetitions } from '../context/plan-leaves.js';
import { allPresent, type Key, keyOf, present } from './presence-schema.js';

/** The constraints of a content plan on the keys of its object, beyond the schema of each key (CM-12 to CM-16). */
export interface ContentConstraints {
  /** Keys that are always present. */
  readonly required: readonly string[];
  /** One schema per choice and per optional group, to be joined by `allOf`. */
  readonly clauses: readonly JsonSchema[];
  /** The choices, the inner ones first. */
  readonly choices: readonly ChoiceKeys[];
  /** Whether an object without any key is valid. */
  readonly acceptsEmpty: boolean;
}

/** The branches of a choice: the key of each, or its keys if it has several. */
export type ChoiceKeys = readonly (string | readonly string[])[];

/**
 * Clauses that together name more keys than this are left out: nested groups must not make a schema grow with the square
 * of their number. The mapper checks them all the same.
 */
const MAX_KEYS = 5_000;

/** The keys of a node, as a tree: joining lists would cost their length at every level. */
interface Keys {
  readonly size: number;
  readonly key?: Key;
  readonly parts: readonly Keys[];
}

interface Summary {
  readonly keys: Keys;
  readonly emptiable: boolean;
  /** The sets of which at least one key must be present if the node is. */
  readonly needs: readonly Keys[];
}

/**
 * Collects the constraints of a plan. Every group is one clause that does not apply while none of its keys is present, and the
 * keys that are always present follow from the root. Clauses therefore need no nesting, however deep the groups nest.
 *
 * @param absentAsNull `null` is accepted where it means absent (NL-2)
 */
export function contentConstraints(content: ContentNode, absentAsNull: boolean): ContentConstraints {
  const clauses = new ClauseList();
  const root = foldPlan(
    content,
    (leaf) => leafSummary(leaf, absentAsNull),
    (group, children) =>
      group.kind === 'choice'
        ? choiceSummary(group, children, clauses)
        : sequenceSummary(group, children, clauses),
  );
  const required = new Set<string>();
  for (const need of root.needs) {
    if (need.size === 1) required.add(listKeys(need)[0]!.key);
    clauses.makeCertain(need);
  }
  return {
    required: [...required],
    clauses: clauses.schemas,
    choices: clauses.choices,
    acceptsEmpty: root.needs.length === 0,
  };
}

function leafSummary(leaf: LeafNode, absentAsNull: boolean): Summary {
  const keys: Keys = { size: 1, key: keyOf(leaf, absentAsNull), parts: [] };
  const least = leaf.kind === 'items' ? leastRepetitions(leaf) : leaf.min;
  const needed = least > 0 && !(leaf.kind === 'element' && isFilledIn(leaf.member));
  return { keys, emptiable: least === 0, needs: needed ? [keys] : [] };
}

function sequenceSummary(node: SequenceNode, children: readonly Summary[], clauses: ClauseList): Summary {
  const keys = join(children);
  const needs = children.flatMap((child) => child.needs);
  const emptiable = node.optional || children.every((child) => child.emptiable);
  if (!node.optional) return { keys, emptiable, needs };
  clauses.addImplication(keys, needs);
  return { keys, emptiable, needs: [] };
}

function choiceSummary(node: ChoiceNode, branches: readonly Summary[], clauses: ClauseList): Summary {
  const keys = join(branches);
  const emptiable = node.optional || branches.some((branch) => branch.emptiable);
  if (keys.size > 0 && keys.size <= MAX_KEYS) {
    if (shareKeys(branches)) {
      clauses.addOverlappingChoice(keys, branches);
    } else {
      for (const branch of branches) clauses.addImplication(branch.keys, branch.needs);
      clauses.addChoice(keys, branches);
    }
  }
  return { keys, emptiable, needs: emptiable ? [] : [keys] };
}

class ClauseList {
  readonly schemas: JsonSchema[] = [];
  readonly choices: ChoiceKeys[] = [];
  /** The alternatives of a choice, the last of which is "no key at all". */
  readonly #choices = new Map<Keys, JsonSchema[]>();
  #room = MAX_KEYS;

  #add(size: number, make: () => JsonSchema): void {
    this.#room -= size;
    if (this.#room >= 0) this.schemas.push(make());
  }

  /** Adds the clause that if any of `keys` is present, so is one key of each need (CM-14). */
  addImplication(keys: Keys, needs: readonly Keys[]): void {
    const [only] = needs;
    if (only === undefined || (needs.length === 1 && only.size === keys.size)) return;
    const size = needs.reduce((sum, need) => sum + need.size, keys.size);
    this.#add(size, () => ({ anyOf: [allOf(needs), { not: anyOf(keys) }] }));
  }

  /**
   * Adds the clause that the keys of exactly one branch are present, or none (CM-12). Branches have no key in common, so this
   * is linear.
   */
  addChoice(keys: Keys, branches: readonly Summary[]): void {
    this.#add(2 * keys.size, () => {
      const touched = branches.filter((branch) => branch.keys.size > 0).map((branch) => anyOf(branch.keys));
      const alternatives = [...touched, { not: anyOf(keys) }];
      this.#choices.set(keys, alternatives);
      this.choices.push(namesOf(branches));
      return { oneOf: alternatives };
    });
  }

  /** Adds the clause that some branch has all keys that are present, and that every key that it needs is present (CM-13). */
  addOverlappingChoice(keys: Keys, branches: readonly Summary[]): void {
    this.#add(keys.size * (branches.length + 1), () => {
      const all = listKeys(keys);
      const options = branches
        .filter((branch) => branch.keys.size > 0)
        .map((branch): JsonSchema => {
          const own = new Set(listKeys(branch.keys).map(({ key }) => key));
          const others = all.filter(({ key }) => !own.has(key));
          const present = branch.needs.length === 0 ? anyOf(branch.keys) : allOf(branch.needs);
          return others.length === 0 ? present : { allOf: [present, { not: anyOfKeys(others) }] };
        });
      const alternatives = [...options, { not: anyOf(keys) }];
      this.#choices.set(keys, alternatives);
      this.choices.push(namesOf(branches));
      return { anyOf: alternatives };
    });
  }

  /**
   * Adds the clause that one of these keys is present, which the root needs. For a choice, this means that it cannot be empty, not even with
   * null for its only key; another key alone is required by its name.
   */
  makeCertain(need: Keys): void {
    const alternatives = this.#choices.get(need);
    if (alternatives !== undefined) alternatives.pop();
    else if (need.size > 1) this.#add(need.size, () => anyOf(need));
  }
}

function shareKeys(branches: readonly Summary[]): boolean {
  const seen = new Set<string>();
  for (const branch of branches) {
    const own = listKeys(branch.keys).map(({ key }) => key);
    for (const key of own) if (seen.has(key)) return true;
    for (const key of own) seen.add(key);
  }
  return false;
}

function namesOf(branches: readonly Summary[]): ChoiceKeys {
  return branches.flatMap(({ keys }) => {
    const names = listKeys(keys).map(({ key }) => key);
    const [only] = names;
    return only === undefined ? [] : [names.length === 1 ? only : names];
  });
}

function anyOf(keys: Keys): JsonSchema {
  return anyOfKeys(listKeys(keys));
}

function anyOfKeys(keys: readonly Key[]): JsonSchema {
  const [only] = keys;
  return only !== undefined && keys.length === 1 ? present(only) : { anyOf: keys.map(present) };
}

function allOf(needs: readonly Keys[]): JsonSchema {
  const required = needs.filter((need) => need.size === 1).flatMap(listKeys);
  const alternatives = needs.filter((need) => need.size > 1).map(anyOf);
  return {
    ...(required.length === 0 ? {} : allPresent(required)),
    ...(alternatives.length === 0 ? {} : { allOf: alternatives }),
  };
}

function join(summaries: readonly Summary[]): Keys {
  const parts = summaries.map((summary) => summary.keys);
  return { size: parts.reduce((sum, part) => sum + part.size, 0), parts };
}

/** In plan order, each once. */
function listKeys(keys: Keys): Key[] {
  const found = new Map<string, Key>();
  const stack = [keys];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { key, parts } = next;
    if (key !== undefined && !found.has(key.key)) found.set(key.key, key);
    stack.push(...parts.toReversed());
  }
  return [...found.values()];
}

import {
  type AnyNode,
  type ContentNode,
  type ElementNode,
  type ItemsNode,
  isFilledIn,
  type Scope,
} from '@soapstone/json-xml-mapper';
import type { Schema } from './schema-registry.js';

/** What the content plan of a scope demands of its keys, beyond the schema of each key. */
export interface ContentConstraints {
  /** Keys that are always there. */
  readonly required: readonly string[];
  /** Schemas that hold besides: one per choice and one per optional group (CM-16). */
  readonly clauses: readonly Schema[];
  /** An object without any key is fine. */
  readonly acceptsEmpty: boolean;
}

/**
 * Clauses that together name more keys than this are left out: a stranger's nested groups must not make the document
 * grow with the square of the schema. The mapper checks them all the same.
 */
const MAX_CLAUSE_KEYS = 5000;

/** Keys of a group, as a tree: joining two lists would cost their length at every level of nesting. */
interface KeySet {
  readonly size: number;
  readonly key?: string;
  /** The value of the key is an array, and an empty one is no value (CM-12). */
  readonly isArray?: boolean;
  readonly parts?: readonly KeySet[];
}

/** What is known of a node of the plan once its children are known. */
interface Summary {
  readonly keys: KeySet;
  /** No key of the node needs to be there. */
  readonly emptiable: boolean;
  /** When the node is present: of each set, at least one key must be. A required key is a set of one. */
  readonly needs: readonly KeySet[];
}

/** A node on the stack: first its children are pushed, then its summary is made of theirs. */
interface Frame {
  readonly node: ContentNode;
  /** Inside an optional group or a branch: the node may be absent as a whole. */
  readonly conditional: boolean;
  /** Inside the body of `$items`, which is an object of its own: here only its emptiness counts (CM-21). */
  readonly isolated: boolean;
  readonly children: Summary[];
  next: number;
}

/**
 * The constraints of a content plan (CM-12 to CM-16). Each choice and each optional group becomes one flat clause that
 * is vacuous while none of its keys is present, so clauses of nested groups need no nesting either.
 *
 * `emptiableBodies` learns of every repeating group whether its body may be empty (CM-21); a body that is known there is
 * not walked again, so that nested repeating groups cost no more than their size.
 */
export function constraintsOf(
  content: ContentNode,
  emptiableBodies: Map<Scope, boolean>,
): ContentConstraints {
  const clauses: Schema[] = [];
  let budget = MAX_CLAUSE_KEYS;
  const addClause = (size: number, make: () => Schema): void => {
    budget -= size;
    if (budget >= 0) clauses.push(make());
  };

  const stack: Frame[] = [{ node: content, conditional: false, isolated: false, children: [], next: 0 }];
  for (;;) {
    const frame = stack[stack.length - 1] as Frame;
    const child = childrenOf(frame.node, emptiableBodies)[frame.next++];
    if (child !== undefined) {
      const isolated = frame.isolated || frame.node.kind === 'items';
      const conditional = frame.conditional || isConditional(frame.node);
      stack.push({ node: child, conditional, isolated, children: [], next: 0 });
      continue;
    }
    const summary = summarise(frame, emptiableBodies, frame.isolated ? ignoreClause : addClause);
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent !== undefined) {
      parent.children.push(summary);
      continue;
    }
    const required = new Set<string>();
    for (const need of summary.needs) {
      // A choice that is certain says itself, in its own clause, that one branch is there.
      if (need.size === 1) for (const { key } of leavesIn(need)) required.add(key);
    }
    return { required: [...required], clauses, acceptsEmpty: summary.needs.length === 0 };
  }
}

function ignoreClause(): void {}

/** The leaves of a plan in schema order: elements, wildcards and repeating groups, with whether they may be absent. */
export function leavesOf(
  content: ContentNode,
): { readonly node: ElementNode | AnyNode | ItemsNode; readonly conditional: boolean }[] {
  const leaves: ReturnType<typeof leavesOf> = [];
  const stack = [{ node: content, conditional: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, conditional } = top;
    if (node.kind !== 'sequence' && node.kind !== 'choice') {
      leaves.push({ node, conditional });
      continue;
    }
    const children = node.kind === 'sequence' ? node.children : node.branches;
    for (let index = children.length - 1; index >= 0; index--) {
      stack.push({ node: children[index] as ContentNode, conditional: conditional || isConditional(node) });
    }
  }
  return leaves;
}

function childrenOf(node: ContentNode, emptiableBodies: ReadonlyMap<Scope, boolean>): readonly ContentNode[] {
  if (node.kind === 'sequence') return node.children;
  if (node.kind === 'choice') return node.branches;
  return node.kind === 'items' && !emptiableBodies.has(node.body) ? [node.body.content] : [];
}

function isConditional(node: ContentNode): boolean {
  return node.kind === 'choice' || (node.kind === 'sequence' && node.optional);
}

type AddClause = (size: number, make: () => Schema) => void;

function summarise(
  { node, children, conditional }: Frame,
  emptiableBodies: Map<Scope, boolean>,
  addClause: AddClause,
): Summary {
  switch (node.kind) {
    case 'element': {
      const keys = leaf(node.member.key, node.member.array);
      const isRequired = node.min > 0;
      return { keys, emptiable: !isRequired, needs: isRequired && !isFilledIn(node.member) ? [keys] : [] };
    }
    case 'any':
      return summaryOfLeaf(leaf(node.key, true), node.min > 0);
    case 'items': {
      const [body] = children;
      if (body !== undefined) emptiableBodies.set(node.body, body.emptiable);
      return summaryOfLeaf(leaf(node.key, true), node.min > 0 && emptiableBodies.get(node.body) !== true);
    }
    case 'sequence':
      return summariseSequence(node.optional, children, addClause);
    case 'choice':
      return summariseChoice(node.optional, children, conditional, addClause);
  }
}

function summaryOfLeaf(keys: KeySet, isRequired: boolean): Summary {
  return { keys, emptiable: !isRequired, needs: isRequired ? [keys] : [] };
}

function summariseSequence(optional: boolean, children: readonly Summary[], addClause: AddClause): Summary {
  const keys = join(children.map((child) => child.keys));
  const needs = children.flatMap((child) => child.needs);
  const emptiable = optional || children.every((child) => child.emptiable);
  if (!optional) return { keys, emptiable, needs };
  addImplication(keys, needs, addClause);
  return { keys, emptiable, needs: [] };
}

function summariseChoice(
  optional: boolean,
  branches: readonly Summary[],
  conditional: boolean,
  addClause: AddClause,
): Summary {
  const keys = join(branches.map((branch) => branch.keys));
  const emptiable = optional || branches.some((branch) => branch.emptiable);
  const isCertain = !conditional && !emptiable;
  if (keys.size === 0) return { keys, emptiable, needs: [] };
  // Beyond the budget no clause would be added, and looking for shared keys at every level would cost the square.
  if (keys.size > MAX_CLAUSE_KEYS) return { keys, emptiable, needs: emptiable ? [] : [keys] };
  if (sharesKeys(branches)) {
    addClause(keys.size * branches.length, () => exclusiveWithSharedKeys(branches, keys, isCertain));
  } else {
    for (const branch of branches) addImplication(branch.keys, branch.needs, addClause);
    addClause(keys.size * (isCertain ? 1 : 2), () => exclusive(branches, keys, isCertain));
  }
  return { keys, emptiable, needs: emptiable ? [] : [keys] };
}

/** Any of `keys` present: then of each need, at least one is (CM-14). */
function addImplication(keys: KeySet, needs: readonly KeySet[], addClause: AddClause): void {
  if (needs.length === 0 || (keys.size === 1 && needs.length === 1)) return;
  const size = needs.reduce((sum, need) => sum + need.size, keys.size);
  addClause(size, () => ({ anyOf: [allOf(needs), { not: anyOf(keys) }] }));
}

/** Exactly one branch has a key; none may have where the choice is not certain. Linear, because branches share no key. */
function exclusive(branches: readonly Summary[], keys: KeySet, isCertain: boolean): Schema {
  const touched = branches.filter((branch) => branch.keys.size > 0).map((branch) => anyOf(branch.keys));
  return { oneOf: isCertain ? touched : [...touched, { not: anyOf(keys) }] };
}

/** The same where branches share a key: the present keys all belong to one branch, and satisfy it (CM-13). */
function exclusiveWithSharedKeys(branches: readonly Summary[], keys: KeySet, isCertain: boolean): Schema {
  const all = leavesIn(keys);
  const withKeys = branches.filter((branch) => branch.keys.size > 0);
  const options = withKeys.map((branch): Schema => {
    const own = new Set(leavesIn(branch.keys).map(({ key }) => key));
    const others = all.filter(({ key }) => !own.has(key));
    const schema = branch.needs.length === 0 ? anyOf(branch.keys) : allOf(branch.needs);
    if (others.length > 0) schema.not = { anyOf: others.map(present) };
    return schema;
  });
  return { anyOf: isCertain ? options : [...options, { not: anyOf(keys) }] };
}

function sharesKeys(branches: readonly Summary[]): boolean {
  const seen = new Set<string>();
  for (const branch of branches) {
    for (const { key } of leavesIn(branch.keys)) {
      if (seen.has(key)) return true;
      seen.add(key);
    }
  }
  return false;
}

/** A key has a value: it is there, and an array has an entry. */
function present({ key, isArray }: Leaf): Schema {
  return { required: [key], ...(isArray ? { properties: entriesOf([key]) } : {}) };
}

/** `properties` that ask for an entry of each of these arrays; `__proto__` is a key like any other (VO-5). */
function entriesOf(keys: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(keys.map((key) => [key, { minItems: 1 }]));
}

function anyOf(keys: KeySet): Schema {
  const leaves = leavesIn(keys);
  const [only] = leaves;
  return only !== undefined && leaves.length === 1 ? present(only) : { anyOf: leaves.map(present) };
}

function allOf(needs: readonly KeySet[]): Schema {
  const required: Leaf[] = [];
  const alternatives: Schema[] = [];
  for (const need of needs) {
    if (need.size === 1) required.push(...leavesIn(need));
    else alternatives.push(anyOf(need));
  }
  const arrays = required.filter(({ isArray }) => isArray).map(({ key }) => key);
  return {
    ...(required.length === 0 ? {} : { required: [...new Set(required.map(({ key }) => key))] }),
    ...(arrays.length === 0 ? {} : { properties: entriesOf(arrays) }),
    ...(alternatives.length === 0 ? {} : { allOf: alternatives }),
  };
}

function leaf(key: string, isArray: boolean): KeySet {
  return { size: 1, key, isArray };
}

function join(parts: readonly KeySet[]): KeySet {
  let size = 0;
  for (const part of parts) size += part.size;
  return { size, parts };
}

interface Leaf {
  readonly key: string;
  readonly isArray: boolean;
}

/** The keys of a set in plan order, each once. */
function leavesIn(keys: KeySet): readonly Leaf[] {
  const found = new Map<string, Leaf>();
  const stack: KeySet[] = [keys];
  for (let set = stack.pop(); set !== undefined; set = stack.pop()) {
    const { key, isArray = false, parts = [] } = set;
    if (key !== undefined && !found.has(key)) found.set(key, { key, isArray });
    for (let index = parts.length - 1; index >= 0; index--) stack.push(parts[index] as KeySet);
  }
  return [...found.values()];
}

import type { ContentNode, Scope } from '../shape/shape.js';

/**
 * The plainest JSON form of a plan, for tests: every key has an array. A value is the position of its element in the document; an
 * entry of a repeating group is an object.
 */
export interface PlanObject {
  [key: string]: (number | PlanObject)[];
}

interface Reading {
  readonly at: number;
  readonly object: PlanObject;
}

/** Matches element names against the plan by trying everything (a specification, not an algorithm). Undefined if nothing fits. */
export function readByPlan(scope: Scope, names: readonly string[]): PlanObject | undefined {
  for (const reading of readNode(scope.content, names, { at: 0, object: {} })) {
    if (reading.at === names.length) return reading.object;
  }
  return undefined;
}

function* readNode(node: ContentNode, names: readonly string[], from: Reading): Generator<Reading> {
  switch (node.kind) {
    case 'element':
      yield* readRun(node.member.name.localName, node.member.key, node.min, node.max, names, from);
      return;
    case 'any':
      yield* readRun('$any', node.key, node.min, node.max, names, from);
      return;
    case 'items':
      yield* readItems(node, names, from, 0);
      return;
    case 'sequence':
      yield* readSequence(node.children, 0, names, from);
      if (node.optional) yield from;
      return;
    case 'choice':
      for (const branch of node.branches) yield* readNode(branch, names, from);
      if (node.optional) yield from;
  }
}

function* readSequence(
  nodes: readonly ContentNode[],
  index: number,
  names: readonly string[],
  from: Reading,
): Generator<Reading> {
  const node = nodes[index];
  if (node === undefined) {
    yield from;
    return;
  }
  for (const reading of readNode(node, names, from)) yield* readSequence(nodes, index + 1, names, reading);
}

/** Takes as many as possible first. */
function* readRun(
  name: string,
  key: string,
  min: number,
  max: number,
  names: readonly string[],
  from: Reading,
): Generator<Reading> {
  let count = 0;
  while (count < max && names[from.at + count] === name) count++;
  for (; count >= min; count--) {
    const values = Array.from({ length: count }, (_, index) => from.at + index);
    yield { at: from.at + count, object: append(from.object, key, values) };
  }
}

function* readItems(
  node: Extract<ContentNode, { kind: 'items' }>,
  names: readonly string[],
  from: Reading,
  count: number,
): Generator<Reading> {
  if (count < node.max) {
    for (const entry of readNode(node.body.content, names, { at: from.at, object: {} })) {
      if (entry.at === from.at) continue;
      yield* readItems(
        node,
        names,
        { at: entry.at, object: append(from.object, node.key, [entry.object]) },
        count + 1,
      );
    }
  }
  if (count >= node.min) yield from;
}

function append(object: PlanObject, key: string, values: readonly (number | PlanObject)[]): PlanObject {
  return values.length === 0 ? object : { ...object, [key]: [...(object[key] ?? []), ...values] };
}

/**
 * Writes an object by the plan: CM-8 (greedy from the left), CM-13 (the first branch that has all present keys and misses none that
 * it needs), CM-14.
 */
export function writeByPlan(scope: Scope, object: PlanObject): string[] {
  const written: string[] = [];
  const left = new Map(Object.entries(object).map(([key, values]) => [key, [...values]]));
  writeNode(scope.content, object, left, written, minimumsAfter(scope.content));
  for (const [key, values] of left) if (values.length > 0) throw new Error(`values of ${key} have no place`);
  return written;
}

type Left = Map<string, (number | PlanObject)[]>;

function writeNode(
  node: ContentNode,
  object: PlanObject,
  left: Left,
  written: string[],
  later: ReadonlyMap<ContentNode, number>,
): void {
  switch (node.kind) {
    case 'element':
    case 'any': {
      const key = node.kind === 'element' ? node.member.key : node.key;
      const name = node.kind === 'element' ? node.member.name.localName : '$any';
      const values = left.get(key) ?? [];
      const take = Math.min(node.max, values.length - (later.get(node) ?? 0));
      for (const value of values.splice(0, take)) written.push(`${name}${value}`);
      return;
    }
    case 'items':
      for (const entry of left.get(node.key) ?? [])
        written.push(...writeByPlan(node.body, entry as PlanObject));
      left.set(node.key, []);
      return;
    case 'sequence':
      for (const child of node.children) writeNode(child, object, left, written, later);
      return;
    case 'choice': {
      const keys = node.branches.map(keysOf);
      const present = new Set(keys.flatMap((set) => [...set]).filter((key) => object[key] !== undefined));
      if (present.size === 0) return;
      const branch = node.branches.find(
        (candidate, index) => isSubset(present, keys[index]!) && isComplete(candidate, present),
      );
      if (branch === undefined) throw new Error(`no branch has ${[...present].join()}`);
      writeNode(branch, object, left, written, later);
    }
  }
}

function isSubset(keys: ReadonlySet<string>, of: ReadonlySet<string>): boolean {
  return [...keys].every((key) => of.has(key));
}

/** Whether all keys that the node needs are present. */
function isComplete(node: ContentNode, present: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'element':
      return node.min === 0 || present.has(node.member.key);
    case 'any':
    case 'items':
      return node.min === 0 || present.has(node.key);
    case 'sequence':
    case 'choice': {
      if (node.optional && ![...keysOf(node)].some((key) => present.has(key))) return true;
      if (node.kind === 'sequence') return node.children.every((child) => isComplete(child, present));
      const here = new Set([...keysOf(node)].filter((key) => present.has(key)));
      return node.branches.some((branch) => isSubset(here, keysOf(branch)) && isComplete(branch, here));
    }
  }
}

function keysOf(node: ContentNode): ReadonlySet<string> {
  switch (node.kind) {
    case 'element':
      return new Set([node.member.key]);
    case 'any':
    case 'items':
      return new Set([node.key]);
    case 'sequence':
      return new Set(node.children.flatMap((child) => [...keysOf(child)]));
    case 'choice':
      return new Set(node.branches.flatMap((child) => [...keysOf(child)]));
  }
}

/** CM-8: the minimum that the later unconditional places of the same name need. */
function minimumsAfter(root: ContentNode): ReadonlyMap<ContentNode, number> {
  const places: Extract<ContentNode, { kind: 'element' }>[] = [];
  const collect = (node: ContentNode): void => {
    if (node.kind === 'element') places.push(node);
    else if (node.kind === 'sequence' && !node.optional) for (const child of node.children) collect(child);
  };
  collect(root);
  return new Map(
    places.map((place, index) => [
      place,
      places
        .slice(index + 1)
        .reduce((sum, other) => sum + (other.member === place.member ? other.min : 0), 0),
    ]),
  );
}

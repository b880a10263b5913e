import { clarkName, parseClarkName } from '@soapstone/soap-model';
import type { JsonObject, JsonValue } from '../api/values.js';
import { type InputObject, isInputObject, memberOf } from '../explain/json-input.js';
import { PlaceOrder } from '../shape/place-order.js';
import type { AnyNode, ContentNode, ElementNode, ItemsNode } from '../shape/shape.js';
import { type NormaliseContext, newObject } from './context.js';
import { insertedValues } from './inserted-values.js';

/** One element of a repeating group, as in XML: its name and its place. */
interface Leaf {
  readonly name: string;
  readonly namespace: string;
  readonly node: ElementNode | AnyNode;
  readonly value: unknown;
  /** The repeating groups between this one and the leaf, outermost first. */
  readonly within: readonly ItemsNode[];
}

const orders = new WeakMap<ItemsNode, PlaceOrder>();

/**
 * N 7: repetitions as a reader finds them (CM-19). XML does not mark the boundary between two repetitions, so entries are split
 * into elements and regrouped.
 */
export function normaliseItems(
  node: ItemsNode,
  entries: readonly unknown[],
  context: NormaliseContext,
): JsonValue[] {
  return entriesOf(node, leavesOf(node, entries, context)).map((entry) => context.scope(node.body, entry));
}

/** Splits a run of elements into entries. */
function entriesOf(node: ItemsNode, leaves: readonly Leaf[]): InputObject[] {
  const order = orderOf(node);
  const runs: Leaf[][] = [];
  let place = -1;
  let count = 0;
  for (const leaf of leaves) {
    const next = runs.length === 0 ? -1 : order.next(place, count, leaf.name, leaf.namespace);
    if (next === -1) {
      runs.push([leaf]);
      place = order.next(-1, 0, leaf.name, leaf.namespace);
      count = 1;
      continue;
    }
    runs.at(-1)?.push(leaf);
    count = next === place ? count + 1 : 1;
    place = next;
  }
  return runs.map((run) => entryOf(run));
}

/** The object of one repetition. */
function entryOf(leaves: readonly Leaf[]): InputObject {
  const entry = newObject() as Record<string, unknown>;
  const nested = new Map<ItemsNode, Leaf[]>();
  for (const leaf of leaves) {
    const [group, ...within] = leaf.within;
    if (group !== undefined) {
      const inner = nested.get(group) ?? [];
      inner.push({ ...leaf, within });
      nested.set(group, inner);
    } else if (leaf.node.kind === 'any') {
      append(entry, leaf.node.key, leaf.value);
    } else if (leaf.node.member.array) {
      append(entry, leaf.node.member.key, leaf.value);
    } else {
      entry[leaf.node.member.key] = leaf.value;
    }
  }
  for (const [group, inner] of nested) entry[group.key] = entriesOf(group, inner);
  return entry;
}

function append(entry: Record<string, unknown>, key: string, value: unknown): void {
  const values = entry[key];
  if (Array.isArray(values)) values.push(value);
  else entry[key] = [value];
}

/** The elements of all entries in writing order. */
function leavesOf(node: ItemsNode, entries: readonly unknown[], context: NormaliseContext): Leaf[] {
  const { content } = node.body;
  return entries.flatMap((source) =>
    isInputObject(source) ? leavesOfContent(content, { source, content, taken: new Map(), context }) : [],
  );
}

/** One entry while its elements are collected. */
interface Entry {
  readonly source: InputObject;
  readonly content: ContentNode;
  /** How many values of each key were used. */
  readonly taken: Map<string, number>;
  readonly context: NormaliseContext;
}

function leavesOfContent(node: ContentNode, entry: Entry): Leaf[] {
  const { source } = entry;
  switch (node.kind) {
    case 'element':
      return leavesOfElement(node, entry);
    case 'any': {
      const entries = memberOf(source, node.key);
      return (Array.isArray(entries) ? entries : []).map((element): Leaf => {
        const name = Object.keys(element as JsonObject)[0] ?? '';
        const namespace = parseClarkName(name)?.namespace ?? '';
        return { name, namespace, node, value: element, within: [] };
      });
    }
    case 'items': {
      const entries = memberOf(source, node.key);
      const leaves = Array.isArray(entries) ? leavesOf(node, entries, entry.context) : [];
      return leaves.map((leaf) => ({ ...leaf, within: [node, ...leaf.within] }));
    }
    case 'sequence':
      return node.children.flatMap((child) => leavesOfContent(child, entry));
    case 'choice':
      return node.branches.flatMap((branch) => leavesOfContent(branch, entry));
  }
}

/** A key with two places is taken once: within one repetition its values are all written. */
function leavesOfElement(node: ElementNode, { source, content, taken, context }: Entry): Leaf[] {
  const { member } = node;
  const value = memberOf(source, member.key);
  const isAbsent = value === undefined || (value === null && (member.array || !member.nillable));
  const values =
    isAbsent && !taken.has(member.key)
      ? insertedValues(node, content, source, context)
      : Array.isArray(value) && member.array
        ? value
        : [value];
  const from = taken.get(member.key) ?? 0;
  const some = values.slice(from, member.array ? from + node.max : 1 - Math.min(from, 1));
  taken.set(member.key, from + some.length);
  return some
    .filter((each) => each !== undefined && !(each === null && !member.nillable))
    .map((each): Leaf => {
      return { name: nameOf(node, each), namespace: member.name.namespace, node, value: each, within: [] };
    });
}

/** A substitute for the head of a substitution group has its own name in XML. */
function nameOf(node: ElementNode, value: unknown): string {
  const element = isInputObject(value) ? memberOf(value, '$element') : undefined;
  const substitute = node.member.substitution?.members.find(
    ({ key, name }) => key === element || clarkName(name) === element,
  );
  return clarkName(substitute?.name ?? node.member.name);
}

function orderOf(node: ItemsNode): PlaceOrder {
  const order = orders.get(node) ?? new PlaceOrder(node.body.content);
  orders.set(node, order);
  return order;
}

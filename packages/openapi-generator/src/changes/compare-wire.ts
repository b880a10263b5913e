import type { ContentNode, Scope, Shape } from '@soapstone/json-xml-mapper/shapes';
import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { DescribedOperation } from '../operation.js';
import { compareConstraints, compareValues, placeOf } from './compare-constraints.js';
import { type ContractMessage, type MessageChange, memberPath } from './contract-change.js';
import { type ElementOrder, elementOrder } from './element-order.js';

/** The same part of two revisions. */
interface Pair {
  readonly message: ContractMessage;
  /** JSON Pointer into the message, as in `ContractChange`. */
  readonly path: string;
  readonly before: Shape | Scope;
  readonly after: Shape | Scope;
}

/** A difference of names or of order, relative to its place. */
type Difference = Pick<MessageChange, 'aspect' | 'before' | 'after'>;

/** The maximum number of pairs of types compared per operation. */
const MAX_PAIRS = 50_000;
/** The name for a change of the order. */
const ORDER = 'order of elements';
/** The maximum number of names that a change lists. */
const MAX_NAMES = 12;

/**
 * Compares what only the wire shows: the order of elements, and the namespaces of elements, attributes and derived types, which the form
 * defaults of a schema decide; and default values, fixed values and wildcards, which the published schema does not show in every case. The
 * kinds of values are the same before and after. Types are compared in pairs, each once, so recursive ones end.
 */
export function* compareWire(before: DescribedOperation, after: DescribedOperation): Iterable<MessageChange> {
  const pending: Pair[] = [];
  const [old, now] = [before.shape, after.shape];
  yield* compareRoots('input', old.input, now.input, pending);
  if (old.output !== undefined && now.output !== undefined)
    yield* compareRoots('output', old.output, now.output, pending);
  for (const fault of old.faults) {
    const successor = now.faults.find(({ detail }) => detail.key === fault.detail.key);
    if (successor === undefined) continue;
    const path = memberPath('', fault.detail.key);
    yield* named('fault', path, fault.detail.name, successor.detail.name, 'element');
    pending.push({ message: 'fault', path, before: fault.detail.shape, after: successor.detail.shape });
  }
  yield* comparePairs(pending);
}

type Message = DescribedOperation['shape']['input'];

function* compareRoots(
  message: 'input' | 'output',
  before: Message,
  after: Message,
  pending: Pair[],
): Iterable<MessageChange> {
  if (before.name !== undefined && after.name !== undefined)
    yield* named(message, '', before.name, after.name, 'element in the Body');
  for (const change of compareValues(before, after, '', message)) yield { message, ...change };
  // The result of UW-4 is the record, so that paths start there.
  const [was, is] = [before.record, after.record];
  if (was !== undefined && is !== undefined) {
    yield* named(message, '', was.name, is.name, 'element of the result');
    pending.push({ message, path: '', before: was.shape, after: is.shape });
  } else if (was === undefined && is === undefined) {
    pending.push({ message, path: '', before: before.root, after: after.root });
  }
  if (before.headers !== undefined && after.headers !== undefined) {
    const place =
      message === 'input'
        ? ({ message, path: '/$headers' } as const)
        : ({ message: 'headers', path: '' } as const);
    pending.push({ ...place, before: before.headers, after: after.headers });
  }
}

function* comparePairs(pending: Pair[]): Iterable<MessageChange> {
  const seen = new Map<ContractMessage, Map<object, Set<object>>>();
  for (const pair of pending) {
    const { message, path, before, after } = pair;
    const ofMessage = seen.get(message) ?? new Map<object, Set<object>>();
    seen.set(message, ofMessage);
    const partners = ofMessage.get(before) ?? new Set<object>();
    ofMessage.set(before, partners);
    if (partners.has(after)) continue;
    partners.add(after);
    // The caller writes the order of `$content`, so the old order is rejected.
    const isWritten = message === 'input' && isScope(before) && before.form !== 'plain';
    for (const difference of differencesOf(before, after)) {
      const breaking = isWritten && difference.aspect === ORDER;
      yield { message, path, change: 'soap', breaking, ...difference };
    }
    for (const change of compareConstraints(before, after, message))
      yield { message, ...change, path: path + change.path };
    if (pending.length > MAX_PAIRS) continue;
    for (const inner of partsOf(before, after)) pending.push({ message, ...inner, path: path + inner.path });
  }
}

function* named(
  message: ContractMessage,
  path: string,
  was: ExpandedName,
  is: ExpandedName,
  aspect: string,
): Iterable<MessageChange> {
  const [before, after] = [clarkName(was), clarkName(is)];
  if (before !== after) yield { message, path, change: 'soap', breaking: false, aspect, before, after };
}

function* differencesOf(before: Shape | Scope, after: Shape | Scope): Iterable<Difference> {
  if (isScope(before) && isScope(after)) {
    yield* namespacesOf('namespace of elements', before.members, after.members);
    yield* orderOf(before, after);
  }
  if (!isShape(before) || !isShape(after)) return;
  if (before.kind === 'object' && after.kind === 'object')
    yield* namespacesOf('namespace of attributes', before.attributes, after.attributes);
  if (before.kind === 'lifted' && after.kind === 'lifted') {
    const [was, is] = [clarkName(before.member.name), clarkName(after.member.name)];
    if (was !== is) yield { aspect: 'element of the values', before: was, after: is };
  }
  if (before.kind === 'polymorphic' && after.kind === 'polymorphic')
    yield* namespacesOf('namespace of derived types', before.variants, after.variants);
}

/** Components of one key whose namespaces differ, by namespace: a form default changes them all in the same way. */
function* namespacesOf(
  aspect: string,
  before: readonly { readonly key: string; readonly name: ExpandedName }[],
  after: readonly { readonly key: string; readonly name: ExpandedName }[],
): Iterable<Difference> {
  const now = new Map(after.map(({ key, name }) => [key, name]));
  const groups = new Map<string, { was: string; is: string; keys: string[] }>();
  for (const { key, name } of before) {
    const successor = now.get(key);
    if (successor === undefined || successor.namespace === name.namespace) continue;
    const [was, is] = [described(name.namespace), described(successor.namespace)];
    const group = groups.get(`${was} ${is}`) ?? { was, is, keys: [] };
    group.keys.push(key);
    groups.set(`${was} ${is}`, group);
  }
  for (const { was, is, keys } of groups.values())
    yield { aspect: `${aspect} (${listed(keys)})`, before: was, after: is };
}

function described(namespace: string): string {
  return namespace === '' ? 'none (unqualified)' : namespace;
}

function* orderOf(before: Scope, after: Scope): Iterable<Difference> {
  const [old, now] = [elementOrder(before), elementOrder(after)];
  const known = new Set(now.keys);
  const was = old.keys.filter((key) => known.has(key));
  const kept = new Set(was);
  const is = now.keys.filter((key) => kept.has(key));
  if (old.isFixed !== now.isFixed) {
    // Not for content whose order is data on one side: the JSON shows that.
    if (was.length > 1 && before.form === after.form)
      yield { aspect: ORDER, before: orderText(old, was), after: orderText(now, is) };
    return;
  }
  const first = was.findIndex((key, index) => key !== is[index]);
  if (first < 0 || !old.isFixed) return;
  const excerpt = (keys: readonly string[]): string => (first > 0 ? '…, ' : '') + listed(keys.slice(first));
  yield { aspect: ORDER, before: excerpt(was), after: excerpt(is) };
}

function orderText({ isFixed }: ElementOrder, keys: readonly string[]): string {
  return isFixed ? listed(keys) : 'any';
}

function listed(keys: readonly string[]): string {
  return keys.slice(0, MAX_NAMES).join(', ') + (keys.length > MAX_NAMES ? ', …' : '');
}

type Part = Omit<Pair, 'message'>;

/** The parts of two types that belong together, by key. */
function partsOf(before: Shape | Scope, after: Shape | Scope): readonly Part[] {
  const parts: Part[] = [];
  if (isScope(before) && isScope(after))
    parts.push(...membersOf(before, after), ...repetitionsOf(before, after));
  if (isShape(before) && isShape(after)) {
    const [old, now] = [declaredOf(before), declaredOf(after)];
    // The declared type and its variants have their members at the same place.
    if (old !== before || now !== after) parts.push({ path: '', before: old, after: now });
    if (before.kind === 'polymorphic' && after.kind === 'polymorphic')
      parts.push(...matched(before.variants, after.variants, () => ''));
    if (before.kind === 'soapArray' && after.kind === 'soapArray')
      parts.push({ path: '/*', before: before.item, after: after.item });
    if (before.kind === 'lifted' && after.kind === 'lifted') {
      const path = before.member.array && after.member.array ? '/*' : '';
      parts.push({ path, before: before.member.shape, after: after.member.shape });
    }
  }
  return parts;
}

function membersOf(before: Scope, after: Scope): readonly Part[] {
  const now = new Map(after.members.map((member) => [member.key, member]));
  return before.members.flatMap((member) => {
    const successor = now.get(member.key);
    if (successor === undefined) return [];
    const path = placeOf(member, before);
    const substitutes = matched(
      member.substitution?.members ?? [],
      successor.substitution?.members ?? [],
      () => path,
    );
    return [{ path, before: member.shape, after: successor.shape }, ...substitutes];
  });
}

function matched(
  before: readonly { readonly key: string; readonly shape: Shape }[],
  after: readonly { readonly key: string; readonly shape: Shape }[],
  pathOf: (key: string) => string,
): readonly Part[] {
  const now = new Map(after.map(({ key, shape }) => [key, shape]));
  return before.flatMap(({ key, shape }) => {
    const successor = now.get(key);
    return successor === undefined ? [] : [{ path: pathOf(key), before: shape, after: successor }];
  });
}

function repetitionsOf(before: Scope, after: Scope): readonly Part[] {
  const now = new Map(itemsOf(after).map(({ key, body }) => [key, body]));
  return itemsOf(before).flatMap(({ key, body }) => {
    const successor = now.get(key);
    return successor === undefined
      ? []
      : [{ path: `${memberPath('', key)}/*`, before: body, after: successor }];
  });
}

function itemsOf(scope: Scope): readonly Extract<ContentNode, { kind: 'items' }>[] {
  if (scope.form !== 'plain') return [];
  const items: Extract<ContentNode, { kind: 'items' }>[] = [];
  const pending: ContentNode[] = [scope.content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'items') items.push(node);
    else if (node.kind === 'sequence') pending.push(...node.children);
    else if (node.kind === 'choice') pending.push(...node.branches);
  }
  return items;
}

function declaredOf(shape: Shape): Shape {
  return shape.kind === 'polymorphic' ? shape.declared : shape;
}

function isShape(part: Shape | Scope): part is Shape {
  return 'kind' in part;
}

function isScope(part: Shape | Scope): part is Scope {
  return 'form' in part;
}

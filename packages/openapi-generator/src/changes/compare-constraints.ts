import type { ContentNode, ElementMember, Scope, Shape } from '@soapstone/json-xml-mapper/shapes';
import { type ContractMessage, type MessageChange, memberPath } from './contract-change.js';

/** A difference of values or wildcards, with its path below the pair of types. */
type ConstraintChange = Omit<MessageChange, 'message'>;

/** The constraints on the value of an element or attribute. */
interface Declared {
  readonly default?: string;
  readonly fixed?: string;
}

type Wildcard = Extract<ContentNode, { kind: 'any' }>['wildcard'];

/** The maximum number of namespaces that a change lists. */
const MAX_NAMES = 12;

/**
 * Compares the default and fixed values of the members of two types, and what their wildcards admit. A default changes what an absent
 * or empty value means, and breaks no client; another fixed value, or a narrower wildcard, is refused in a request.
 */
export function* compareConstraints(
  before: Shape | Scope,
  after: Shape | Scope,
  message: ContractMessage,
): Iterable<ConstraintChange> {
  if ('form' in before && 'form' in after) {
    const now = new Map(after.members.map((member) => [member.key, member]));
    for (const member of before.members) {
      const successor = now.get(member.key);
      if (successor === undefined) continue;
      const path = placeOf(member, before);
      yield* compareValues(member, successor, path, message);
      const substitutes = new Map(successor.substitution?.members.map((each) => [each.key, each]));
      for (const substitute of member.substitution?.members ?? []) {
        const other = substitutes.get(substitute.key);
        if (other !== undefined) yield* compareValues(substitute, other, path, message, ` (${other.key})`);
      }
    }
    const wildcards = wildcardsOf(after);
    for (const [key, wildcard] of wildcardsOf(before)) {
      const successor = wildcards.get(key);
      if (successor !== undefined) yield* compareWildcards(wildcard, successor, memberPath('', key), message);
    }
  }
  if ('kind' in before && 'kind' in after && before.kind === 'object' && after.kind === 'object') {
    const now = new Map(after.attributes.map((attribute) => [attribute.key, attribute]));
    for (const attribute of before.attributes) {
      const successor = now.get(attribute.key);
      if (successor !== undefined)
        yield* compareValues(attribute, successor, memberPath('', attribute.key), message);
    }
    if (before.anyAttributes !== undefined && after.anyAttributes !== undefined)
      yield* compareWildcards(before.anyAttributes, after.anyAttributes, '', message, ' of attributes');
  }
}

/** The place of an element in JSON, below its scope. */
export function placeOf({ key, array }: ElementMember, { form }: Scope): string {
  return form === 'plain' ? memberPath('', key) + (array ? '/*' : '') : `/$content/*${memberPath('', key)}`;
}

/** Compares the default and the fixed value of one place. */
export function* compareValues(
  before: Declared,
  after: Declared,
  path: string,
  message: ContractMessage,
  of = '',
): Iterable<ConstraintChange> {
  for (const name of ['default', 'fixed'] as const) {
    const [was, is] = [before[name], after[name]];
    if (was === is) continue;
    const isNarrower = was === undefined;
    const isWider = is === undefined;
    // Without a fixed value, a response may have any; with one, a request must have it.
    const breaking = name === 'fixed' && (isWritten(message) ? !isWider : !isNarrower);
    yield {
      path,
      change: 'form',
      breaking,
      aspect: `${name}${of}`,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
  }
}

/** Whether the client writes the message. */
function isWritten(message: ContractMessage): boolean {
  return message === 'input' || message === 'query';
}

function* compareWildcards(
  before: Wildcard,
  after: Wildcard,
  path: string,
  message: ContractMessage,
  of = '',
): Iterable<ConstraintChange> {
  const [was, is] = [namespacesOf(before), namespacesOf(after)];
  const breaks = (from: boolean, to: boolean): boolean => (isWritten(message) ? !to : !from);
  if (was !== is) {
    const breaking = breaks(covers(before, after), covers(after, before));
    yield { path, change: 'form', breaking, aspect: `namespaces${of}`, before: was, after: is };
  }
  if (before.short !== after.short) {
    const [from, to] = [before, after].map(({ short }) =>
      short === undefined ? '{namespace}local' : 'local',
    );
    yield { path, change: 'form', breaking: true, aspect: `names${of}`, before: from ?? '', after: to ?? '' };
  }
  const [old, now] = [before.processContents, after.processContents];
  if (old === now) return;
  const [wasOpen, isOpen] = [OPENNESS[old], OPENNESS[now]];
  const breaking = breaks(wasOpen >= isOpen, isOpen >= wasOpen);
  yield { path, change: 'form', breaking, aspect: `processContents${of}`, before: old, after: now };
}

const OPENNESS = { strict: 0, lax: 1, skip: 2 } as const;

/** Whether a wildcard admits every namespace that another one admits. */
function covers({ namespaces: wide }: Wildcard, { namespaces: narrow }: Wildcard): boolean {
  if (wide.kind === 'any') return true;
  if (narrow.kind === 'any') return false;
  if (wide.kind === 'not') {
    if (narrow.kind === 'not') return wide.namespace === narrow.namespace;
    return narrow.list.every((namespace) => namespace !== '' && namespace !== wide.namespace);
  }
  if (narrow.kind === 'not') return false;
  const admitted = new Set(wide.list);
  return narrow.list.every((namespace) => admitted.has(namespace));
}

function namespacesOf({ namespaces }: Wildcard): string {
  if (namespaces.kind === 'any') return 'any';
  if (namespaces.kind === 'not') return `all but ${described(namespaces.namespace)}`;
  const names = [...namespaces.list].sort().map(described);
  return names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
}

function described(namespace: string): string {
  return namespace === '' ? 'none (unqualified)' : namespace;
}

/** The wildcards of a scope by their keys, outside repeating groups, which have scopes of their own. Iterative. */
function wildcardsOf({ content }: Scope): ReadonlyMap<string, Wildcard> {
  const found = new Map<string, Wildcard>();
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') found.set(node.key, node.wildcard);
    else if (node.kind === 'sequence') for (const child of node.children) pending.push(child);
    else if (node.kind === 'choice') for (const branch of node.branches) pending.push(branch);
  }
  return found;
}

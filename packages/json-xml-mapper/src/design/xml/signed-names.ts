import { type ExpandedName, parseClarkName } from '@soapstone/soap-model';
import { nearestName } from '../../explain/keys/nearest-name.js';
import { childrenOf } from '../../shape/fold-plan.js';
import type { AttributeMember, ContentNode, ElementMember, Scope, Shape } from '../../shape/shape.js';
import { hint, quote } from '../design-data.js';
import type { SignLine } from './parse-sign.js';

/** The names of a line, as the message has them. */
export interface SignedNames {
  /** From the root of the paths to the element that holds the signature. */
  readonly path: readonly ExpandedName[];
  readonly reference?: { readonly path: readonly ExpandedName[]; readonly attribute: ExpandedName };
  readonly into: readonly ExpandedName[];
}

/** Why a line does not fit. */
export class SignProblem extends Error {
  readonly nearest: string | undefined;

  constructor(message: string, nearest?: string) {
    super(message);
    this.nearest = nearest;
  }
}

/** The place at the end of a path so far: a Shape, or content whose names only data decides. */
type Place = Shape | Scope | { readonly entries: Scope } | 'open';

/**
 * Finds the names that a line's paths mean. Throws `SignProblem`.
 *
 * @param root what the paths start from
 * @param keys the path from there
 */
export function signedNames(
  root: Shape,
  keys: readonly string[],
  line: Pick<SignLine, 'into' | 'reference'>,
): SignedNames {
  const holder = walk(root, keys, '');
  const into = walk(holder.place, line.into, keys.join('/'));
  if (line.reference === undefined) return { path: holder.names, into: into.names };
  const target = walk(holder.place, line.reference.slice(0, -1), keys.join('/'));
  const attribute = attributeAt(target.place, line.reference.at(-1) as string);
  return { path: holder.names, into: into.names, reference: { path: target.names, attribute } };
}

function walk(
  start: Place,
  keys: readonly string[],
  above: string,
): { readonly place: Place; readonly names: readonly ExpandedName[] } {
  let place = start;
  const names: ExpandedName[] = [];
  for (const key of keys) {
    const next = below(place, key);
    if (next === undefined) {
      const nearest = nearestName(key, keysOf(place));
      const parent = above === '' ? 'the input' : above;
      throw new SignProblem(`${parent} has no element ${quote(key)}${hint(nearest)}`, nearest);
    }
    if (next.name !== undefined) names.push(next.name);
    ({ place } = next);
    above = above === '' ? key : `${above}/${key}`;
  }
  return { place, names };
}

interface Next {
  readonly place: Place;
  /** Absent for keys that are not elements: wildcards and groups. */
  readonly name?: ExpandedName;
}

function below(place: Place, key: string): Next | undefined {
  if (place === 'open') {
    if (key === '$any' || key === '$content') return { place };
    const name = key.startsWith('@') || key.startsWith('$') ? undefined : parseClarkName(key);
    return name && { place, name };
  }
  if ('entries' in place) {
    const member = place.entries.members.find((each) => each.key === key);
    if (member !== undefined) return memberPlace(member);
    return nodesOf(place.entries.content).some(({ kind }) => kind === 'any') ? below('open', key) : undefined;
  }
  if (!('kind' in place)) return inScope(place, key);
  if (place.kind === 'anyType') return below('open', key);
  if (place.kind === 'polymorphic') return below(place.declared, key);
  return place.kind === 'object' ? inScope(place, key) : undefined;
}

function inScope(scope: Scope, key: string): Next | undefined {
  if (scope.form !== 'plain') return key === '$content' ? { place: { entries: scope } } : undefined;
  const member = scope.members.find((each) => each.key === key);
  if (member !== undefined) return memberPlace(member);
  for (const node of nodesOf(scope.content)) {
    if (node.kind === 'any' && node.key === key) return { place: 'open' };
    if (node.kind === 'items' && node.key === key) return { place: node.body };
  }
  return undefined;
}

function memberPlace({ key, name, shape, substitution }: ElementMember): Next {
  if (substitution !== undefined) throw new SignProblem(`${key} can be another element`);
  return { place: shape.kind === 'anyType' ? 'open' : shape, name };
}

function keysOf(place: Place): readonly string[] {
  if (place === 'open') return [];
  if ('entries' in place) return place.entries.members.map(({ key }) => key);
  if (!('kind' in place)) return place.members.map(({ key }) => key);
  if (place.kind === 'polymorphic') return keysOf(place.declared);
  return place.kind === 'object' ? place.members.map(({ key }) => key) : [];
}

function attributeAt(place: Place, key: string): ExpandedName {
  if (place === 'open') {
    const name = parseClarkName(key.slice(1));
    if (name !== undefined) return name;
  }
  const attributes = attributesOf(place);
  const found = attributes.find((attribute) => attribute.key === key);
  if (found !== undefined) return found.name;
  const nearest = nearestName(
    key,
    attributes.map((attribute) => attribute.key),
  );
  throw new SignProblem(`what is signed has no attribute ${quote(key)}${hint(nearest)}`, nearest);
}

function attributesOf(place: Place): readonly AttributeMember[] {
  if (place === 'open' || !('kind' in place)) return [];
  if (place.kind === 'polymorphic') return place.declared.attributes;
  return place.kind === 'object' ? place.attributes : [];
}

/** The leaves of a plan in the order of the schema. */
export function nodesOf(content: ContentNode): readonly ContentNode[] {
  const found: ContentNode[] = [];
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'sequence' || node.kind === 'choice') pending.push(...[...childrenOf(node)].reverse());
    else found.push(node);
  }
  return found;
}

import { nearestOf, OptionError } from '@soapstone/options';
import { childrenOf } from '../shape/fold-plan.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { ContentNode, ObjectShape, Scope, Shape } from '../shape/shape.js';
import { leavesOut } from './leaves-out.js';

/** How many keys are compared with one that does not exist, and their length. */
const MOST_COMPARED = 500;
const MOST_LETTERS = 64;

/** Paths as a tree, by their keys. */
export interface RawPaths {
  /** Whether a path ends here. */
  readonly isEnd: boolean;
  readonly next: ReadonlyMap<string, RawPaths>;
}

interface Node {
  isEnd: boolean;
  readonly next: Map<string, Node>;
}

/** A path in its two spellings: its keys, with dots between them or as an array. */
export type RawPath = string | readonly string[];

/**
 * A step of a path: a Shape, the repetitions of a group (a Scope), the entries of `$content`, or `open` content, whose keys only the data
 * decides.
 */
type Place = Shape | Scope | { readonly entries: Scope } | 'open';

/** The keys of elements, and where each may lead: nowhere, if the key is not an element. */
type Keys = Map<string, Set<Place>>;

/**
 * Reads the paths of the elements that come back as `$xml` (XM-7). Throws `OptionError` for one that leads to no element of the message.
 *
 * @param what the method, for the error
 * @param root the Shape that the paths start from
 * @param keepsUnknown whether objects may have `$unknown`
 */
export function readRawPaths(
  what: string,
  paths: readonly RawPath[],
  message: MessageShape | undefined,
  { root, keepsUnknown }: { readonly root: Shape | undefined; readonly keepsUnknown: boolean },
): RawPaths {
  const tree: Node = { isEnd: false, next: new Map() };
  for (const [index, path] of paths.entries()) {
    const keys = typeof path === 'string' ? path.split('.') : path;
    const problem = rawPathProblem(keys, message, root, keepsUnknown);
    if (problem !== undefined) {
      const expected = `cannot return "${keys.join('.')}" as $xml: ${problem}`;
      throw new OptionError(what, { path: `/raw/${index}`, expected });
    }
    let node = tree;
    for (const key of keys) {
      const next = node.next.get(key) ?? { isEnd: false, next: new Map<string, Node>() };
      node.next.set(key, next);
      node = next;
    }
    node.isEnd = true;
  }
  return tree;
}

/** Why a path leads to no element that can come back as `$xml`. */
export function rawPathProblem(
  path: readonly string[],
  message: MessageShape | undefined,
  root: Shape | undefined,
  keepsUnknown = false,
): string | undefined {
  if (path.length === 0) return 'a path has at least one key';
  if (message === undefined || root === undefined) return 'the operation has no output';
  if (message.encoded) return 'the message is rpc/encoded';
  let places: ReadonlySet<Place> = new Set([openOr(root)]);
  for (const [index, key] of path.entries()) {
    const keys: Keys = new Map();
    for (const place of places) addKeys(place, keys, keepsUnknown);
    const next = keys.get(key);
    const at = path.slice(0, index + 1).join('.');
    if (next?.size === 0 || key.startsWith('@')) return `"${at}" is no element`;
    if (next === undefined && [...places].some((place) => isOpen(place, keepsUnknown))) return undefined;
    if (next === undefined) return `there is no "${at}"; ${known(key, keys)}`;
    places = next;
  }
  if (message.kind === 'value' && path.length === 1) return 'the Body itself is this member';
  const isGroup = [...places].some((place) => place !== 'open' && !('kind' in place) && 'form' in place);
  if (isGroup) return 'it is a group of elements; name one of them';
  const hides = [...places].some((place) => place !== 'open' && 'kind' in place && leavesOut(place));
  return hides ? 'the design of the service leaves out members of it' : undefined;
}

function known(key: string, keys: Keys): string {
  const elements = [...keys].flatMap(([name, places]) => (places.size === 0 ? [] : [name]));
  if (elements.length === 0) return 'there are no elements';
  const nearest = nearestOf(
    key,
    elements.slice(0, MOST_COMPARED).filter(({ length }) => length <= MOST_LETTERS),
  );
  return nearest === undefined
    ? `the elements are ${elements.slice(0, 20).join(', ')}`
    : `did you mean "${nearest}"?`;
}

/** Adds the keys of a place, each with all places that it may lead to. */
function addKeys(place: Place, keys: Keys, keepsUnknown: boolean): void {
  if (place === 'open') return;
  if ('entries' in place) {
    addMembers(place.entries, keys);
    return;
  }
  if (!('kind' in place)) {
    addScope(place, keys);
    if (keepsUnknown) add(keys, '$unknown', 'open');
  } else if (place.kind === 'polymorphic') {
    for (const shape of [place.declared, ...place.variants.map((variant) => variant.shape)])
      addObject(shape, keys, keepsUnknown);
  } else if (place.kind === 'object') {
    addObject(place, keys, keepsUnknown);
  }
}

function addObject(shape: ObjectShape, keys: Keys, keepsUnknown: boolean): void {
  for (const { key } of shape.attributes) keys.set(key, new Set());
  if (shape.value !== undefined) {
    keys.set('$value', new Set());
    return;
  }
  addScope(shape, keys);
  if (keepsUnknown) add(keys, '$unknown', 'open');
}

function addScope(scope: Scope, keys: Keys): void {
  if (scope.form !== 'plain') {
    add(keys, '$content', { entries: scope });
    return;
  }
  addMembers(scope, keys);
  const pending: ContentNode[] = [scope.content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') add(keys, node.key, 'open');
    else if (node.kind === 'items') add(keys, node.key, node.body);
    else if (node.kind !== 'element') pending.push(...childrenOf(node));
  }
}

function addMembers({ members }: Scope, keys: Keys): void {
  for (const { key, shape, substitution } of members) {
    add(keys, key, openOr(shape));
    for (const member of substitution?.members ?? []) add(keys, key, openOr(member.shape));
  }
}

function add(keys: Keys, key: string, place: Place): void {
  const places = keys.get(key);
  if (places === undefined) keys.set(key, new Set([place]));
  else places.add(place);
}

/** Content of any type has any keys. */
function openOr(shape: Shape): Place {
  return shape.kind === 'anyType' ? 'open' : shape;
}

/** Whether a place has keys that no schema declares. */
function isOpen(place: Place, keepsUnknown: boolean): boolean {
  if (place === 'open') return true;
  return 'entries' in place && (keepsUnknown || hasWildcard(place.entries.content));
}

function hasWildcard(content: ContentNode): boolean {
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') return true;
    if (node.kind === 'items') pending.push(node.body.content);
    else if (node.kind !== 'element') pending.push(...childrenOf(node));
  }
  return false;
}

import { clarkName } from '@soapstone/soap-model';
import { charge } from '../work.js';
import type { ContentNode, SequenceNode } from './shape.js';
import type { WildcardShape } from './wildcard-shape.js';
import { admits } from './wildcard-shape.js';

/** A group on the path from a place to the root, and the child through which the path leads. */
interface Step {
  readonly group: ContentNode;
  readonly branch: number;
  readonly up: Step | undefined;
  readonly depth: number;
}

/** A place of the content model where an element can occur. */
interface Place {
  readonly names: ReadonlySet<string>;
  readonly wildcards: readonly WildcardShape[];
  readonly max: number;
  readonly path: Step | undefined;
}

/**
 * Where elements can occur within one repetition of a group: splits a run of elements into repetitions (CM-19).
 *
 * An element continues the repetition at the same place as the previous one while that place has room, otherwise at a later place
 * that is not in another branch of a choice already made. This is exact for deterministic content models (Unique Particle
 * Attribution), which schemas must have; for others it is greedy.
 */
export class PlaceOrder {
  readonly #places: readonly Place[];
  /** The places that match an element by name, in document order. */
  readonly #byName: ReadonlyMap<string, readonly number[]>;
  /** The places that may match one by namespace, in document order. */
  readonly #withWildcards: readonly number[];

  constructor(content: SequenceNode) {
    this.#places = collectPlaces(content);
    const byName = new Map<string, number[]>();
    const withWildcards: number[] = [];
    for (const [index, { names, wildcards }] of this.#places.entries()) {
      if (wildcards.length > 0) withWildcards.push(index);
      for (const name of names) {
        const indexes = byName.get(name);
        if (indexes === undefined) byName.set(name, [index]);
        else indexes.push(index);
      }
    }
    this.#byName = byName;
    this.#withWildcards = withWildcards;
  }

  /**
   * The place that an element takes.
   *
   * @param current the place of the previous element, -1 at the start of a repetition
   * @param count how many elements took it already
   * @param name Clark name, as declared
   * @param namespace of the element, for wildcards
   * @returns -1 if the element needs a new repetition
   */
  next(current: number, count: number, name: string, namespace: string): number {
    const now = this.#places[current];
    if (now !== undefined && count < now.max && accepts(now, name, namespace)) return current;
    const fits = (index: number): boolean => {
      charge(1);
      const place = this.#places[index]!;
      return accepts(place, name, namespace) && (now === undefined || canRepeatTogether(now, place));
    };
    const named = firstAfter(this.#byName.get(name) ?? NOWHERE, current, fits);
    const admitted = firstAfter(this.#withWildcards, current, fits);
    return named < 0 || admitted < 0 ? Math.max(named, admitted) : Math.min(named, admitted);
  }
}

const NOWHERE: readonly number[] = [];

/** The first of ascending indexes after `current` that fits, or -1. */
function firstAfter(indexes: readonly number[], current: number, fits: (index: number) => boolean): number {
  let low = 0;
  for (let high = indexes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (indexes[middle]! <= current) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < indexes.length; i++) if (fits(indexes[i]!)) return indexes[i]!;
  return -1;
}

function accepts(place: Place, name: string, namespace: string): boolean {
  return place.names.has(name) || place.wildcards.some((wildcard) => admits(wildcard, namespace));
}

/** Whether one repetition can use both places: their paths meet in a sequence, not in a choice. */
function canRepeatTogether(one: Place, other: Place): boolean {
  let a = one.path;
  let b = other.path;
  while (a !== undefined && b !== undefined && a.group !== b.group) {
    if (a.depth >= b.depth) a = a.up;
    else b = b.up;
  }
  return a === undefined || b === undefined || a.group.kind !== 'choice' || a.branch === b.branch;
}

/** Iterative, because a stranger's schema determines how deep groups nest. */
function collectPlaces(content: SequenceNode): Place[] {
  const places: Place[] = [];
  const pending: { node: ContentNode; path: Step | undefined }[] = [{ node: content, path: undefined }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, path } = visit;
    switch (node.kind) {
      case 'element':
        places.push({ names: elementNames(node), wildcards: [], max: node.max, path });
        break;
      case 'any':
        places.push({ names: new Set(), wildcards: [node.wildcard], max: node.max, path });
        break;
      case 'items':
        places.push({
          names: namesIn(node.body.content),
          wildcards: wildcardsIn(node.body.content),
          max: Number.POSITIVE_INFINITY,
          path,
        });
        break;
      default: {
        const children = node.kind === 'choice' ? node.branches : node.children;
        const depth = (path?.depth ?? 0) + 1;
        for (let branch = children.length - 1; branch >= 0; branch--) {
          pending.push({ node: children[branch]!, path: { group: node, branch, up: path, depth } });
        }
      }
    }
  }
  return places;
}

/** Every element name that has a place in a content model, in document order. */
export function namesIn(content: ContentNode): Set<string> {
  const names = new Set<string>();
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'element') for (const name of elementNames(node)) names.add(name);
    else if (node.kind === 'items') pending.push(node.body.content);
    else if (node.kind === 'sequence') pending.push(...node.children.toReversed());
    else if (node.kind === 'choice') pending.push(...node.branches.toReversed());
  }
  return names;
}

/** Every wildcard of a content model, in document order. */
export function wildcardsIn(content: ContentNode): WildcardShape[] {
  const wildcards: WildcardShape[] = [];
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') wildcards.push(node.wildcard);
    else if (node.kind === 'items') pending.push(node.body.content);
    else if (node.kind === 'sequence') pending.push(...node.children.toReversed());
    else if (node.kind === 'choice') pending.push(...node.branches.toReversed());
  }
  return wildcards;
}

/** The element's own name, and those of its substitutes (SG-1). */
function elementNames(node: ContentNode & { kind: 'element' }): Set<string> {
  const { name, substitution } = node.member;
  return new Set([name, ...(substitution?.members.map((member) => member.name) ?? [])].map(clarkName));
}

/**
 * Whether the places of a content model have one fixed order and each element has only one: no `xs:all`, no name twice, and a
 * wildcard at the end only.
 */
export function isSequential(content: ContentNode): boolean {
  const names = new Set<string>();
  const pending: ContentNode[] = [content];
  let open = false;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'sequence') {
      if (node.unordered && node.children.length > 1) return false;
      pending.push(...node.children.toReversed());
      continue;
    }
    if (node.kind === 'choice') {
      pending.push(...node.branches.toReversed());
      continue;
    }
    if (open) return false;
    if (node.kind === 'any' || wildcardsIn(node).length > 0) open = true;
    for (const name of namesIn(node)) {
      if (names.has(name)) return false;
      names.add(name);
    }
  }
  return true;
}

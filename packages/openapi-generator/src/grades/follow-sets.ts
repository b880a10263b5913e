import { admits } from '@soapstone/json-xml-mapper/internal';
import type { ElementParticle, ExpandedName, Particle, WildcardParticle } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';

type Leaf = ElementParticle | WildcardParticle;
type Group = Exclude<Particle, Leaf>;
type Wildcard = WildcardParticle['wildcard'];

/** Two particles of a content model that the same element can match. */
export interface Conflict {
  readonly name: ExpandedName;
}

/** The places of a (part of a) content model at which it can start and end. */
interface Ends {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

interface Frame {
  readonly group: Group;
  next: number;
  readonly parts: Ends[];
}

/** A model with more pairs of neighbours, and of namespaces in their wildcards, than this is not judged. */
const MAX_PAIRS = 200_000;
/** Nor is one whose nested groups hand up more places than this, which is work without pairs. */
const MAX_PLACES = 2_000_000;

/**
 * Finds a violation of Unique Particle Attribution (XML Schema Part 1 §3.8.6): an element that two particles match at one place, by
 * Glushkov's follow sets. Iterative, because a stranger's schema determines how deep groups nest.
 *
 * @returns the name of such an element; `undefined` if there is none, or if the model is too large to be judged
 */
export function findConflict(content: Particle): Conflict | undefined {
  if (isPlain(content)) return undefined;
  const places = new Places();
  const stack: Frame[] = [];
  let done = enter(content, stack, places);
  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return done === undefined ? undefined : places.among(done.first);
    if (done !== undefined) frame.parts.push(done);
    const child = frame.group.particles[frame.next++];
    if (child === undefined) {
      stack.pop();
      done = close(frame, places);
    } else {
      done = enter(child, stack, places);
    }
    if (places.conflict !== undefined || places.isFull) return places.conflict;
  }
}

/** A content model with more particles than this is not searched for names first. */
const MAX_SEARCHED = 50_000;

/** Whether the model has no wildcard, and no name twice: then no element matches two of its particles, wherever they stand. */
function isPlain(content: Particle): boolean {
  const names = new Map<string, Set<string>>();
  const stack: Particle[] = [content];
  let searched = 0;
  for (let particle = stack.pop(); particle !== undefined; particle = stack.pop()) {
    searched += 1;
    if (particle.kind === 'any' || searched + stack.length > MAX_SEARCHED) return false;
    if (particle.kind !== 'element') {
      for (const child of particle.particles) stack.push(child);
      continue;
    }
    const { namespace, localName } = particle.name;
    const known = names.get(namespace);
    if (known === undefined) names.set(namespace, new Set([localName]));
    else if (known.size === known.add(localName).size) return false;
  }
  return true;
}

const NOTHING: Ends = { nullable: true, first: [], last: [] };

function enter(particle: Particle, stack: Frame[], places: Places): Ends | undefined {
  if (particle.maxOccurs === 0) return NOTHING;
  if (particle.kind !== 'element' && particle.kind !== 'any') {
    stack.push({ group: particle, next: 0, parts: [] });
    return undefined;
  }
  const place = [places.add(particle)];
  // A fixed number of occurrences is counted, so it leaves no doubt.
  if (particle.maxOccurs !== 1 && particle.maxOccurs !== particle.minOccurs) places.follow(place, place);
  return { nullable: particle.minOccurs === 0, first: place, last: place };
}

function close({ group, parts }: Frame, places: Places): Ends {
  const ends = group.kind === 'sequence' ? inSequence(parts, places) : inAnyOrder(group, parts, places);
  if (group.maxOccurs !== 1 && ends.first.length > 0) places.follow(ends.last, ends.first);
  return group.minOccurs === 0 ? { ...ends, nullable: true } : ends;
}

function inSequence(parts: readonly Ends[], places: Places): Ends {
  const first: number[] = [];
  let last: number[] = [];
  let nullable = true;
  for (const part of parts) {
    places.follow(last, part.first);
    if (places.isFull) break;
    places.handUp(part);
    if (nullable) append(first, part.first);
    if (!part.nullable) last = [];
    append(last, part.last);
    nullable &&= part.nullable;
  }
  return { nullable, first, last };
}

/** Without a spread, whose arguments are on the stack. */
function append(all: number[], more: readonly number[]): void {
  for (const place of more) all.push(place);
}

/** A choice, or xs:all, whose elements differ in name. */
function inAnyOrder(group: Group, parts: readonly Ends[], places: Places): Ends {
  for (const part of parts) places.handUp(part);
  const first = parts.flatMap((part) => part.first);
  places.among(first);
  const isEmpty =
    group.kind === 'choice' ? parts.some((part) => part.nullable) : parts.every((part) => part.nullable);
  return {
    nullable: isEmpty || parts.length === 0,
    first,
    last: parts.flatMap((part) => part.last),
  };
}

/** The leaves of a content model by number, and what may follow each of them. */
class Places {
  conflict: Conflict | undefined = undefined;
  readonly #leaves: Leaf[] = [];
  readonly #followers: Set<number>[] = [];
  #pairs = 0;
  #handedUp = 0;

  get isFull(): boolean {
    return this.#pairs > MAX_PAIRS || this.#handedUp > MAX_PLACES;
  }

  /** Counts the places that a group takes over from one of its parts. */
  handUp({ first, last }: Ends): void {
    this.#handedUp += first.length + last.length;
  }

  add(leaf: Leaf): number {
    this.#followers.push(new Set());
    return this.#leaves.push(leaf) - 1;
  }

  /** Records that each of `next` may follow each of `last`. */
  follow(last: readonly number[], next: readonly number[]): void {
    for (const from of last) {
      this.#pairs += next.length;
      if (this.isFull) return;
      const followers = this.#followers[from]!;
      for (const to of next) followers.add(to);
      this.among([...followers]);
      if (this.conflict !== undefined) return;
    }
  }

  /** Finds two different leaves among alternatives that match one element. */
  among(places: readonly number[]): Conflict | undefined {
    const named = new Map<string, number>();
    const wildcards: number[] = [];
    this.#pairs += places.length;
    for (const place of places) {
      const leaf = this.#leaves[place]!;
      if (leaf.kind === 'any') wildcards.push(place);
      else {
        const name = clarkName(leaf.name);
        const other = named.get(name);
        if (other !== undefined && other !== place) this.conflict ??= { name: leaf.name };
        named.set(name, place);
      }
    }
    this.#amongWildcards(wildcards, named);
    return this.conflict;
  }

  #amongWildcards(wildcards: readonly number[], named: ReadonlyMap<string, number>): void {
    for (const [index, place] of wildcards.entries()) {
      const { wildcard } = this.#leaves[place] as WildcardParticle;
      this.#pairs += named.size;
      for (const other of named.values()) {
        const leaf = this.#leaves[other] as ElementParticle;
        if (admits(wildcard, leaf.name.namespace)) this.conflict ??= { name: leaf.name };
      }
      for (const other of wildcards.slice(index + 1)) {
        if (other === place) continue;
        const shared = this.#sharedNamespace(wildcard, (this.#leaves[other] as WildcardParticle).wildcard);
        if (shared !== undefined) this.conflict ??= { name: { namespace: shared, localName: '*' } };
        if (this.isFull) return;
      }
    }
  }

  /** A namespace that both wildcards admit. */
  #sharedNamespace(one: Wildcard, other: Wildcard): string | undefined {
    this.#pairs++;
    const lists = [one, other].flatMap(({ namespaces }) =>
      namespaces.kind === 'list' ? [namespaces.list] : [],
    );
    // Each admits all namespaces but one.
    if (lists.length === 0) return '##other';
    const [shorter = []] = lists.sort((left, right) => left.length - right.length);
    this.#pairs += shorter.length;
    return shorter.find((namespace) => admits(one, namespace) && admits(other, namespace));
  }
}

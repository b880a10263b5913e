import type { ElementMember, Scope, Shape, Substitution } from '../../shape/shape.js';
import { bodiesIn, leavesOf } from './plan-leaves.js';

/** Parts with their own schemas: each is projected once per form. */
export type Subject = Shape | Scope | Substitution | ElementMember;

/**
 * Finds the types whose inputs and outputs differ: below a strict wildcard, an input lists the names that it may have (AN-3); a list
 * that may be empty is always present in an output (CM-11). Types are cyclic and a stranger's schema decides their number, so each is
 * visited once.
 */
export class DirectedTypes {
  readonly #known = new Map<Subject, boolean>();

  /** Whether `subject`, or anything that it leads to, has one schema as input and another as output. */
  includes(subject: Subject): boolean {
    if (!this.#known.has(subject)) this.#explore(subject);
    return this.#known.get(subject) === true;
  }

  /** Visits everything reachable from `start` that is not known yet; known parts have been explored completely. */
  #explore(start: Subject): void {
    const users = new Map<Subject, Subject[]>();
    const found: Subject[] = [start];
    const directed: Subject[] = [];
    this.#known.set(start, false);
    for (const subject of found) {
      if (isDirected(subject)) directed.push(subject);
      for (const part of partsOf(subject)) {
        if (!this.#known.has(part)) {
          this.#known.set(part, false);
          found.push(part);
        } else if (this.#known.get(part) === true) {
          directed.push(subject);
          continue;
        }
        const list = users.get(part);
        if (list === undefined) users.set(part, [subject]);
        else list.push(subject);
      }
    }
    // The list grows while the loop reads it.
    for (const subject of directed) {
      if (this.#known.get(subject) === true) continue;
      this.#known.set(subject, true);
      directed.push(...(users.get(subject) ?? []));
    }
  }
}

/**
 * Whether a scope has a strict wildcard or a list that only outputs must have. In `$content` forms, both are part of the entries, whose
 * names the mapper checks.
 */
function isDirected(subject: Subject): boolean {
  if (!('form' in subject) || subject.form !== 'plain') return false;
  if (subject.members.some((member) => member.min === 0 && isAlwaysInResults(member))) return true;
  return leavesOf(subject.content).some(
    ({ node }) => node.kind === 'any' && node.wildcard.processContents === 'strict',
  );
}

/** CM-11: whether a result has `[]` for the absent array. */
export function isAlwaysInResults({ array, conditional }: ElementMember): boolean {
  return array && !conditional;
}

function partsOf(subject: Subject): readonly Subject[] {
  if ('form' in subject) return [...subject.members, ...bodiesIn(subject).slice(1)];
  if ('shape' in subject)
    return [subject.shape, ...(subject.substitution === undefined ? [] : [subject.substitution])];
  if (!('kind' in subject)) return subject.members.map(({ shape }) => shape);
  return partsOfShape(subject);
}

function partsOfShape(shape: Shape): readonly Shape[] {
  if (shape.kind === 'polymorphic')
    return [shape.declared, ...shape.variants.map((variant) => variant.shape)];
  if (shape.kind === 'lifted') return [shape.member.shape];
  return shape.kind === 'soapArray' ? [shape.item] : [];
}

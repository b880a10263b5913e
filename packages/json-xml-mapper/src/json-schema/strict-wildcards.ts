import type { ElementMember, Scope, Shape, Substitution } from '../shape/shape.js';
import { bodiesIn, leavesOf } from './plan-leaves.js';

/** Parts with their own schemas: each is projected once per form. */
export type Subject = Shape | Scope | Substitution | ElementMember;

/**
 * Finds the types below which a strict wildcard restricts names (AN-3): those have one schema as input, which lists the names, and
 * another as output, which does not. Types are cyclic and a stranger's schema decides their number, so each is visited once.
 */
export class RestrictedNames {
  readonly #known = new Map<Subject, boolean>();

  /** Whether a strict wildcard appears in `subject` or in anything that it leads to. */
  isIn(subject: Subject): boolean {
    if (!this.#known.has(subject)) this.#explore(subject);
    return this.#known.get(subject) === true;
  }

  /** Visits everything reachable from `start` that is not known yet; known parts have been explored completely. */
  #explore(start: Subject): void {
    const users = new Map<Subject, Subject[]>();
    const found: Subject[] = [start];
    const restricted: Subject[] = [];
    this.#known.set(start, false);
    for (const subject of found) {
      if (hasStrictWildcard(subject)) restricted.push(subject);
      for (const part of partsOf(subject)) {
        if (!this.#known.has(part)) {
          this.#known.set(part, false);
          found.push(part);
        } else if (this.#known.get(part) === true) {
          restricted.push(subject);
          continue;
        }
        const list = users.get(part);
        if (list === undefined) users.set(part, [subject]);
        else list.push(subject);
      }
    }
    // The list grows while the loop reads it.
    for (const subject of restricted) {
      if (this.#known.get(subject) === true) continue;
      this.#known.set(subject, true);
      restricted.push(...(users.get(subject) ?? []));
    }
  }
}

/** Whether a scope has a strict wildcard. In `$content` forms, wildcards are part of the entries, and the mapper checks their names. */
function hasStrictWildcard(subject: Subject): boolean {
  if (!('form' in subject) || subject.form !== 'plain') return false;
  return leavesOf(subject.content).some(
    ({ node }) => node.kind === 'any' && node.wildcard.processContents === 'strict',
  );
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
  return shape.kind === 'soapArray' ? [shape.item] : [];
}

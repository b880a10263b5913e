import { clarkName } from '@soapstone/soap-model';
import type { Scope } from '../../shape/shape.js';
import type { WordMemory } from '../lanes/word-memory.js';
import { JsonFragment } from '../output/json-output.js';
import { ABSENT_NOTHING, Slot as GenericSlot, NO_PLACE } from '../plan/plan.js';
import type { Slot, Target, WildcardTarget } from '../state/decoding.js';

/** Returns the names that a reader passes over (DF-8). A name may be unqualified by mistake (KY-5). */
export function omittedNames(
  { omitted }: Scope,
  targets: readonly Target[],
): ReadonlySet<string> | undefined {
  if (omitted === undefined) return undefined;
  const declared = new Set(targets.map(({ name }) => localNameOf(name)));
  const names = omitted.map(clarkName);
  return new Set([...names, ...names.map(localNameOf).filter((name) => !declared.has(name))]);
}

/** Returns the local part of a Clark name. */
function localNameOf(name: string): string {
  return name.slice(name.indexOf('}') + 1);
}

/** Finds targets by local names (KY-5). A local name shared by two declared names is ambiguous. */
export function indexByLocalName(targets: readonly Target[]): ReadonlyMap<string, Target> {
  const index = new Map<string, Target | null>();
  for (const target of targets) {
    const localName = localNameOf(target.name);
    const known = index.get(localName);
    index.set(localName, known === undefined || known?.name === target.name ? (known ?? target) : null);
  }
  return new Map([...index].filter((entry): entry is [string, Target] => entry[1] !== null));
}

/**
 * The slots that the fast lane recognises omitted elements by. A wildcard depends on the declared elements before it (AN-2), so that the general
 * path passes over omitted elements beside one.
 */
export function passedOver(
  { omitted = [] }: Scope,
  wildcards: readonly WildcardTarget[],
  memory: WordMemory,
): ReadonlyMap<string, Slot> | undefined {
  if (omitted.length === 0 || wildcards.length > 0) return undefined;
  const slotOf = (): Slot =>
    new GenericSlot({
      index: NO_PLACE,
      key: '',
      // The same element may follow.
      array: true,
      whenAbsent: ABSENT_NOTHING,
      opening: NOTHING,
      element: undefined,
      ordinal: 0,
      memory,
    });
  return new Map(omitted.map((name) => [clarkName(name), slotOf()]));
}

const NOTHING = new JsonFragment('');

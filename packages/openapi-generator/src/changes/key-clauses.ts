import type { DocumentSchema } from '../schema/document-schema.js';
import type { Direction } from './contract-change.js';

/** The maximum number of keys for which all sets of keys are tried: 2^12 sets. */
const MAX_KEYS = 12;

/** Whether two schemas have equal clauses about keys that go together (CM-12 to CM-16). */
export function sameClauses(before: DocumentSchema, after: DocumentSchema): boolean {
  return clausesText(before) === clausesText(after);
}

/**
 * Whether changed clauses break a client: a set of keys that it may send is now rejected, or an unexpected one can
 * arrive. Keys that are new, removed, required or optional by themselves are judged separately and ignored here. Clauses
 * about too many keys to try are assumed to break.
 */
export function clausesBreak(before: DocumentSchema, after: DocumentSchema, direction: Direction): boolean {
  const [written, read] = direction === 'input' ? [before, after] : [after, before];
  const [writable, readable] = [written, read].map((schema) => new Set(Object.keys(schema.properties ?? {})));
  const keys = [...new Set([...keysOf(written), ...keysOf(read)])].filter(
    (key) => writable?.has(key) && (direction === 'output' || readable?.has(key)),
  );
  if (keys.length > MAX_KEYS) return true;
  const needed = new Set([...(written.required ?? []), ...(read.required ?? [])]);
  for (let set = 0; set < 2 ** keys.length; set++) {
    const present = new Set(keys.filter((key, index) => needed.has(key) || ((set >> index) & 1) === 1));
    if (!clauses(written, present)) continue;
    const seen = new Set([...present].filter((key) => readable?.has(key)));
    if (!clauses(read, seen)) return true;
  }
  return false;
}

function clausesText({ oneOf, anyOf, allOf, not }: DocumentSchema): string {
  return JSON.stringify([oneOf, anyOf, allOf, not]);
}

function keysOf(schema: DocumentSchema): string[] {
  const { required = [], ...rest } = schema;
  return [...(schema.type === undefined ? required : []), ...clausesOf(rest).flatMap(keysOf)];
}

function clausesOf({ oneOf = [], anyOf = [], allOf = [], not }: DocumentSchema): readonly DocumentSchema[] {
  return [...oneOf, ...anyOf, ...allOf, ...(not === undefined ? [] : [not])];
}

/** The verdict of an object's clauses on the keys that are present. */
function clauses({ oneOf, anyOf, allOf, not }: DocumentSchema, present: ReadonlySet<string>): boolean {
  const holds = ({ required = [], ...rest }: DocumentSchema): boolean =>
    required.every((key) => present.has(key)) && clauses(rest, present);
  return (
    (oneOf === undefined || oneOf.filter(holds).length === 1) &&
    (anyOf === undefined || anyOf.some(holds)) &&
    (allOf === undefined || allOf.every(holds)) &&
    (not === undefined || !holds(not))
  );
}

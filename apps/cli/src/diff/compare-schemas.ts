import type { Change, ChangeKind, Direction } from './change.js';
import {
  alternativeKey,
  alternativesOf,
  type ContractSchema,
  resolveSchema,
  type Schemas,
  typeText,
} from './contract-schema.js';

/** One place of the contract, before and after. */
interface Place {
  readonly path: string;
  readonly before: ContractSchema;
  readonly after: ContractSchema;
}

/** What is reported of one message. */
type Report = (kind: ChangeKind, path: string, message: string) => void;

/**
 * Compare what two documents say of one message. What a client sends may be asked for less, and what it gets may become more;
 * the other way round, it breaks. Pairs of components are compared once, so recursive types end.
 */
export function compareSchemas(
  start: Place,
  direction: Direction,
  schemas: { readonly before: Schemas; readonly after: Schemas },
): Omit<Change, 'operation'>[] {
  const changes: Omit<Change, 'operation'>[] = [];
  const report: Report = (kind, path, message) => changes.push({ kind, path, message });
  const seen = new Set<string>();
  const pending: Place[] = [start];
  for (let place = pending.shift(); place !== undefined; place = pending.shift()) {
    const { before: rawBefore, after: rawAfter, path } = place;
    const pair = `${rawBefore.$ref} ${rawAfter.$ref}`;
    if (rawBefore.$ref !== undefined && rawAfter.$ref !== undefined) {
      if (seen.has(pair)) continue;
      seen.add(pair);
    }
    const before = resolveSchema(rawBefore, schemas.before);
    const after = resolveSchema(rawAfter, schemas.after);
    compareNull(before, after, path, direction, report);
    pending.push(...compareValues({ path, before, after }, direction, schemas, report));
  }
  return changes;
}

/** What is narrower breaks what a client sends; what is wider breaks what it gets. */
function compareNull(
  before: ContractSchema,
  after: ContractSchema,
  path: string,
  direction: Direction,
  report: Report,
): void {
  const was = before.nullable === true;
  const is = after.nullable === true;
  if (was === is) return;
  const isWider = is;
  report(
    isWider === (direction === 'input') ? 'additive' : 'breaking',
    path,
    is ? 'may be null' : 'may not be null any more',
  );
}

/** Compare one value and return the places inside it. */
function compareValues(
  place: Place,
  direction: Direction,
  schemas: { readonly before: Schemas; readonly after: Schemas },
  report: Report,
): readonly Place[] {
  const { before, after, path } = place;
  const oldAlternatives = alternativesOf(before);
  const newAlternatives = alternativesOf(after);
  if (oldAlternatives !== undefined || newAlternatives !== undefined) {
    return compareAlternatives(
      path,
      byKey(oldAlternatives ?? [before], schemas.before),
      byKey(newAlternatives ?? [after], schemas.after),
      direction,
      report,
    );
  }
  if (typeText(before) !== typeText(after)) {
    report('breaking', path, `was ${typeText(before)}, is ${typeText(after)}`);
    return [];
  }
  compareEnumerations(before, after, path, direction, report);
  compareBounds(before, after, path, direction, report);
  if (before.type === 'object') return compareObjects(place, direction, report);
  if (before.items === undefined || after.items === undefined) return [];
  return [{ path: `${path}/*`, before: before.items, after: after.items }];
}

function byKey(
  alternatives: readonly ContractSchema[],
  schemas: Schemas,
): ReadonlyMap<string, ContractSchema> {
  return new Map(alternatives.map((schema) => [alternativeKey(schema, schemas), schema]));
}

function compareAlternatives(
  path: string,
  before: ReadonlyMap<string, ContractSchema>,
  after: ReadonlyMap<string, ContractSchema>,
  direction: Direction,
  report: Report,
): readonly Place[] {
  const places: Place[] = [];
  const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
  for (const [key, schema] of before) {
    const successor = after.get(key);
    if (successor !== undefined) places.push({ path, before: schema, after: successor });
    else report(direction === 'input' ? 'breaking' : 'additive', path, `can no longer be ${nameOf(key)}`);
  }
  for (const key of after.keys()) {
    if (!before.has(key))
      report(direction === 'input' ? 'additive' : 'breaking', path, `can be ${nameOf(key)} as well`);
  }
  return places;
}

function compareObjects(
  { path, before, after }: Place,
  direction: Direction,
  report: Report,
): readonly Place[] {
  const places: Place[] = [];
  const oldMembers = new Map(Object.entries(before.properties ?? {}));
  const newMembers = new Map(Object.entries(after.properties ?? {}));
  const wasRequired = new Set(before.required);
  const isRequired = new Set(after.required);
  for (const [key, schema] of oldMembers) {
    const member = `${path}/${pointerToken(key)}`;
    const successor = newMembers.get(key);
    if (successor === undefined) {
      report('breaking', member, direction === 'input' ? 'is refused now' : 'is gone');
      continue;
    }
    if (!wasRequired.has(key) && isRequired.has(key)) {
      report(
        direction === 'input' ? 'breaking' : 'additive',
        member,
        direction === 'input' ? 'is required now' : 'is always there now',
      );
    } else if (wasRequired.has(key) && !isRequired.has(key)) {
      report(
        direction === 'input' ? 'additive' : 'breaking',
        member,
        direction === 'input' ? 'is optional now' : 'may be missing now',
      );
    }
    places.push({ path: member, before: schema, after: successor });
  }
  for (const key of newMembers.keys()) {
    if (oldMembers.has(key)) continue;
    const isDemanded = direction === 'input' && isRequired.has(key);
    report(
      isDemanded ? 'breaking' : 'additive',
      `${path}/${pointerToken(key)}`,
      isDemanded ? 'is new and required' : 'is new',
    );
  }
  const clauses = (schema: ContractSchema): string =>
    JSON.stringify([schema.oneOf, schema.anyOf, schema.allOf]);
  if (clauses(before) !== clauses(after)) {
    const kind = direction === 'input' ? 'breaking' : 'additive';
    report(kind, path, 'other keys go together: the choices between them are different');
  }
  return places;
}

function compareEnumerations(
  before: ContractSchema,
  after: ContractSchema,
  path: string,
  direction: Direction,
  report: Report,
): void {
  const narrower: ChangeKind = direction === 'input' ? 'breaking' : 'additive';
  const wider: ChangeKind = direction === 'input' ? 'additive' : 'breaking';
  if (before.enum === undefined && after.enum === undefined) return;
  if (before.enum === undefined || after.enum === undefined) {
    if (before.enum === undefined) report(narrower, path, 'only listed values are allowed now');
    else report(wider, path, 'any value is allowed now');
    return;
  }
  const text = (values: readonly unknown[]): Set<string> =>
    new Set(values.filter((value) => value !== null).map((value) => JSON.stringify(value)));
  const was = text(before.enum);
  const is = text(after.enum);
  const gone = [...was].filter((value) => !is.has(value));
  const added = [...is].filter((value) => !was.has(value));
  if (gone.length > 0) report(narrower, path, `can no longer be ${gone.join(', ')}`);
  if (added.length > 0) report(wider, path, `can be ${added.join(', ')} as well`);
}

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

/** Bounds matter to who must keep them. Clients do not check what they get, so a bound on a result breaks nobody. */
function compareBounds(
  before: ContractSchema,
  after: ContractSchema,
  path: string,
  direction: Direction,
  report: Report,
): void {
  const narrower: ChangeKind = direction === 'input' ? 'breaking' : 'additive';
  for (const [keywords, sign] of [
    [LOWER, 1],
    [UPPER, -1],
  ] as const) {
    for (const keyword of keywords) {
      const was = before[keyword];
      const is = after[keyword];
      if (was === is) continue;
      const isNarrower = is !== undefined && (was === undefined || (is - was) * sign > 0);
      report(
        isNarrower ? narrower : 'additive',
        path,
        `${keyword} was ${was ?? 'not set'}, is ${is ?? 'not set'}`,
      );
    }
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum'] as const) {
    if (before[keyword] === after[keyword]) continue;
    report(
      after[keyword] === true ? narrower : 'additive',
      path,
      `${keyword} is ${after[keyword] === true ? 'set' : 'not set'} now`,
    );
  }
  if (before.pattern !== after.pattern) {
    const kind = after.pattern === undefined ? 'additive' : narrower;
    report(kind, path, `pattern was ${before.pattern ?? 'not set'}, is ${after.pattern ?? 'not set'}`);
  }
}

function pointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

import {
  allowsNull,
  alternativesOf,
  componentOf,
  type DocumentSchema,
  type DocumentSchemas,
  type ResolvedSchema,
  referenceIn,
  resolveSchema,
  valuesOf,
} from '../schema/document-schema.js';
import { compareNull, compareRules } from './compare-rules.js';
import { type Direction, memberPath, type Report } from './contract-change.js';
import { clausesBreak, sameClauses } from './key-clauses.js';

/** One place of a message before and after. */
export interface Place {
  /** JSON Pointer; items of an array are `*`. */
  readonly path: string;
  readonly before: DocumentSchema;
  readonly after: DocumentSchema;
}

/** The referenced schemas of both revisions. */
export interface SchemaPair {
  readonly before: DocumentSchemas;
  readonly after: DocumentSchemas;
}

/** Compares one place and returns the places inside it. */
export function comparePlace(
  place: Place,
  direction: Direction,
  schemas: SchemaPair,
  report: Report,
): readonly Place[] {
  const { path } = place;
  if (place.before.$ref === undefined || place.after.$ref === undefined) {
    const [was, is] = [place.before, place.after].map(referenceIn);
    if (was !== undefined && is !== undefined) {
      compareNull(allowsNull(place.before), allowsNull(place.after), direction, report);
      return [{ path, before: { $ref: was }, after: { $ref: is } }];
    }
  }
  const before = resolveSchema(place.before, schemas.before);
  const after = resolveSchema(place.after, schemas.after);
  compareNull(before.nullable, after.nullable, direction, report);
  const old = alternativesOf(before);
  const now = alternativesOf(after);
  if (old !== undefined || now !== undefined) {
    const single = (given: DocumentSchema, resolved: DocumentSchema): DocumentSchema => {
      const $ref = referenceIn(given);
      return $ref === undefined ? resolved : { $ref };
    };
    return compareAlternatives(
      path,
      old ?? [single(place.before, before)],
      now ?? [single(place.after, after)],
      direction,
      schemas,
      report,
    );
  }
  const [was, is] = [before, after].map(typeText);
  if (was !== is) {
    const isWider = direction === 'input' ? isWidening(was, is) : isWidening(is, was);
    report({ change: 'type', breaking: !isWider, before: was ?? '', after: is ?? '' });
    // A wider type may have narrower rules.
    if (isWider) compareRules(before, after, direction, (change) => change.breaking && report(change));
    return [];
  }
  compareRules(before, after, direction, report);
  if (before.type === 'object') return compareObjects({ path, before, after }, direction, report);
  if (before.items === undefined || after.items === undefined) return [];
  return [{ path: `${path}/*`, before: before.items, after: after.items }];
}

/** An alternative of a union, and the key that identifies it across revisions. */
interface Alternative {
  readonly schema: DocumentSchema;
  /** Its tag (PY-6, SG-5), its component, or its type. */
  readonly key: string;
  /** The kind of its value, to match alternatives whose keys have no partner; undefined for a type that must be named by its tag. */
  readonly kind: string | undefined;
}

function compareAlternatives(
  path: string,
  old: readonly DocumentSchema[],
  now: readonly DocumentSchema[],
  direction: Direction,
  schemas: SchemaPair,
  report: Report,
): readonly Place[] {
  const before = old.map((schema) => alternativeOf(schema, schemas.before));
  const after = now.map((schema) => alternativeOf(schema, schemas.after));
  const places: Place[] = [];
  const pair = (partnerOf: (one: Alternative, other: Alternative) => boolean): void => {
    for (const one of [...before]) {
      const index = after.findIndex((other) => partnerOf(one, other));
      if (index < 0) continue;
      const [other] = after.splice(index, 1) as [Alternative];
      before.splice(before.indexOf(one), 1);
      places.push({ path, before: one.schema, after: other.schema });
    }
  };
  pair((one, other) => one.key === other.key);
  pair((one, other) => one.kind !== undefined && one.kind === other.kind);
  const name = ({ key }: Alternative): string => key.slice(key.lastIndexOf('}') + 1);
  // A caller can send what another alternative accepts, and a reader expects what another one has.
  const isCovered = ({ kind }: Alternative, by: readonly DocumentSchema[], all: DocumentSchemas): boolean =>
    by.some((schema) => isWidening(kind, alternativeOf(schema, all).kind));
  for (const one of before) {
    const breaking = direction === 'input' && !isCovered(one, now, schemas.after);
    report({ change: 'values', breaking, before: name(one) });
  }
  for (const one of after) {
    const breaking = direction === 'output' && !isCovered(one, old, schemas.before);
    report({ change: 'values', breaking, after: name(one) });
  }
  return places;
}

function alternativeOf(schema: DocumentSchema, schemas: DocumentSchemas): Alternative {
  const resolved = resolveSchema(schema, schemas);
  const { $type, $element } = resolved.properties ?? {};
  const tag = valuesOf($element ?? $type ?? {})?.[0];
  const isNamed = ['$type', '$element'].some((key) => resolved.required?.includes(key));
  const $ref = referenceIn(schema);
  return {
    schema,
    key: String(tag ?? ($ref === undefined ? typeText(resolved) : componentOf($ref))),
    kind: isNamed ? undefined : typeText(resolved),
  };
}

function compareObjects(
  { path, before, after }: Place,
  direction: Direction,
  report: Report,
): readonly Place[] {
  const places: Place[] = [];
  const input = direction === 'input';
  const old = new Map(Object.entries(before.properties ?? {}));
  const now = new Map(Object.entries(after.properties ?? {}));
  const wasRequired = new Set(before.required);
  const isRequired = new Set(after.required);
  for (const [key, schema] of old) {
    const member = memberPath(path, key);
    const successor = now.get(key);
    if (successor === undefined) {
      report({ path: member, change: 'removed', breaking: true });
      continue;
    }
    const [was, is] = [wasRequired.has(key), isRequired.has(key)];
    if (!was && is) report({ path: member, change: 'required', breaking: input });
    if (was && !is) report({ path: member, change: 'optional', breaking: !input });
    places.push({ path: member, before: schema, after: successor });
  }
  for (const key of now.keys()) {
    if (!old.has(key)) {
      report({ path: memberPath(path, key), change: 'added', breaking: input && isRequired.has(key) });
    }
  }
  if (!sameClauses(before, after)) {
    report({ change: 'choice', breaking: clausesBreak(before, after, direction) });
  }
  const [oldRest, rest] = [before, after].map(({ additionalProperties }) =>
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  );
  if (oldRest !== undefined && rest !== undefined) {
    places.push({ path: `${path}/*`, before: oldRest, after: rest });
  } else if (oldRest !== undefined || rest !== undefined) {
    report({
      path: `${path}/*`,
      change: rest === undefined ? 'removed' : 'added',
      breaking: rest === undefined,
    });
  }
  return places;
}

/** Text types whose values are not plain text: changing from one to another changes the values. */
const TEXT_FORMS: ReadonlySet<string> = new Set([
  ...['QName', 'NOTATION', 'hexBinary'],
  ...['gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay'],
]);

/** The texts of `typeText` whose JSON values are all values of the types listed with them. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  'integer (int32)': ['integer (int64)', 'integer', 'number', 'number (double)', 'number (float)'],
  'integer (int64)': ['integer', 'number', 'number (double)', 'number (float)'],
  integer: ['number', 'number (double)', 'number (float)'],
  number: ['number (double)', 'number (float)'],
  'number (float)': ['number (double)'],
  'string (date)': ['string'],
  'string (date-time)': ['string'],
  'string (time)': ['string'],
  'string (duration)': ['string'],
  'string (uri-reference)': ['string'],
  // Numbers that are strings (NM-2).
  'string (int64)': ['string (integer)', 'string (decimal)'],
  'string (uint64)': ['string (integer)', 'string (decimal)'],
  'string (integer)': ['string (decimal)'],
};

/** Whether every value of the narrow type is one of the wide type. */
function isWidening(narrow = '', wide = ''): boolean {
  // A list or an object would be read in another way.
  if (wide === 'any value') return /^(?:string|number|integer|boolean)\b/.test(narrow);
  return Object.hasOwn(WIDER, narrow) && WIDER[narrow]?.includes(wide) === true;
}

/** The kind of a value, in a word or two. */
function typeText(schema: ResolvedSchema): string {
  if (schema.type === undefined) {
    if (schema.not !== undefined && Object.keys(schema.not).length === 0) return 'no value';
    return alternativesOf(schema) === undefined ? 'any value' : 'one of several';
  }
  const form =
    schema.format ??
    schema.contentEncoding ??
    (TEXT_FORMS.has(schema['x-xsd-type'] ?? '') ? schema['x-xsd-type'] : undefined);
  if (form !== undefined) return `${schema.type} (${form})`;
  return schema.type === 'array' ? 'a list' : schema.type;
}

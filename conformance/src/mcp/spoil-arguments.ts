/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How arguments are spoilt. */
export type SpoilKind = 'misspelt name' | 'wrong type' | 'missing member' | 'wrong value' | 'wrong level';

/** Spoilt arguments, which may still be valid. */
export interface Spoilt {
  readonly kind: SpoilKind;
  readonly value: Json;
}

type Members = { readonly [key: string]: Json };
type Edit = (parent: Members | readonly Json[], key: string | number) => Json | undefined;

/** Returns the spoilt forms of valid arguments: each has one mistake. */
export function* spoil(valid: Json): Generator<Spoilt> {
  for (const [kind, edits] of EDITS)
    for (const edit of edits)
      for (const place of placesOf(valid)) {
        const value = editAt(valid, place, edit);
        if (value !== undefined) yield { kind, value };
      }
  if (isMembers(valid)) {
    // What models put around arguments.
    for (const key of ['arguments', 'input', 'body']) yield { kind: 'wrong level', value: { [key]: valid } };
  }
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Place = readonly (string | number)[];

/** The places of every member and item, from the top. */
function placesOf(value: Json, at: Place = []): Place[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => [[...at, index], ...placesOf(each, [...at, index])]);
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => [[...at, key], ...placesOf(each, [...at, key])]);
}

function editAt(value: Json, [key, ...rest]: Place, edit: Edit): Json | undefined {
  if (key === undefined || typeof value !== 'object' || value === null) return undefined;
  if (rest.length === 0) return edit(value as Members, key);
  const inner = editAt((value as Members)[key as string] as Json, rest, edit);
  return inner === undefined ? undefined : replaced(value as Members, key, inner);
}

/** The parent with another value at a key; in the same order. */
function replaced(parent: Members | readonly Json[], key: string | number, value: Json): Json {
  if (Array.isArray(parent)) return parent.with(Number(key), value) as Json;
  return Object.fromEntries(
    Object.entries(parent).map(([name, each]) => [name, name === key ? value : each]),
  ) as Json;
}

/** An edit of the value at a place. */
const value =
  (change: (old: Json) => Json | undefined): Edit =>
  (parent, key) => {
    const changed = change((parent as Members)[key as string] as Json);
    return changed === undefined ? undefined : replaced(parent, key, changed);
  };

/** An edit of the name of a member. */
const name =
  (change: (old: string) => string | undefined): Edit =>
  (parent, key) => {
    if (Array.isArray(parent) || typeof key !== 'string') return undefined;
    const changed = change(key);
    if (changed === undefined || changed === key || Object.hasOwn(parent, changed)) return undefined;
    return Object.fromEntries(
      Object.entries(parent).map(([each, old]) => [each === key ? changed : each, old]),
    ) as Json;
  };

const EDITS: readonly (readonly [SpoilKind, readonly Edit[]])[] = [
  [
    'misspelt name',
    [
      // A letter is missing, or twice, or two have changed places; other cases and separators.
      name((key) => (key.length < 4 ? undefined : key.slice(0, 2) + key.slice(3))),
      name((key) => (key.length < 3 ? undefined : key.slice(0, -1) + (key.at(-1) as string).repeat(2))),
      name((key) => (key.length < 4 ? undefined : `${key[0]}${key[2]}${key[1]}${key.slice(3)}`)),
      name((key) =>
        /^[a-z]/.test(key) ? key[0]?.toUpperCase() + key.slice(1) : key[0]?.toLowerCase() + key.slice(1),
      ),
      name((key) => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()),
    ],
  ],
  [
    'wrong type',
    [
      value((old) =>
        typeof old === 'string' ? 12_345 : typeof old === 'number' ? 'not a number' : undefined,
      ),
      value((old) =>
        typeof old === 'number' ? `${old} pieces` : typeof old === 'boolean' ? 'yes' : undefined,
      ),
      value((old) => (typeof old === 'object' ? undefined : [old])),
      value((old) => (typeof old === 'object' ? undefined : { value: old })),
      value((old) => (isMembers(old) ? JSON.stringify(old) : undefined)),
      value((old) => (isMembers(old) ? 'text' : undefined)),
      value((old) => (Array.isArray(old) && old.length > 0 ? (old[0] as Json) : undefined)),
      value(() => null),
    ],
  ],
  [
    'missing member',
    [
      (parent, key) => {
        if (Array.isArray(parent)) return undefined;
        return Object.fromEntries(Object.entries(parent).filter(([each]) => each !== key)) as Json;
      },
    ],
  ],
  [
    'wrong value',
    [
      value((old) => (typeof old === 'string' ? `${old}-x` : undefined)),
      value((old) => (typeof old === 'string' ? old.toUpperCase() : undefined)),
      value((old) => (typeof old === 'string' ? 'something else' : undefined)),
      value((old) => (typeof old === 'string' && old !== '' ? '' : undefined)),
      value((old) => (typeof old === 'number' ? -1e12 - 0.5 : undefined)),
      value((old) =>
        typeof old === 'string' && /^\d{4}-\d\d-\d\d/.test(old) ? old.replaceAll('-', '/') : undefined,
      ),
    ],
  ],
  [
    'wrong level',
    [
      // The members of an object stand beside it, or one of them does.
      (parent, key) => {
        const inner = (parent as Members)[key as string];
        if (Array.isArray(parent) || !isMembers(inner)) return undefined;
        const { [key]: _, ...others } = parent as Members;
        if (Object.keys(inner).some((each) => Object.hasOwn(others, each))) return undefined;
        return { ...others, ...inner };
      },
      (parent, key) => {
        const inner = (parent as Members)[key as string];
        if (Array.isArray(parent) || !isMembers(inner)) return undefined;
        const [moved] = Object.keys(inner);
        if (moved === undefined || Object.hasOwn(parent, moved)) return undefined;
        const { [moved]: value, ...rest } = inner;
        return { ...replacedMembers(parent as Members, key as string, rest), [moved]: value as Json };
      },
      // A member is inside the object beside it.
      (parent, key) => {
        if (Array.isArray(parent)) return undefined;
        const members = parent as Members;
        const host = Object.keys(members).find((each) => each !== key && isMembers(members[each]));
        if (host === undefined || Object.hasOwn(members[host] as Members, key)) return undefined;
        const { [key]: moved, ...rest } = members;
        return { ...rest, [host]: { ...(members[host] as Members), [key]: moved as Json } };
      },
    ],
  ],
];

function replacedMembers(parent: Members, key: string, value: Json): Members {
  return replaced(parent, key, value) as Members;
}

import { describe, expect, test } from 'vitest';
import type { Design } from '../api/design.js';
import { DESIGN_SCHEMA, designNeeds, isDesignError } from '../designs.js';

const EMPTY = 'is empty and changes nothing: leave it out';
const LOGIN = { login: { operation: 'In' }, token: { result: 'id' }, send: { member: '*/id' } };
const message = (part: 'input' | 'result', lines: object) => ({ operations: { Do: { [part]: lines } } });
const paged = (lines: object) => ({ operations: { Do: { route: 'GET /a', ...lines } } });
const pages = { items: 'a', after: 'b', next: 'c' };

/** The lines of each message, with nothing in them, by their places. */
const linesOf = (part: 'input' | 'result'): Readonly<Record<string, unknown>> => {
  const at = `operations/*/${part}`;
  return {
    [at]: message(part, {}),
    ...Object.fromEntries(
      ['omit', 'raw', 'short', 'lift'].map((line) => [`${at}/${line}`, message(part, { [line]: [] })]),
    ),
    ...Object.fromEntries(
      ['rename', 'values', 'documents', 'dataSets'].map((line) => [
        `${at}/${line}`,
        message(part, { [line]: {} }),
      ]),
    ),
    [`${at}/values/*`]: message(part, { values: { a: {} } }),
    [`${at}/dataSets/*/tables`]: message(part, { dataSets: { a: { tables: {} } } }),
    [`${at}/dataSets/*/tables/*`]: message(part, { dataSets: { a: { tables: { T: {} } } } }),
    [`${at}/dataSets/*/tables/*/*`]: message(part, {
      dataSets: { a: { tables: { T: { id: 'int', R: {} } } } },
    }),
  };
};

/** A design for each list and object of a design file, which has nothing in that place. */
const DESIGNS: Readonly<Record<string, unknown>> = {
  fill: { fill: {} },
  'fill/*': { fill: { 'Do/a': {} } },
  'fill/*/*': { fill: { 'Do/a': { b: {} } } },
  'session/login/input': { session: { ...LOGIN, login: { operation: 'In', input: {} } } },
  'session/login/input/*': { session: { ...LOGIN, login: { operation: 'In', input: { a: {} } } } },
  'session/login/input/*/*': { session: { ...LOGIN, login: { operation: 'In', input: { a: { b: {} } } } } },
  'session/endpoint/hosts': { session: { ...LOGIN, endpoint: { result: 'url', hosts: [] } } },
  'session/renew': { session: { ...LOGIN, renew: {} } },
  'session/renew/faults': { session: { ...LOGIN, renew: { faults: [] } } },
  'session/renew/statuses': { session: { ...LOGIN, renew: { statuses: [] } } },
  rename: { rename: {} },
  lift: { lift: [] },
  prefixes: { prefixes: {} },
  operations: { operations: {} },
  ...linesOf('input'),
  'operations/*/input/defaults': message('input', { defaults: {} }),
  'operations/*/input/sign': message('input', { sign: {} }),
  ...linesOf('result'),
  'operations/*/faults': paged({ faults: {} }),
  'operations/*/page/keep': paged({ page: { ...pages, keep: {} } }),
};

/** Places that say more than that they are empty. */
const OTHERS: Readonly<Record<string, readonly [design: unknown, message: string]>> = {
  'operations/*': [{ operations: { Do: {} } }, 'changes nothing: give hidden: true, input, result or route'],
  'session/token/provided': [
    { session: { token: { provided: [] }, send: { httpHeader: 'X-Id' } } },
    'must be true, or list the names of the values that a token consists of: [token, sign], got an array',
  ],
  'session/send/member': [
    { session: { ...LOGIN, send: { member: [] } } },
    "must name a member: '*/sessionId'",
  ],
};

/** Values of members, and what has a meaning without members: a design without lines, and the default signature of an element. */
const VALUES: readonly string[] = ['', 'operations/*/input/defaults/*', 'operations/*/input/sign/*'];

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** The places of the published schema that can be a list, or an object that needs no member. */
function placesIn(schema: Schema, at: string, within: readonly Schema[]): readonly string[] {
  const { $ref, anyOf = [], properties = {}, additionalProperties: others } = schema;
  if ($ref !== undefined) {
    const definitions = DESIGN_SCHEMA['$defs'] as Readonly<Record<string, Schema>>;
    const definition = definitions[$ref.slice('#/$defs/'.length)] as Schema;
    // Twice shows that what is inside is read by the same code.
    return within.filter((each) => each === definition).length > 1
      ? []
      : placesIn(definition, at, [...within, definition]);
  }
  const types = [schema.type ?? []].flat();
  const isOwn =
    types.includes('array') ||
    (types.includes('object') && schema.required === undefined && schema.oneOf === undefined);
  const below = (key: string): string => (at === '' ? key : `${at}/${key}`);
  return [
    ...(isOwn ? [at] : []),
    ...anyOf.flatMap((each) => placesIn(each, at, within)),
    ...Object.entries(properties).flatMap(([key, each]) => placesIn(each, below(key), within)),
    ...(typeof others === 'object' ? placesIn(others, below('*'), within) : []),
  ];
}

const problemsOf = (design: unknown): readonly string[] => {
  try {
    designNeeds(design as Design);
    return [];
  } catch (error) {
    if (!isDesignError(error)) throw error;
    return error.problems.map(({ at, message: text }) => `${at.join(' > ')}: ${text}`);
  }
};

describe('a line without anything in it', () => {
  test('every list and object of the published schema is tried here', () => {
    expect([...new Set(placesIn(DESIGN_SCHEMA as Schema, '', []))].sort()).toEqual(
      [...Object.keys(DESIGNS), ...Object.keys(OTHERS), ...VALUES].sort(),
    );
  });

  test.each(Object.entries(DESIGNS))('%s is one problem, at its place', (place, design) => {
    const [problem = '', ...others] = problemsOf(design);
    expect(others).toEqual([]);
    const [at = '', ...text] = problem.split(': ');
    expect(text.join(': ')).toBe(EMPTY);
    const pattern = place.split('/').map((key) => (key === '*' ? /^\S+$/ : new RegExp(`^${key}$`)));
    const keys = at.split(' > ');
    expect([
      keys,
      keys.length === pattern.length && pattern.every((key, index) => key.test(keys[index] ?? '')),
    ]).toEqual([keys, true]);
  });

  test.each(Object.entries(OTHERS))('%s says what is missing', (place, [design, text]) => {
    expect(problemsOf(design)).toEqual([
      expect.stringMatching(new RegExp(`${place.split('/').at(-1)?.replace('*', 'Do')}: `)),
    ]);
    expect(problemsOf(design)[0]).toContain(text);
  });

  test('a key without a value is left out, so a line can be turned off', () => {
    expect(problemsOf({ rename: null, fill: null, operations: null, session: null, prefixes: null })).toEqual(
      [],
    );
    expect(problemsOf(message('input', { omit: null, rename: { a: 'b' } }))).toEqual([]);
    expect(problemsOf(message('input', { omit: null }))).toEqual([`operations > Do > input: ${EMPTY}`]);
  });

  test('an item that a list has already changes nothing', () => {
    const again = 'changes nothing: it is in the list already';
    expect(problemsOf(message('input', { omit: ['a', 'b', 'a'] }))).toEqual([
      `operations > Do > input > omit > 2: ${again}`,
    ]);
    expect(problemsOf({ lift: ['a', 'a'] })).toEqual([`lift > 1: ${again}`]);
    const renew = { faults: ['a', 'a'], statuses: [401, 401n] };
    expect(problemsOf({ session: { ...LOGIN, renew } })).toEqual([
      `session > renew > faults > 1: ${again}`,
      `session > renew > statuses > 1: ${again}`,
    ]);
  });
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, ErrorBody } from '../testing/https-client.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}
interface DescribedRoute {
  readonly parameters?: readonly { in: string; name: string; schema: ParameterSchema }[];
  readonly security: readonly object[];
}

/** Values that an OpenAPI schema does not allow, worked out by hand from JSON Schema and RFC 3339. */
function wrongValues({ type, format, pattern, minimum, maximum, maxLength }: ParameterSchema): string[] {
  if (type === 'boolean') return ['maybe', '1', 'TRUE'];
  if (type === 'integer') {
    const bounds = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]];
    return ['x', '1.5', '1e400', '9007199254740993', ...bounds.flat().map(String)];
  }
  return [
    ...(format === 'date-time'
      ? ['yesterday', '2026-02-30', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-26T25:00:00Z']
      : []),
    ...(format === 'date-time' ? ['2026-11-26T24:00:00Z', '2026-11-26T10:60:00Z', '1764151200'] : []),
    ...(pattern === undefined ? [] : ['%21']),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    // U+0000, which PostgreSQL cannot store.
    'a%00b',
  ];
}

/** A value that the schema allows. */
function rightValue({ type, format, pattern, minimum = 1, enum: values }: ParameterSchema): string {
  if (values !== undefined) return values[0]!;
  if (type === 'boolean') return 'true';
  if (type === 'integer') return String(minimum);
  if (format === 'date-time') return '2026-02-28T23:59:59Z';
  return pattern === undefined ? 'x' : ['1', '1_x'].find((text) => new RegExp(pattern).test(text))!;
}

describe('query parameters of the management API, according to its description', () => {
  const scene = setManagementScene({
    name: 'SQLite',
    start: async () => ({}),
    stop: async () => {},
  });
  let owner: OwnerClient;
  let boss: OwnerClient;
  let routes: { method: string; path: string; route: DescribedRoute }[];
  // A new owner for each test, because the requests per account and minute are limited.
  beforeEach(async () => {
    owner = await createOwner(scene.under);
    boss = await createOwner(scene.under, { administrator: true });
  });
  beforeAll(async () => {
    const { paths } = (await scene.under.send('/api/manage/openapi')).json<{
      paths: Record<string, Record<string, DescribedRoute>>;
    }>();
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, '1'),
        route,
      })),
    );
  });

  const send = (method: string, path: string): Promise<Answer> =>
    (path.startsWith('/api/admin/') ? boss : owner).send(method, path, /^P/.test(method) ? {} : undefined);
  const problemsOf = (answer: Answer): string[] =>
    (answer.json<Partial<ErrorBody>>().error?.details ?? []).map(({ path }) => path);
  const queries = () =>
    routes.flatMap(({ method, path, route }) =>
      (route.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => ({ method, path, name, schema })),
    );

  test('every path rejects an unknown parameter and names it', async () => {
    expect(routes.length).toBeGreaterThan(50);
    for (const { method, path } of routes) {
      const answer = await send(method, `${path}?nonsense=1`);
      expect([method, path, answer.status, problemsOf(answer)]).toEqual([method, path, 400, ['/nonsense']]);
    }
  });

  test('every parameter rejects impossible values, and the error names it', async () => {
    const names = ['after', 'limit', 'search', 'revoked', 'days', 'hours', 'serviceId', 'keyId', 'operation'];
    expect(new Set(queries().map(({ name }) => name))).toEqual(
      new Set([
        ...names,
        'method',
        'status',
        'type',
        'from',
        'to',
        'unread',
        'important',
        'unusedDays',
        'by',
        'requestId',
        'breaking',
      ]),
    );
    for (const { method, path, name, schema } of queries()) {
      for (const value of wrongValues(schema)) {
        const answer = await send(method, `${path}?${name}=${value}`);
        expect([path, name, value, answer.status]).toEqual([path, name, value, 400]);
        expect(problemsOf(answer)).toContain(`/${name}`);
      }
    }
  });

  test('every parameter rejects an empty value, unless its schema allows empty text', async () => {
    const taken: string[] = [];
    for (const { method, path, name, schema } of queries()) {
      const answer = await send(method, `${path}?${name}=`);
      if (answer.status !== 400) taken.push(name);
      else expect(problemsOf(answer)).toEqual(expect.arrayContaining([`/${name}`]));
      const describesEmpty =
        schema.type === 'string' && (schema.minLength ?? 0) === 0 && schema.pattern === undefined;
      expect([path, name, answer.status !== 400]).toEqual([path, name, describesEmpty]);
    }
    expect([...new Set(taken)]).toEqual(['search']);
  });

  test('every parameter accepts one value and rejects a second, which is reported with other problems', async () => {
    for (const { method, path, name, schema } of queries()) {
      const value = rightValue(schema);
      const twice = await send(method, `${path}?${name}=${value}&${name}=${value}&nonsense=1`);
      expect([path, name, twice.status]).toEqual([path, name, 400]);
      expect(problemsOf(twice).toSorted()).toEqual([`/${name}`, '/nonsense'].toSorted());
      const once = await send(method, `${path}?${name}=${value}`);
      expect([path, name, [200, 404].includes(once.status)]).toEqual([path, name, true]);
    }
  });

  test('bodies: rejects dates that do not exist', async () => {
    const { accountId } = owner;
    for (const billingAnchor of ['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z']) {
      const answer = await boss.send('PATCH', `/api/admin/accounts/${accountId}`, { billingAnchor });
      expect([answer.status, problemsOf(answer)]).toEqual([400, ['/billingAnchor']]);
    }
  });
});

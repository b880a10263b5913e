import { defined } from '@soapstone/options/defined';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../owners/management/routes.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { sampleBody } from '../testing/sample-body.js';
import { setUps } from '../testing/set-ups.js';

/** Texts that no database, header, path or log can take unchanged. */
const STRANGE = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '__proto__',
  'constructor',
  "'; DROP TABLE accounts; --",
  '%00%0d%0a',
  '../../etc/passwd',
  '\r\nX-Injected: 1',
  '\u202e\u2066 مرحبا 👩‍👩‍👧‍👦',
  'x'.repeat(70_000),
];

/** Path segments, as sent. */
const SEGMENTS = [
  '%00',
  'a%00b',
  '%ff',
  '%E0%A4%A',
  '%2e%2e%2f',
  '__proto__',
  '%F0%9F%98%80',
  'x'.repeat(3_000),
  '%',
];

/** Whole bodies of unexpected kinds. */
const BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '1e999',
  '-0',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '['.repeat(30_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '{"a":1,"a":2}',
  '\ufeff{}',
  `{"a":${'9'.repeat(50_000)}}`,
];

/** Every way to replace one text in `value` with `strange`. */
function* replaceTexts(value: unknown, strange: string): Generator<unknown> {
  if (typeof value === 'string') yield strange;
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of replaceTexts(item, strange)) yield value.with(index, changed);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const changed of replaceTexts(member, strange)) yield { ...value, [name]: changed };
    }
    yield { ...value, [strange]: 1 };
  }
}

/** PostgreSQL, which accepts fewer texts than SQLite; with a depth of 10 and more, both. */
const databases = (await setUps()).slice(Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 0 : -1);

describe.each(databases)('hostile requests to the management API on $name', { timeout: 600_000 }, (setUp) => {
  const scene = setManagementScene(setUp, { processes: true });
  let owner: OwnerClient;
  const params: Record<string, string> = {};
  const failures: unknown[] = [];
  beforeAll(async () => {
    owner = await createOwner(scene.under);
    const { serviceId } = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    Object.assign(params, { serviceId, operation: 'ListUsers', number: '1', accountId: owner.accountId });
  });

  // Except routes that would end the session of the test itself.
  const routes = ROUTES.filter(
    ({ path, method }) => !/log-out/.test(path) && !(method === 'delete' && /sessions$/.test(path)),
  );

  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Uint8Array,
  ) {
    const startedAt = performance.now();
    const answer = await scene.under.send(path, {
      method: method.toUpperCase(),
      headers: {
        Cookie: owner.cookie,
        'X-CSRF-Token': owner.csrfToken,
        Origin: scene.under.baseUrl,
        ...headers,
      },
      ...defined({ body }),
    });
    const milliseconds = performance.now() - startedAt;
    if (answer.status >= 500 || milliseconds > 60_000) {
      failures.push([
        method,
        path.slice(0, 100),
        String(body).slice(0, 100),
        answer.status,
        answer.text,
        milliseconds,
      ]);
    }
    return answer;
  }
  const admin = { Authorization: 'Bearer an admin key of at least thirty-two characters' };
  const fill = (path: string, over: Record<string, string> = {}) =>
    path.replace(/:(\w+)/g, (_, name: string) => over[name] ?? params[name] ?? 'none');
  const none = () => {
    expect(failures.splice(0).slice(0, 10)).toEqual([]);
  };

  test('path parameters', async () => {
    for (const route of routes.filter(({ path }) => path.includes(':'))) {
      for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
        for (const segment of SEGMENTS) {
          const body = route.body === undefined ? undefined : JSON.stringify(sampleBody(route));
          const type: Record<string, string> =
            body === undefined ? {} : { 'Content-Type': 'application/json' };
          const answer = await ask(
            route.method,
            fill(route.path, { [name]: segment }),
            { ...admin, ...type },
            body,
          );
          expect([route.path, segment, answer.status >= 400]).toEqual([route.path, segment, true]);
        }
      }
    }
    none();
  });

  test('query parameters', async () => {
    for (const route of routes.filter(({ query }) => query !== undefined)) {
      for (const name of Object.keys(route.query ?? {})) {
        for (const value of [...STRANGE.slice(0, -1), '9'.repeat(400), '-1', 'NaN', '1e5']) {
          const encoded = [...value]
            .map((char) =>
              /[\ud800-\udfff]/.test(char) && char.length === 1 ? '%ED%A0%80' : encodeURIComponent(char),
            )
            .join('');
          await ask(route.method, `${fill(route.path)}?${name}=${encoded}`, {});
        }
      }
    }
    none();
  });

  test('bodies', async () => {
    for (const route of routes.filter(({ body }) => body !== undefined)) {
      for (const body of BODIES) {
        await ask(route.method, fill(route.path), { ...admin, 'Content-Type': 'application/json' }, body);
      }
      await ask(
        route.method,
        fill(route.path),
        { ...admin, 'Content-Type': 'application/json' },
        Buffer.from([0x22, 0xff, 0x22]),
      );
    }
    none();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('texts within bodies', async () => {
    // Routes that start a process per body have their own test.
    for (const route of routes.filter(({ body }) => body !== undefined)) {
      for (const strange of STRANGE) {
        for (const body of replaceTexts(sampleBody(route), strange)) {
          const path = fill(route.path);
          await ask(
            route.method,
            path,
            { ...admin, 'Content-Type': 'application/json' },
            JSON.stringify(body),
          );
        }
      }
    }
    none();
  });
});

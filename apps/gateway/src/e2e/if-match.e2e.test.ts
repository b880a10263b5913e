import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../owners/management/routes.js';
import type { Answer } from '../testing/https-client.js';
import { type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Conflict {
  readonly error: { readonly code: string; readonly current?: Readonly<Record<string, unknown>> };
}

/** A resource that can be changed: where it is shown, and two changes that differ. */
interface Thing {
  readonly name: string;
  readonly shownAt: string;
  readonly method: 'PUT' | 'PATCH';
  readonly path: string;
  readonly bodies: readonly [unknown, unknown];
  readonly by: OwnerClient;
  /** The stored state that the response to a late change has, after the first of `bodies`. */
  readonly current: unknown;
}

describe.each(await setUps())('If-Match with $name', { timeout: 240_000 }, (setUp) => {
  const scene = setManagementScene(setUp);
  let owner: OwnerClient;
  let administrator: OwnerClient;
  let service: RegisteredAnswer;
  let path: string;
  beforeAll(async () => {
    owner = await createOwner(scene.under);
    administrator = await createOwner(scene.under, { administrator: true });
    service = await scene.register(owner);
    path = `/api/manage/services/${service.serviceId}`;
  });

  const tagOf = async (by: OwnerClient, shownAt: string): Promise<string> => {
    const answer = await by.send('GET', shownAt);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['etag']).toMatch(/^"[^"]+"$/);
    return String(answer.headers['etag']);
  };
  const ifMatch = (tag: string) => ({ 'If-Match': tag });
  const codeOf = (answer: Answer) => answer.json<Conflict>().error.code;

  const things = async (): Promise<readonly Thing[]> => {
    const key = (await owner.send('POST', '/api/manage/keys', { name: 'limited' })).json<{ id: string }>();
    const draft = (await owner.send('POST', '/api/manage/drafts', { files: scene.files() })).json<{
      draftId: string;
    }>();
    const put = (name: string, at: string, bodies: Thing['bodies'], current: unknown): Thing => ({
      name,
      shownAt: at,
      method: 'PUT',
      path: at,
      bodies,
      current,
      by: owner,
    });
    const patch = (name: string, at: string, bodies: Thing['bodies'], current: unknown): Thing => ({
      ...put(name, at, bodies, current),
      method: 'PATCH',
    });
    const basic = (password: string) => ({ basic: { username: 'u', password } });
    const session = (token: string) => ({ blocks: { Session: { token } } });
    return [
      patch('service', path, [{ name: 'One' }, { name: 'Two' }], { name: 'One', status: 'active' }),
      patch('settings', path, [{ settings: { timeoutMs: 1_001 } }, { settings: { timeoutMs: 1_002 } }], {
        settings: expect.objectContaining({ timeoutMs: 1_001 }),
      }),
      put('operation', `${path}/operations/ListUsers`, [{ cacheSeconds: 1 }, { cacheSeconds: 2 }], {
        methodPolicy: 'Inherit',
        cacheSeconds: 1,
        unwrap: null,
      }),
      put('example', `${path}/operations/ListUsers/example`, [{ input: '{}' }, { input: '{"limit":1}' }], {
        input: '{}',
      }),
      put('credentials', `${path}/credentials`, [basic('canary-one'), basic('canary-two')], { stored: true }),
      put('headers', `${path}/headers`, [session('canary-one'), session('canary-two')], { stored: true }),
      put('deprecation', `${path}/deprecation`, [{ link: 'https://a.example/' }, {}], {
        deprecation: expect.objectContaining({ link: 'https://a.example/' }),
      }),
      put(
        'deprecation of an operation',
        `${path}/operations/GetUser/deprecation`,
        [{ link: 'https://b.example/' }, {}],
        {
          deprecation: expect.objectContaining({ link: 'https://b.example/' }),
        },
      ),
      patch('account', '/api/manage/account', [{ name: 'Uno' }, { name: 'Due' }], { name: 'Uno' }),
      patch('key', `/api/manage/keys/${key.id}`, [{ operations: ['users/GetUser'] }, { operations: null }], {
        name: 'limited',
        operations: ['users/GetUser'],
      }),
      patch('draft', `/api/manage/drafts/${draft.draftId}`, [{ name: 'Uno' }, { name: 'Due' }], {
        name: 'Uno',
      }),
      {
        ...patch(
          'account of another',
          `/api/admin/accounts/${owner.accountId}`,
          [{ plan: 'Starter' }, { plan: 'Pro' }],
          {
            plan: 'Starter',
            status: 'active',
          },
        ),
        by: administrator,
      },
    ];
  };

  test('a change of what was changed meanwhile is rejected with the current state, without secrets', async () => {
    for (const { name, shownAt, method, path: at, bodies, by, current } of await things()) {
      const read = await tagOf(by, shownAt);
      expect(await tagOf(by, shownAt), name).toBe(read);
      const first = await by.send(method, at, bodies[0], ifMatch(read));
      expect([name, first.status, first.text]).toEqual([name, 200, expect.anything()]);
      const now = await tagOf(by, shownAt);
      expect(now, name).not.toBe(read);

      const late = await by.send(method, at, bodies[1], ifMatch(read));
      expect([name, late.status, codeOf(late)]).toEqual([name, 412, 'CHANGED_MEANWHILE']);
      expect(late.json<Conflict>().error.current, name).toMatchObject(current as object);
      expect(late.text).not.toContain('canary');
      expect(late.headers['etag']).toBe(now);
      expect(await tagOf(by, shownAt), `${name}: nothing was saved`).toBe(now);

      // A weak entity-tag never matches; one of a list is enough; * is any state; without the header, nothing is compared.
      expect((await by.send(method, at, bodies[1], ifMatch(`W/${now}`))).status, name).toBe(412);
      expect((await by.send(method, at, bodies[1], ifMatch(`"other", ${now}`))).status, name).toBe(200);
      expect((await by.send(method, at, bodies[0], ifMatch('*'))).status, name).toBe(200);
      expect((await by.send(method, at, bodies[1])).status, name).toBe(200);
      const invalid = await by.send(method, at, bodies[1], ifMatch('unquoted'));
      expect([invalid.status, codeOf(invalid)]).toEqual([400, 'IF_MATCH_INVALID']);
    }
  });

  test('of writers that read the same state, exactly one succeeds', async () => {
    for (let round = 1; round <= 8; round += 1) {
      const read = await tagOf(owner, path);
      const names = Array.from({ length: 6 }, (_, writer) => `round ${round} of ${writer}`);
      const answers = await Promise.all(
        names.map((name) => owner.send('PATCH', path, { name }, ifMatch(read))),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
      const won = names[answers.findIndex(({ status }) => status === 200)];
      expect((await owner.send('GET', path)).json<{ name: string }>().name).toBe(won);
    }
    const at = `${path}/operations/ListUsers`;
    for (let round = 1; round <= 8; round += 1) {
      const read = await tagOf(owner, at);
      const seconds = [1, 2, 3, 4].map((writer) => round * 10 + writer);
      const answers = await Promise.all(
        seconds.map((cacheSeconds) => owner.send('PUT', at, { cacheSeconds }, ifMatch(read))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const won = seconds[answers.findIndex(({ status }) => status === 200)];
      const { settings } = (await owner.send('GET', at)).json<{ settings: { cacheSeconds: number } }>();
      expect(settings.cacheSeconds).toBe(won);
    }
  });

  test('changes of other parts of the service are not in the way', async () => {
    const read = await tagOf(owner, path);
    expect((await owner.send('PUT', `${path}/operations/GetUser`, { cacheSeconds: 7 })).status).toBe(200);
    const answers = await Promise.all([
      owner.send('PATCH', path, { name: 'Beside others' }, ifMatch(read)),
      owner.send('PUT', `${path}/operations/GetUser`, { cacheSeconds: 8 }),
      owner.send('PUT', `${path}/credentials`, { basic: { username: 'u', password: 'p' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('publishing, rejecting and deleting are compared too', async () => {
    const own = await scene.register(owner);
    const at = `/api/manage/services/${own.serviceId}`;
    const reimport = await owner.send('POST', `${at}/revisions`, { files: scene.files(), activate: 'never' });
    expect(reimport.status, reimport.text).toBe(201);
    const read = await tagOf(owner, `${at}/revisions/2`);
    expect((await owner.send('PUT', `${at}/revisions/2/rejected`, undefined, ifMatch(read))).status).toBe(
      200,
    );
    const late = await owner.send('PUT', `${at}/revisions/2/in-force`, undefined, ifMatch(read));
    expect([late.status, codeOf(late)]).toEqual([412, 'CHANGED_MEANWHILE']);
    expect(late.json<Conflict>().error.current).toEqual({ live: 1, waiting: false, announcement: null });

    const seen = await tagOf(owner, at);
    expect((await owner.send('PATCH', at, { name: 'Renamed' })).status).toBe(200);
    expect((await owner.send('DELETE', at, undefined, ifMatch(seen))).status).toBe(412);
    expect((await owner.send('DELETE', at, undefined, ifMatch(await tagOf(owner, at)))).status).toBe(200);
    // It is gone, which its 404 says better than a 412.
    expect((await owner.send('PATCH', at, { name: 'Late' }, ifMatch(seen))).status).toBe(404);
  });

  test('what has no ETag never matches', async () => {
    const answer = await owner.send('POST', '/api/manage/keys', { name: 'none' }, ifMatch('*'));
    expect([answer.status, codeOf(answer)]).toEqual([412, 'CHANGED_MEANWHILE']);
    expect(answer.headers['etag']).toBeUndefined();
  });

  test('another account learns nothing', async () => {
    const stranger = await createOwner(scene.under);
    const answer = await stranger.send('PATCH', path, { name: 'Mine' }, ifMatch('"guess"'));
    expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining('current')]);
  });

  test('the OpenAPI document describes ETag, If-Match and 412 for each of these routes', async () => {
    interface Described {
      readonly parameters?: readonly { readonly name: string }[];
      readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
    }
    const { paths } = (await owner.send('GET', '/api/manage/openapi')).json<{
      paths: Record<string, Record<string, Described>>;
    }>();
    for (const route of ROUTES) {
      const described = paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method]!;
      const changes = route.method !== 'get' && route.state !== undefined;
      const name = `${route.method} ${route.path}`;
      expect([name, described.parameters?.some((each) => each.name === 'If-Match') ?? false]).toEqual([
        name,
        changes,
      ]);
      expect([name, '412' in described.responses]).toEqual([name, changes]);
      const [success] = Object.entries(described.responses).filter(([status]) => status.startsWith('20'));
      expect([name, success?.[1].headers !== undefined]).toEqual([
        name,
        route.method === 'get' && route.state !== undefined,
      ]);
    }
  });
});

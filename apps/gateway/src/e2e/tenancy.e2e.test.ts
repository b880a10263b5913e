import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ROUTES } from '../owners/management/routes.js';
import { NUMBER_QUERY } from '../owners/management/routing/paging.js';
import type { Route } from '../owners/management/routing/route.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';
import { sampleBody } from '../testing/sample-body.js';
import { setUps } from '../testing/set-ups.js';
import { createTenant, randomIds, type Tenant, type TenantIds } from '../testing/tenant.js';

/** Path parameters that are not ids, and so are the same for everyone. */
const CONSTANTS: Readonly<Record<string, string>> = {
  operation: 'ListUsers',
  number: '1',
  secret: 'a-secret',
  file: 'openapi-3.0.json',
  // Only administration routes have these, and they reject the caller before any lookup.
  userId: 'a-user',
  invitationId: 'an-invitation',
};
/** Headers that differ from one response to the next, for any caller. */
const PASSING = new Set(['date', 'x-request-id', 'ratelimit', 'retry-after']);
type IdName = keyof TenantIds;
type Whose = 'own' | 'foreign' | 'random';

describe.each(await setUps())(
  'two accounts, every route, every id, with $name',
  { timeout: 300_000 },
  (setUp) => {
    let soap: UserDirectory;
    let under: GatewayUnderTest;
    let asking: Tenant;
    let other: Tenant;
    let random: TenantIds;
    let places: { wsdlAddress: string; endpoint: string };
    const seen = { requests: 0, foreignBytes: 0 };
    beforeAll(async () => {
      soap = await startUserDirectory();
      under = await startUnderTest(await setUp.start());
      places = { wsdlAddress: soap.wsdlAddress, endpoint: soap.address };
      asking = await createTenant(under, 'aardvark', places);
      other = await createTenant(under, 'zebra', places);
      random = randomIds(other.ids);
      await hold(other);
    });
    afterAll(async () => {
      process.stderr.write(
        `tenancy, ${setUp.name}: ${ROUTES.length} routes and the proxy, ${seen.requests} requests, ` +
          `${seen.foreignBytes} foreign bytes\n`,
      );
      await under?.stop();
      await soap?.stop();
      await setUp.stop();
    });

    /** Puts an operation of the tenant on hold, so that there is something to release. */
    async function hold({ ids: { accountId, serviceId } }: Tenant): Promise<void> {
      const place = { accountId, serviceId, operation: CONSTANTS['operation']! };
      for (const at of [Date.now() - 1_000, Date.now()]) {
        await under.gateway.store.stalls.record({ ...place, at });
      }
    }

    const idOf = (whose: Whose, name: IdName): string =>
      whose === 'own' ? asking.ids[name] : whose === 'foreign' ? other.ids[name] : random[name];

    /** Sends a request of `asking`, and searches every returned byte for what belongs to `other`. */
    async function ask(send: () => Promise<Answer>): Promise<Answer> {
      const answer = await send();
      seen.requests += 1;
      const bytes = `${JSON.stringify(answer.headers)}\n${answer.text}`;
      for (const text of other.private) if (bytes.includes(text)) seen.foreignBytes += text.length;
      expect(other.private.filter((text) => bytes.includes(text))).toEqual([]);
      return answer;
    }

    /** Returns everything in a response that could distinguish one reason from another. */
    function tellable(answer: Answer): unknown {
      const headers = Object.entries(answer.headers).filter(([name]) => !PASSING.has(name));
      const id = String(answer.headers['x-request-id'] ?? '');
      return {
        status: answer.status,
        headers,
        text: id === '' ? answer.text : answer.text.replaceAll(id, ''),
      };
    }

    const callers: readonly [string, (route: Route, path: string) => Promise<Answer>][] = [
      ['a session', (route, path) => asking.owner.send(route.method.toUpperCase(), path, sampleBody(route))],
      [
        'a management key',
        (route, path) =>
          under.send(path, {
            method: route.method.toUpperCase(),
            headers: { 'X-API-Key': asking.managementKey, 'Content-Type': 'application/json' },
            ...(route.body === undefined ? {} : { body: JSON.stringify(sampleBody(route)) }),
          }),
      ],
    ];

    /** Returns the ids that a route accepts. An unknown parameter fails the test and must be added here. */
    function idsOf(route: Route): { inPath: IdName[]; inQuery: IdName[] } {
      const isId = (name: string): name is IdName => Object.hasOwn(random, name);
      const parameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      expect(parameters.filter((name) => !isId(name) && CONSTANTS[name] === undefined)).toEqual([]);
      return {
        inPath: parameters.filter(isId),
        // The cursor of a list that is ordered by number is not an id.
        inQuery: Object.entries(route.query ?? {}).flatMap(([name, schema]) =>
          isId(name) && schema !== NUMBER_QUERY.after ? [name] : [],
        ),
      };
    }

    function fill(route: Route, whose: (name: IdName) => Whose): string {
      const { inQuery } = idsOf(route);
      const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(CONSTANTS[name] ?? idOf(whose(name as IdName), name as IdName)),
      );
      const query = inQuery.map((name) => `${name}=${encodeURIComponent(idOf(whose(name), name))}`);
      return query.length === 0 ? path : `${path}?${query.join('&')}`;
    }

    const label = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
    const withIds = ROUTES.filter(
      (route) => route.access === 'owner' && (route.path.includes(':') || route.query !== undefined),
    );

    test.each(callers)(
      'by %s: an id of another account gets the same bytes as an id that does not exist',
      async (caller, send) => {
        for (const [index, route] of withIds.entries()) {
          // Accounts of its own, because the routes that start jobs take 60 requests a minute of each.
          if (index % Math.ceil(withIds.length / 2) === 0)
            asking = await createTenant(under, `aardvark-${caller.replaceAll(' ', '-')}-${index}`, places);
          const { inPath, inQuery } = idsOf(route);
          const names = [...inPath, ...inQuery];
          // Each id in turn is of the other account, then all of them.
          for (const foreign of [...names.map((name) => [name]), names]) {
            const asked = (kind: Whose) =>
              ask(() =>
                send(
                  route,
                  fill(route, (name) => (foreign.includes(name) ? kind : 'own')),
                ),
              );
            // The own usage and last uses, which the gateway writes once a second, may arrive between the two.
            const theirs = await vi.waitFor(
              async () => {
                const [first, second] = [await asked('foreign'), await asked('random')];
                expect([label(route), tellable(first)]).toEqual([label(route), tellable(second)]);
                return first;
              },
              { interval: 1_000, timeout: 30_000 },
            );
            // Another status would mean that the request was wrong and the test proved nothing.
            if (inPath.some((name) => foreign.includes(name)) && theirs.status !== 401) {
              expect([label(route), theirs.status]).toEqual([label(route), 404]);
            }
          }
        }
      },
    );

    test.each(callers)('by %s: routes without ids return nothing of another account', async (_, send) => {
      for (const route of ROUTES.filter((one) => one.access !== 'admin' && !one.path.includes(':'))) {
        // These routes start and end sessions, which the other routes need.
        if (route.method === 'delete' || /\/(log-out|sign-up|log-in)$/.test(route.path)) continue;
        const answer = await ask(() =>
          send(
            route,
            fill(route, () => 'own'),
          ),
        );
        expect([label(route), answer.status < 500]).toEqual([label(route), true]);
      }
    });

    test.each(callers)('by %s: administration rejects ids of either account alike', async (_, send) => {
      for (const route of ROUTES.filter((one) => one.access === 'admin')) {
        const answers: unknown[] = [];
        for (const whose of ['own', 'foreign', 'random'] as const) {
          const answer = await ask(() =>
            send(
              route,
              fill(route, () => whose),
            ),
          );
          expect([label(route), answer.status]).toEqual([label(route), 403]);
          answers.push(tellable(answer));
        }
        expect([label(route), answers[1], answers[2]]).toEqual([label(route), answers[0], answers[0]]);
      }
    });

    test.each(['POST', 'GET'])(
      'the proxy, by %s: accounts and services of others get the same response as missing ones',
      async (method) => {
        const call = (accountId: string, slug: string, key: string) =>
          ask(() =>
            under.send(`/api/v1/${accountId}/${slug}/ListUsers`, {
              method,
              headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
              ...(method === 'POST' ? { body: '{}' } : {}),
            }),
          );
        const key = asking.liveKey;
        for (const slug of [other.slug, 'no-such-service']) {
          const theirs = await call(other.ids.accountId, slug, key);
          const nobodys = await call(random.accountId, slug, key);
          expect(theirs.status).toBe(401);
          expect(tellable(theirs)).toEqual(tellable(nobodys));
          // Without a valid key the response is the same.
          expect(tellable(await call(other.ids.accountId, slug, asking.managementKey))).toEqual(
            tellable(nobodys),
          );
        }
        const [theirs, nobodys] = [
          await call(asking.ids.accountId, other.slug, key),
          await call(asking.ids.accountId, 'no-such-service', key),
        ];
        expect(theirs.status).toBe(404);
        expect(tellable(theirs)).toEqual(tellable(nobodys));
      },
    );

    test('the interface description: services of others, missing services and invalid ids get the same response', async () => {
      const credentials: Record<string, string>[] = [
        { 'X-API-Key': asking.liveKey },
        { Cookie: asking.owner.cookie },
      ];
      for (const headers of credentials) {
        const get = (serviceId: string) =>
          ask(() => under.send(`/api/services/${serviceId}/openapi`, { headers }));
        expect((await get(asking.ids.serviceId)).status).toBe(200);
        const theirs = await get(other.ids.serviceId);
        expect(theirs.status).toBe(404);
        expect(tellable(await get(random.serviceId))).toEqual(tellable(theirs));
        expect(tellable(await get('no-id'))).toEqual(tellable(theirs));
      }
    });

    test('every route finds own objects, so the ids above were valid', async () => {
      // Deletions come after reads, and the service goes last.
      const order = ({ method, path }: Route) => (method === 'delete' ? 1_000 - path.length : 0);
      const routes = withIds.toSorted((one, another) => order(one) - order(another));
      await hold(asking);
      const lost: unknown[] = [];
      for (const route of routes) {
        const path = fill(route, () => 'own');
        const answer = await asking.owner.send(route.method.toUpperCase(), path, sampleBody(route));
        const { status } = answer;
        // The announcement of a waiting revision is found with the revision; the sample has none that waits.
        if (label(route).endsWith('/announcement') && answer.text.includes('There is no such announcement'))
          continue;
        // The service is found; its design describes no session.
        if (route.path.includes('/session') && answer.text.includes('describes none')) continue;
        if (status === 401 || status === 404 || status >= 500) lost.push([label(route), status, answer.text]);
      }
      expect(lost).toEqual([]);
    });

    test('the other account is unchanged', async () => {
      for (const route of ROUTES.filter((one) => one.method === 'delete' && !one.path.includes(':'))) {
        expect((await asking.owner.send('DELETE', route.path)).status).toBe(200);
      }
      const list = async (what: string) =>
        (await other.owner.send('GET', `/api/manage/${what}`)).json<Record<string, unknown[]>>()[what];
      const [sessions, keys, services] = await Promise.all(['sessions', 'keys', 'services'].map(list));
      expect(sessions).toHaveLength(2);
      expect(keys).toEqual([
        expect.objectContaining({ revokedAt: null }),
        expect.objectContaining({ revokedAt: null }),
      ]);
      expect(services).toEqual([expect.objectContaining({ slug: other.slug, status: 'active' })]);
      const { operation } = CONSTANTS;
      const held = `/api/manage/services/${other.ids.serviceId}/operations/${operation}/hold`;
      expect((await other.owner.send('DELETE', held)).status).toBe(200);
      const call = await under.send(`/api/v1/${other.ids.accountId}/${other.slug}/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': other.liveKey, 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(call.status).toBe(200);
    });
  },
);

import type { UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from './gateway-under-test.js';
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import type { Answer } from './https-client.js';
import { type SetUp, setUps } from './set-ups.js';
import { findUpstreams, type Upstream } from './upstreams.js';

/** A way to run the gateway, with the SOAP server behind it. */
export interface Stage {
  readonly name: string;
  readonly setUp: SetUp;
  readonly upstream: Upstream;
}

/** Every set-up in front of node-soap's server, and one set-up in front of each other server. */
export async function stages(): Promise<Stage[]> {
  return (await setUps()).flatMap((setUp) =>
    findUpstreams().map((upstream) => ({
      name: `${setUp.name}, ${upstream.name}`,
      setUp,
      upstream,
    })),
  );
}

/** How a call differs from a plain one. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly slug?: string;
  readonly account?: string;
  readonly method?: string;
}

/**
 * The whole path: HTTPS, the gateway, a third-party SOAP server. An account on the Starter plan has the service `users`, and the same
 * service as `hostile` with a scripted server behind it.
 */
export interface ProxyScene {
  readonly soap: UserDirectory;
  readonly hostile: HostileUpstream;
  readonly under: GatewayUnderTest;
  readonly account: Account;
  readonly service: RegisteredService;
  readonly key: string;
  post(operation: string, body: string | Uint8Array, over?: CallOptions): Promise<Answer>;
}

/** Starts the servers for the tests of the surrounding `describe`. The members are set before the first test. */
export function setScene({ setUp, upstream }: Pick<Stage, 'setUp' | 'upstream'>): ProxyScene {
  const scene = {} as { -readonly [Member in keyof ProxyScene]: ProxyScene[Member] };
  beforeAll(async () => {
    [scene.soap, scene.hostile, scene.under] = await Promise.all([
      upstream.start(),
      startHostileUpstream(),
      startUnderTest(await setUp.start()),
    ]);
    scene.account = await scene.under.createAccount();
    ({ key: scene.key } = await scene.under.createKey(scene.account.id));
    const source = { kind: 'url', url: scene.soap.wsdlAddress } as const;
    scene.service = await scene.under.register(scene.account, { source, slug: 'users', name: 'Users' });
    await scene.under.register(scene.account, {
      source,
      slug: 'hostile',
      settings: { endpoint: scene.hostile.address },
    });
  });
  afterAll(async () => {
    await scene.under?.stop();
    await Promise.all([scene.soap?.stop(), scene.hostile?.stop()]);
    await setUp.stop();
  });
  scene.post = (operation, body, over = {}) =>
    scene.under.send(`/api/v1/${over.account ?? scene.account.id}/${over.slug ?? 'users'}/${operation}`, {
      method: over.method ?? 'POST',
      headers: { 'X-API-Key': scene.key, 'Content-Type': 'application/json', ...over.headers },
      body,
    });
  return scene;
}

/** Checks the three headers that every response has. */
export function expectLimitHeaders(answer: Answer): void {
  expect(answer.headers['x-ratelimit-limit']).toMatch(/^\d+$/);
  expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
}

/** Checks the error body, with everything that every error has. */
export function expectError(answer: Answer, status: number, type: string, code: string): void {
  expect({ status: answer.status, ...answer.json().error }).toMatchObject({ status, type, code });
  const { message, requestId } = answer.json().error;
  expect(message).toMatch(/\S/);
  expect(requestId).toBe(answer.headers['x-request-id']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expectLimitHeaders(answer);
}

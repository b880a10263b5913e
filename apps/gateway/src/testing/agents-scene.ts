import { defined } from '@soapstone/options/defined';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../domain/services/service-settings.js';
import { type GatewayUnderTest, startUnderTest } from './gateway-under-test.js';
import type { Answer } from './https-client.js';

/** The operations of `users` that agents may call. */
export const OFFERED = { operations: { GetUser: 'read-only', CreateUser: 'yes' } } as const;

/** The metadata of a request at revision 2026-07-28. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
};

/** How a request differs from a POST to the service `users`. */
export interface Sent {
  readonly slug?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly method?: string;
}

/** The response to a tool call. */
export interface Called {
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly content: readonly { readonly text: string }[];
  };
}

/** An account on the Pro plan whose service `users` offers operations to agents, and whose service `silent` offers none. */
export interface AgentsScene {
  readonly under: GatewayUnderTest;
  readonly soap: UserDirectory;
  readonly account: Account;
  readonly service: RegisteredService;
  readonly key: string;
  /** Sends a message to the URL of the account or of one of its services. */
  post(body: string | Uint8Array, sent?: Sent): Promise<Answer>;
  /** Calls a tool of `users` with arguments as JSON text. */
  call(name: string, args: string, meta?: object): Promise<Answer>;
  setService(slug: string, change: Partial<ServiceSettings>): Promise<void>;
}

/** The headers that repeat parts of a message of revision 2026-07-28. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...defined({ 'Mcp-Name': name }),
  };
}

/** The text of a request at revision 2026-07-28. */
export const text = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } });

/** Starts the servers for the tests of the file. The members are set before the first test. */
export function setAgentsScene(): AgentsScene {
  const scene = {} as { -readonly [Member in keyof AgentsScene]: AgentsScene[Member] };
  beforeAll(async () => {
    [scene.soap, scene.under] = await Promise.all([startUserDirectory(), startUnderTest()]);
    const { under, soap } = scene;
    scene.account = await under.createAccount({ plan: 'Pro' });
    scene.key = (await under.createKey(scene.account.id)).key;
    const source = { kind: 'url', url: soap.wsdlAddress } as const;
    const settings = { agents: OFFERED };
    scene.service = await under.register(scene.account, { source, slug: 'users', name: 'Users', settings });
    await under.register(scene.account, { source, slug: 'silent', name: 'Silent' });
  });
  afterAll(async () => {
    await scene.under?.stop();
    await scene.soap?.stop();
  });

  scene.post = (body, { slug = '/users', headers = {}, method = 'POST' } = {}) =>
    scene.under.send(`/mcp/v1/${scene.account.id}${slug}`, {
      method,
      headers: { 'X-API-Key': scene.key, 'Content-Type': 'application/json', ...headers },
      body,
    });
  scene.call = (name, args, meta = META) =>
    scene.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${JSON.stringify(meta)}}}`,
      { headers: modernHeaders('tools/call', name) },
    );
  scene.setService = async (slug, change) => {
    const { store, changes } = scene.under.gateway;
    const current = (await store.services.findBySlug(scene.account.id, slug))!;
    const settings = { ...DEFAULT_SETTINGS, ...current.settings, ...change };
    await store.services.update({ ...current, settings, updatedAt: current.updatedAt + 1 });
    await changes.announce(scene.account.id);
  };
  return scene;
}

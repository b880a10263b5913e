import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Account,
  createAccountId,
  createKey,
  type Gateway,
  hashKey,
  keyHint,
  readConfig,
  registerService,
  startGateway,
} from '@soapstone/gateway';
import { freePort } from '@soapstone/testing/free-port';
import { serveProcess } from '@soapstone/testing/server-process';
import { ordersWsdl, PARTNER_DESIGN } from './orders.js';

interface Argument {
  readonly upstream: string;
  readonly accounts: number;
  /** The Redis server for the limits; without it they are in process memory. */
  readonly redis?: string;
  /** Further operations of the service, all offered to agents; without it, agents are off. */
  readonly offered?: number | undefined;
  /** Whether the service has members of a partner: clients send them to one service, and a design with a session fills them in another. */
  readonly partner?: boolean | undefined;
}

const YEAR = 365 * 86_400_000;

/**
 * The gateway as users run it, with the embedded database, behind a proxy that terminates TLS, so that every contender is
 * measured without TLS. Many accounts share the load, because the limits of one account apply here too.
 */
await serveProcess(async ({ upstream, accounts, redis, offered, partner }: Argument) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-bench-'));
  const port = await freePort();
  const config = readConfig({
    BASE_URL: 'https://bench.invalid',
    TRUST_PROXY: '1',
    HTTPS_PORT: String(port),
    DATA_DIR: dataDir,
    EGRESS_ALLOW: new URL(upstream).host,
    LOG_LEVEL: 'silent',
    ...(redis !== undefined && { REDIS_URL: redis }),
  });
  const { plans } = config.plans;
  const gateway = await startGateway({
    ...config,
    // No call of a long run may be over the limit per minute.
    plans: { ...config.plans, plans: { ...plans, Pro: { ...plans.Pro, perMinute: 1_000_000 } } },
  });
  const seedAll = async (by: 'client' | 'design' | undefined): Promise<string> => {
    const callers: Awaited<ReturnType<typeof seed>>[] = [];
    for (let i = 0; i < accounts; i++) callers.push(await seed(gateway, upstream, { offered, partner: by }));
    return JSON.stringify(callers);
  };
  const callers = await seedAll(partner === true ? 'client' : undefined);
  const designed = partner === true ? await seedAll('design') : '[]';
  process.once(
    'SIGTERM',
    () =>
      void gateway
        .close()
        .then(() => rm(dataDir, { recursive: true, force: true }))
        .then(() => process.exit(0)),
  );
  return { origin: `http://127.0.0.1:${port}`, callers, designed };
});

function offeredNames(offered: number): Record<string, 'read-only'> {
  const further = Array.from({ length: offered }, (_, i) => [`ListOrders${i}`, 'read-only'] as const);
  return { ListOrders: 'read-only', ...Object.fromEntries(further) };
}

/** An account on the Pro plan with the registered service and its keys: without rules, with rules, and with limits too. */
async function seed(
  gateway: Gateway,
  upstream: string,
  {
    offered,
    partner,
  }: Pick<Argument, 'offered'> & {
    /** Who sends the members of a partner. Without it, the service has none. */
    readonly partner: 'client' | 'design' | undefined;
  },
): Promise<{ path: string; key: string; ruled: string; limited: string }> {
  const now = Date.now();
  const account: Account = {
    id: createAccountId(),
    name: 'bench',
    status: 'active',
    plan: 'Pro',
    billingAnchor: now,
    createdAt: now,
  };
  await gateway.store.accounts.create(account);
  const issue = async (rules: object): Promise<string> => {
    const key = createKey('live');
    const stored = {
      id: randomUUID(),
      accountId: account.id,
      purpose: 'live' as const,
      name: 'bench',
      hint: keyHint(key),
      createdAt: now,
      ...rules,
    };
    await gateway.store.apiKeys.create(stored, hashKey(key, gateway.secrets.apiKeyPepper));
    return key;
  };
  const { service } = await registerService(
    account,
    {
      source: {
        kind: 'files',
        files: new Map([
          ['orders.wsdl', new TextEncoder().encode(ordersWsdl(upstream, offered, partner !== undefined))],
        ]),
        main: 'orders.wsdl',
      },
      ...(partner === 'design' && { design: JSON.stringify(PARTNER_DESIGN) }),
      ...(offered !== undefined && { settings: { agents: { operations: offeredNames(offered) } } }),
    },
    // The gateway would reject it while the machine is busy with the other servers.
    { ...gateway.registration, assertRoom: () => {} },
  );
  const { slug } = service;
  const rules = {
    operations: ['users/GetUser', 'users/ListUsers', `${slug}/GetOrder`, `${slug}/ListOrders`],
    addresses: ['192.0.2.0/24', '2001:db8::/32', '127.0.0.0/8', '::1/128'],
    expiresAt: now + YEAR,
  };
  return {
    path: `/api/v1/${account.id}/${slug}/ListOrders`,
    key: await issue({}),
    ruled: await issue(rules),
    limited: await issue({ ...rules, perMinute: 1_000_000, quota: 1_000_000_000 }),
  };
}

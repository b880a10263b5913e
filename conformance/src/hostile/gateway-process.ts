import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { serveProcess } from '@soapstone/testing/server-process';
import type * as GatewayModule from '../../../apps/gateway/src/index.js';
import { TurnProbe } from './turn-probe.js';

/** An account with both of its keys. */
export interface Tenant {
  readonly accountId: string;
  readonly key: string;
  readonly managementKey: string;
}

/** What a gateway under attack is started with. */
export interface GatewayArgument {
  /** The URL of the gateway's module as built, next to which are its command and the modules of its processes. */
  readonly module: string;
  /** The port on which it listens. */
  readonly port: number;
  readonly upstream: string;
  /** The plan of each account. */
  readonly plans: readonly GatewayModule.PlanName[];
  /** Settings of the gateway that differ from the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The gateway with the embedded database, behind a proxy that terminates TLS, and a probe in its event loop. */
await serveProcess(async ({ module, port, upstream, plans, settings }: GatewayArgument) => {
  const product = (await import(module)) as typeof GatewayModule;
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-hostile-'));
  const environment = {
    BASE_URL: 'https://bench.invalid',
    TRUST_PROXY: '1',
    HTTPS_PORT: String(port),
    DATA_DIR: dataDir,
    EGRESS_ALLOW: new URL(upstream).host,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const gateway = await product.startGateway(product.readConfig(environment));
  const tenants: Tenant[] = [];
  for (const plan of plans) tenants.push(await createTenant(product, gateway, plan));
  const stop = () =>
    void gateway
      .close()
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .then(() => process.exit(0));
  process.once('SIGTERM', stop);
  return {
    origin: `http://127.0.0.1:${port}`,
    tenants: JSON.stringify(tenants),
    environment: JSON.stringify(environment),
    command: fileURLToPath(new URL('./main.js', module)),
  };
}, probeAnswers());

function probeAnswers() {
  const probe = new TurnProbe();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  return {
    /** The p99 of event-loop delays since the last question, in milliseconds. */
    lag: () => {
      const lag = delay.percentile(99) / 1e6;
      delay.reset();
      delay.enable();
      return lag;
    },
    'probe-start': () => {
      probe.start();
      return true;
    },
    'probe-stop': () => probe.stop(),
  };
}

async function createTenant(
  { createAccountId, createKey, hashKey, keyHint }: typeof GatewayModule,
  gateway: GatewayModule.Gateway,
  plan: GatewayModule.PlanName,
): Promise<Tenant> {
  const now = Date.now();
  const account: GatewayModule.Account = {
    id: createAccountId(),
    name: 'bench',
    status: 'active',
    plan,
    billingAnchor: now,
    createdAt: now,
  };
  await gateway.store.accounts.create(account);
  const create = async (purpose: 'live' | 'management'): Promise<string> => {
    const key = createKey(purpose);
    const stored = {
      id: randomUUID(),
      accountId: account.id,
      purpose,
      name: 'bench',
      hint: keyHint(key),
      createdAt: now,
    };
    await gateway.store.apiKeys.create(stored, hashKey(key, gateway.secrets.apiKeyPepper));
    return key;
  };
  return { accountId: account.id, key: await create('live'), managementKey: await create('management') };
}

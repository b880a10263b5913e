import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.js';
import { startUnderTest } from './gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import { createLoadBalancer, type LoadBalancer, type Outcome } from './load-balancer.js';

const EMPTY_LIST = envelope(
  '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
);

/** An account that calls. */
export interface FleetCaller {
  readonly accountId: string;
  readonly path: string;
  readonly key: string;
}

/** Three gateways as separate processes on one database and one Redis, behind a load balancer. */
export interface Fleet {
  /** The nodes in order. A test may replace one that it has stopped, on the same port. */
  readonly nodes: GatewayProcess[];
  readonly balancer: LoadBalancer;
  /** Accounts on the Pro plan, each with a service that responds after some milliseconds. */
  readonly callers: readonly FleetCaller[];
  readonly upstream: HostileUpstream;
  restart(node: number): Promise<void>;
  /** Makes one call as the caller of this number, modulo the number of callers. */
  call(number: number): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Starts a fleet with the given configuration of its servers. One account may call 6,000 times a minute. */
export async function startFleet(
  servers: Readonly<Record<string, string>>,
  accounts: number,
): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-fleet-'));
  const [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
  // Long enough that calls are always in flight when something happens.
  upstream.answer = (_request, response) => void setTimeout(() => response.end(EMPTY_LIST), 5);
  const environment = { NODE_COUNT: '3', DATA_DIR: dataDir, DRAIN_DELAY_MS: '5000', ...servers };

  async function seed(): Promise<FleetCaller[]> {
    const under = await startUnderTest(environment);
    const callers: FleetCaller[] = [];
    try {
      for (let count = 0; count < accounts; count += 1) {
        const { id } = await under.createAccount({ plan: 'Pro' });
        const account = await under.gateway.store.accounts.find(id);
        const { key } = await under.createKey(id);
        await under.register(account!, {
          source: { kind: 'url', url: soap.wsdlAddress },
          slug: 'users',
          settings: { endpoint: upstream.address },
        });
        callers.push({ accountId: id, path: `/api/v1/${id}/users/ListUsers`, key });
      }
    } finally {
      await under.stop();
      await soap.stop();
    }
    return callers;
  }

  const callers = await seed();
  const nodes = await Promise.all([1, 2, 3].map(() => startGatewayProcess(environment)));
  const ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  const balancer = createLoadBalancer(
    nodes.map(({ port }) => port),
    ca,
  );
  return {
    nodes,
    balancer,
    callers,
    upstream,
    async restart(node) {
      const { port } = nodes[node]!;
      nodes[node] = await startGatewayProcess({ ...environment, HTTPS_PORT: String(port) });
    },
    call(number) {
      const { path, key } = callers[number % callers.length]!;
      return balancer.send(path, { 'X-API-Key': key, 'Content-Type': 'application/json' }, '{}');
    },
    async stop() {
      balancer.stop();
      await Promise.all(nodes.map((node) => node.kill()));
      await upstream.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

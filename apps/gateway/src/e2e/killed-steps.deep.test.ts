import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTransport, type Transport } from '@soapstone/soap-transport';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFairSlots } from '../children/fair-slots.js';
import { createServiceProxies } from '../credentials/service-proxies.js';
import type { Account } from '../domain/accounts/account.js';
import { PLANS } from '../domain/accounts/plan.js';
import { createWebhookSecret } from '../domain/accounts/webhook.js';
import { createSealer } from '../domain/seal.js';
import { placeOfSecret } from '../events/rotate-webhook-secrets.js';
import { createDocumentFetch } from '../owners/registration/fetch-document.js';
import { registerService } from '../owners/registration/register.js';
import { openStore, type Store } from '../store/store.js';
import type { NodeTask } from '../testing/killed-node.js';
import { sampleAccount } from '../testing/sample-records.js';
import { setUps } from '../testing/set-ups.js';
import { startHere } from '../testing/start-here.js';

const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');
const NODES = 4;
/** Steps between two kills. Nightly, every step is one before which a node is killed. */
const STRIDE = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 1 : 3;
/** Longer than the right to deliver lasts, in milliseconds: each node believes that the others have lost it. */
const LEASE = 60_000;

/** The program of a node, bundled: its sources would take seconds to load. Beside the modules that the gateway starts, which it looks for. */
const PROGRAM = fileURLToPath(new URL('../../.processes/killed-node.mjs', import.meta.url));
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const wsdl = (members: string) => `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:o" targetNamespace="urn:o">
  <wsdl:types><xs:schema targetNamespace="urn:o"><xs:element name="Get"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:long"/>${members}</xs:sequence></xs:complexType></xs:element></xs:schema></wsdl:types>
  <wsdl:message name="In"><wsdl:part name="p" element="tns:Get"/></wsdl:message>
  <wsdl:portType name="Orders"><wsdl:operation name="Get"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="tns:Orders"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Get"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation></wsdl:binding>
  <wsdl:service name="Orders"><wsdl:port name="P" binding="tns:B"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** Four processes that do the same at once, each killed with SIGKILL before another step, and a fifth that comes after them. */
describe.skipIf(shared === undefined)(
  'four nodes that are killed between two steps',
  { timeout: 600_000 },
  () => {
    let databaseUrl: string;
    let store: Store;
    let server: Server;
    let address: string;
    let transport: Transport;
    let members = '';
    /** The IDs that the receiver of an account got. */
    const received = new Map<string, string[]>();
    beforeAll(async () => {
      const bundled = build({
        entryPoints: [fileURLToPath(new URL('../testing/killed-node.ts', import.meta.url))],
        ...{ outfile: PROGRAM, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
        ...{ conditions: ['@soapstone/source'], banner: { js: REQUIRE } },
        external: ['@photostructure/sqlite', 'libxmljs2', 'koffi', 'pg-native'],
      });
      ({ DATABASE_URL: databaseUrl = '' } = await shared!.start());
      store = await openStore({ dataDir: '/nowhere', databaseUrl }, () => {});
      transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
      server = createServer((request, response) => {
        const [, kind, accountId = ''] = (request.url ?? '').split('/');
        if (kind === 'wsdl') return response.end(wsdl(members));
        const id = String(request.headers['webhook-id']);
        received.set(accountId, [...(received.get(accountId) ?? []), id]);
        return response.writeHead(204).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await bundled;
    });
    afterAll(async () => {
      server?.closeAllConnections();
      server?.close();
      await transport?.close();
      await store?.close();
      await shared?.stop();
      await rm(PROGRAM, { force: true });
    });

    /** Adds an account with a webhook, and a service whose contract has changed since it was checked. */
    async function addScene(at: number): Promise<{ account: Account; serviceId: string }> {
      const account = sampleAccount(at);
      await store.accounts.create(account);
      const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 7) }]);
      const webhook = {
        ...{
          id: `whk_${account.id}`,
          accountId: account.id,
          name: 'x',
          enabled: true,
          createdAt: at,
          updatedAt: at,
        },
        ...{ url: `${address}/hook/${account.id}`, types: ['quota.reached' as const] },
      };
      const place = placeOfSecret({ accountId: account.id, webhookId: webhook.id });
      expect(await store.webhooks.create(webhook, sealer.seal(createWebhookSecret(), place), 10)).toBe(true);
      members = '';
      const registration = {
        ...{ store, now: () => at, plans: PLANS, start: startHere, proxies: createServiceProxies() },
        ...{ assertRoom() {}, timeout: 60_000, memory: 512, fetch: createDocumentFetch(transport) },
        slots: createFairSlots({ atOnce: 4, ofAccount: 2, waiting: 99, waitingOfAccount: 99 }),
      };
      const source = { kind: 'url', url: `${address}/wsdl/${account.id}` } as const;
      const { service } = await registerService(account, { source }, registration);
      await store.watches.choose(account.id, service.id, { schedule: 'daily', activate: 'safe' }, at);
      members = '<xs:element name="lang" type="xs:string" minOccurs="0"/>';
      return { account, serviceId: service.id };
    }

    /** Starts a node. Resolves when it waits for `begin`, which resolves to the number of its steps, or undefined if it was killed. */
    async function startNode(task: NodeTask): Promise<{ begin(): Promise<number | undefined> }> {
      const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let output = '';
      const ended = new Promise<number | undefined>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code, signal) => {
          if (signal === 'SIGKILL') resolve(undefined);
          else if (code === 0) resolve(Number(output.split('\n')[1]));
          else reject(new Error(`the node ended with ${code}`));
        });
      });
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.startsWith('ready\n')) resolve();
        });
        ended.catch(reject);
      });
      return {
        begin() {
          child.stdin.end('go\n');
          return ended;
        },
      };
    }

    test('each threshold and each change of a contract is one event, and reaches the receiver', async () => {
      let at = Date.parse('2026-11-23T10:00:00Z');
      let killed = 0;
      for (let first = 0, isOver = false; !isOver; first += NODES * STRIDE) {
        at += 100 * 86_400_000;
        const { account, serviceId } = await addScene(at);
        const periodStart = Date.parse('2026-11-01T00:00:00Z');
        const task = (node: number, killedAt: number | null): NodeTask => ({
          ...{ databaseUrl, accountId: account.id, serviceId, killedAt },
          ...{ use: { periodStart, charged: 1_000 + node }, now: at + node * LEASE },
        });
        const nodes = await Promise.all(
          Array.from({ length: NODES }, (_, node) => startNode(task(node, first + node * STRIDE))),
        );
        const steps = await Promise.all(nodes.map((node) => node.begin()));
        killed += steps.filter((count) => count === undefined).length;
        isOver = !steps.includes(undefined);
        // The node that comes after them. It finds the contract due, and everything that waits.
        const survivor = await startNode(task(2 * NODES, null));
        expect(await survivor.begin(), `after step ${first}`).toBeGreaterThan(0);

        const events = (await store.events.list(account.id, { limit: 50 })).items;
        const reached = events.filter(({ kind }) => kind === 'quota.reached');
        expect(reached.map(({ data }) => data['percent']).sort(), `after step ${first}`).toEqual([
          100, 80, 95,
        ]);
        expect(events.filter(({ kind }) => kind.startsWith('contract.'))).toMatchObject([
          { kind: 'contract.changed' },
        ]);
        // At least once, and under the ID of the event.
        const ids = new Set(received.get(account.id));
        expect([...ids].sort(), `after step ${first}`).toEqual(reached.map(({ id }) => id).sort());
        const { items } = await store.deliveries.list(account.id, `whk_${account.id}`, { limit: 9 });
        expect(items.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
        expect((await store.ledger.read(account.id, periodStart))?.charged).toBe(1_000 + 2 * NODES);
        // Nodes that check at the same time may each store the new contract; one of them makes it live, and the others are discarded.
        const [changed] = events.filter(({ kind }) => kind === 'contract.changed');
        const { revision } = (await store.services.find(account.id, serviceId)) ?? {};
        expect(revision).toBe(changed?.data['revision']);
        expect(revision).toBeGreaterThan(1);
      }
      expect(killed).toBeGreaterThan(7);
    });
  },
);

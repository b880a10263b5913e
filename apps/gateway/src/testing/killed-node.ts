/**
 * One node of a test that kills nodes. It notices usage, delivers what waits, and checks a contract, with a store and a transport that kill this
 * process with SIGKILL before the step whose number its task has: a step is a call of the database or of a receiver. Prints `ready`, waits for a
 * line on its standard input, and prints the number of its steps if it survives.
 */
import { once } from 'node:events';
import { createTransport } from '@soapstone/soap-transport';
import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import { createFairSlots } from '../children/fair-slots.js';
import { createServiceProxies } from '../credentials/service-proxies.js';
import { PLANS } from '../domain/accounts/plan.js';
import { createSealer } from '../domain/seal.js';
import { createOutbox, runChannel } from '../events/outbox.js';
import { watchEvents } from '../events/watch-events.js';
import { createWebhookChannel } from '../events/webhook-sender.js';
import { createArtefacts } from '../owners/description/artefacts.js';
import { createDocumentFetch } from '../owners/registration/fetch-document.js';
import { checkContract } from '../owners/watches/check-contract.js';
import { openStore, type Store } from '../store/store.js';
import { startHere } from './start-here.js';

/** The action of a node, and when it is killed. */
export interface NodeTask {
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly serviceId: string;
  readonly use: { readonly periodStart: number; readonly charged: number };
  /** The time of this node, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** The number of the step before which the process is killed; null for a node that survives. */
  readonly killedAt: number | null;
}

const task = JSON.parse(process.argv[2] ?? '') as NodeTask;
const { accountId, serviceId, killedAt } = task;
let steps = 0;

/** Kills this process if its time has come. */
function step(): void {
  if (steps === killedAt) process.kill(process.pid, 'SIGKILL');
  steps += 1;
}

/** Returns an object whose methods are steps. */
function stepping<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(from, member) {
      const value = Reflect.get(from, member) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        step();
        return Reflect.apply(value, from, given) as unknown;
      };
    },
  });
}

const opened = await openStore({ dataDir: '/nowhere', databaseUrl: task.databaseUrl }, () => {});
const repositories = Object.entries(opened).map(([name, part]) => [
  name,
  typeof part === 'object' && !Array.isArray(part) ? stepping(part) : part,
]);
const store = Object.fromEntries(repositories) as Store;
const now = () => task.now;
const random = () => 0.5;
const fail = (message: string, error: unknown): never => {
  throw new Error(message, { cause: error });
};
const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 7) }]);
const egress = { allow: ['127.0.0.0/8'] };

process.stdout.write('ready\n');
await once(process.stdin, 'data');

// The work of a gateway once a second: it notices usage before it writes it.
const use = { account: accountId, refunded: 0, ...task.use };
await watchEvents(store, PLANS, { error: fail }, now).seeUses([use]);
await store.ledger.merge([use]);

const webhooks = createUncheckedTransport({ egress });
const shared = { store, now, log: { error: fail } };
const outbox = createOutbox({ ...shared, mails: false }, [
  runChannel(
    createWebhookChannel({
      ...shared,
      ...{ sealer, random, baseUrl: 'https://gateway.example' },
      transport: stepping({ send: webhooks.send.bind(webhooks) }),
    }),
  ),
]);
// A webhook gets two events at once, and there are three.
for (let round = 0; round < 2; round += 1) {
  await outbox.round();
  await outbox.settled();
}
await outbox.close();
await webhooks.close();

const documents = createTransport({ egress });
const slots = createFairSlots({ atOnce: 4, ofAccount: 2, waiting: 99, waitingOfAccount: 99 });
const registration = {
  ...{ store, now, slots, plans: PLANS, start: startHere, proxies: createServiceProxies() },
  ...{ assertRoom() {}, timeout: 60_000, memory: 512, fetch: createDocumentFetch(documents) },
};
await checkContract(
  await store.watches.find(accountId, serviceId),
  {
    ...{ store, sealer, registration, now, random, lane: slots, minimum: 3_600_000 },
    ...{ transport: documents, changes: { announce: async () => {} } },
    artefacts: createArtefacts(registration),
  },
  new AbortController().signal,
);
await documents.close();
process.stdout.write(`${steps}\n`);
await opened.close();
process.exit(0);

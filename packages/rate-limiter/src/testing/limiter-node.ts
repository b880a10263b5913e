/**
 * Entry point of one of several processes that share limits through Redis, with a record of everything it saw. `startNodes` starts
 * it and exchanges messages with it: see `ToNode` and `FromNode`.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { PeriodUse } from '../limiter.js';
import type { RedisClient } from '../redis/commands.js';
import { createRedisLimiter } from '../redis/redis-limiter.js';
import { waitInTurns } from '../redis/wait-in-turns.js';
import { type FromNode, MAX_AT_ONCE, type NodeHistory, type NodeOptions, type ToNode } from './nodes.js';

const options = JSON.parse(process.argv[2] ?? '{}') as NodeOptions;
const { account, limits, skew = 0, minute = 60_000 } = options;

const send = (message: FromNode): void => void process.send?.(message);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const client = new Redis({
  port: options.port,
  host: '127.0.0.1',
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  commandTimeout: options.commandTimeout,
  connectTimeout: 500,
  retryStrategy: (attempt) => Math.min(50 * attempt, 250),
});
client.on('error', () => {});
// The limiter gets a wrapper of this client.
waitInTurns(client);

const history: NodeHistory = {
  admitted: 0,
  refunded: 0,
  deniedByQuota: 0,
  deniedByMinute: 0,
  failures: 0,
  remaining: [],
  periods: {},
  instants: [],
  unheard: 0,
  waits: [],
  transitions: [],
};

/** Decisions and other commands that wait for their replies. */
let running = 0;
client.on('close', () => {
  history.unheard += running;
});

/** The Redis client, with a record of when Redis admitted calls. The test sets the length of the minute in its scripts. */
const recording: RedisClient & Record<string, unknown> = {
  defineCommand(name, { lua, numberOfKeys }) {
    client.defineCommand(name, { lua, ...(numberOfKeys !== undefined && { numberOfKeys }) });
    const command = (client as unknown as Record<string, (...parameters: unknown[]) => Promise<unknown>>)[
      name
    ]!;
    recording[name] = async (...parameters: unknown[]) => {
      // After the number of keys, the keys, three for each decision, and the node.
      const decisions = name === 'soapstoneConsume' ? parameters.slice(Number(parameters[0]) + 2) : [];
      const waits = Math.max(1, decisions.length);
      running += waits;
      const reply = await command.apply(client, parameters).finally(() => {
        running -= waits;
      });
      const lines = String(reply).split('\n');
      for (const [index, decision] of decisions.entries()) {
        const [status, , , , , , , , now] = lines[index]!.split(' ');
        // The seventh word is 1 if the minute is charged.
        const charged = String(decision).split(' ')[6] === '1';
        if (status === 'OK' && charged) history.instants.push(Number(now));
      }
      return reply;
    };
  },
};

/** The ledger lives in the parent process, as a database would. */
const reads = new Map<number, (use: PeriodUse | undefined) => void>();
let asked = 0;
function readUse(name: string, periodStart: number): Promise<PeriodUse | undefined> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    reads.set(id, resolve);
    send({ kind: 'read', id, account: name, periodStart });
  });
}

const limiter = createRedisLimiter({
  client: recording,
  prefix: options.prefix,
  nodes: options.nodes,
  nodeId: randomUUID(),
  windowMs: minute,
  now: () => Date.now() + skew,
  elapsed: () => performance.now(),
  ...(options.ledger ? { readUse } : {}),
  onDegraded: (degraded) => history.transitions.push([Date.now(), degraded]),
});

let { rate, cycle } = options;
let stopped = false;
let exhausted = false;

async function call(): Promise<void> {
  const startedAt = performance.now();
  try {
    const decision = await limiter.consume({ account, limits, cycle, charge: 'call' });
    history.waits.push(performance.now() - startedAt);
    if (!decision.allowed) {
      if (decision.rule === 'minute') history.deniedByMinute += 1;
      else history.deniedByQuota += 1;
      exhausted ||= decision.rule === 'quota' && !limiter.degraded;
      return;
    }
    history.admitted += 1;
    history.remaining.push(decision.quota.remaining);
    const period = String(decision.quota.resetAt);
    history.periods[period] = (history.periods[period] ?? 0) + 1;
    if (options.refundEvery !== undefined && history.admitted % options.refundEvery === 0) {
      await limiter.refund(decision.receipt!);
      history.refunded += 1;
    }
  } catch {
    history.failures += 1;
  }
}

/** Sends `rate` calls a second in batches, whether or not earlier ones have been answered. */
async function work(): Promise<void> {
  const running = new Set<Promise<void>>();
  let due = 0;
  let before = performance.now();
  while (!stopped) {
    await wait(5);
    const now = performance.now();
    due = Math.min(due + ((now - before) / 1000) * rate, rate);
    before = now;
    for (; due >= 1 && running.size < MAX_AT_ONCE; due -= 1) {
      const one = call().finally(() => running.delete(one));
      running.add(one);
    }
  }
  await Promise.all(running);
}

process.on('message', (message: ToNode) => {
  switch (message.kind) {
    case 'use':
      reads.get(message.id)?.(message.use);
      reads.delete(message.id);
      break;
    case 'go':
      ({ rate, cycle } = message);
      break;
    case 'calm':
      client.options.commandTimeout = 30_000;
      break;
    case 'state':
      send({ kind: 'state', degraded: limiter.degraded, exhausted, admitted: history.admitted });
      break;
    case 'stop':
      stopped = true;
      break;
  }
});

await new Promise<void>((resolve) => client.once('ready', () => resolve()));
send({ kind: 'ready' });
const writing = setInterval(() => {
  const uses = limiter.takeChanges();
  if (options.ledger && uses.length > 0) send({ kind: 'ledger', uses });
}, options.ledgerInterval ?? 1_000);
await work();
await limiter.settle();
clearInterval(writing);
client.disconnect();
process.send?.({ kind: 'ended', history } satisfies FromNode, () => process.disconnect());

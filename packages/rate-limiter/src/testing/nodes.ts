import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PlanLimits } from '../decision.js';
import type { PeriodUse } from '../limiter.js';
import type { BillingCycle } from '../period.js';

/** The maximum number of calls of a node in flight at the same time. */
export const MAX_AT_ONCE = 256;

/** The arguments of a node process. */
export interface NodeOptions {
  readonly port: number;
  readonly prefix: string;
  readonly account: string;
  /** The number of nodes that it assumes. */
  readonly nodes: number;
  readonly limits: PlanLimits;
  readonly cycle: BillingCycle;
  /** The timeout of a Redis command in milliseconds. */
  readonly commandTimeout: number;
  /** Calls per second. */
  readonly rate: number;
  /** The error of its clock in milliseconds. */
  readonly skew?: number;
  /** Refund every n-th admitted call. */
  readonly refundEvery?: number;
  /** Whether there is a ledger. `ledgerInterval` is the time between two writes to it, in milliseconds. */
  readonly ledger?: boolean;
  readonly ledgerInterval?: number;
  /** The length of the per-minute window in the scripts of Redis, so that a short test sees many of them. Default 60,000. */
  readonly minute?: number;
}

/** Everything that one node saw. */
export interface NodeHistory {
  admitted: number;
  refunded: number;
  deniedByQuota: number;
  deniedByMinute: number;
  /** Decisions that threw: a gateway would have answered 500. */
  failures: number;
  /** The remaining quota reported to each admitted call. */
  readonly remaining: number[];
  /** The number of admitted calls by the end of the period in their reply. */
  readonly periods: Record<string, number>;
  /** The times at which Redis admitted calls, by its own clock. */
  readonly instants: number[];
  /** Decisions in flight when a connection to Redis ended: a Redis that loses data may lose them. */
  unheard: number;
  /** The latency of each decision in milliseconds. */
  readonly waits: number[];
  /** When it started (true) and stopped deciding on its own. */
  readonly transitions: [at: number, degraded: boolean][];
}

/** The behaviour of a node from now on. */
export interface Work {
  /** Calls per second of each node. */
  readonly rate: number;
  readonly cycle: BillingCycle;
}

export type ToNode =
  | { readonly kind: 'use'; readonly id: number; readonly use: PeriodUse | undefined }
  | ({ readonly kind: 'go' } & Work)
  | { readonly kind: 'calm' }
  | { readonly kind: 'state' }
  | { readonly kind: 'stop' };

export type FromNode =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly id: number; readonly account: string; readonly periodStart: number }
  | { readonly kind: 'ledger'; readonly uses: readonly PeriodUse[] }
  | NodeState
  | { readonly kind: 'ended'; readonly history: NodeHistory };

interface NodeState {
  readonly kind: 'state';
  readonly degraded: boolean;
  readonly exhausted: boolean;
  readonly admitted: number;
}

/** Node processes under load. */
export interface Nodes {
  go(work: Work): void;
  /** Tells the nodes that the faults are over: a late reply now only shows a busy machine, so they wait for it. */
  calm(): void;
  states(): Promise<readonly NodeState[]>;
  /** Waits until every node satisfies `condition`, and returns the milliseconds that it took. Throws after two minutes. */
  until(condition: (state: NodeState) => boolean): Promise<number>;
  /** Ends the nodes and returns their histories. */
  stop(): Promise<readonly NodeHistory[]>;
  /** Kills the nodes, after a failed test. */
  kill(): void;
}

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const program = fileURLToPath(new URL('./limiter-node.ts', import.meta.url));

/** Starts one process for each element of `each`, which calls at its `rate` until `go` changes it. All share one ledger in this process. */
export async function startNodes(each: readonly NodeOptions[]): Promise<Nodes> {
  const ledger = new Map<string, PeriodUse>();
  const children = each.map((options) =>
    fork(program, [JSON.stringify(options)], {
      execArgv: ['--import', tsx, '--conditions=@soapstone/source'],
      serialization: 'advanced',
    }),
  );
  for (const child of children)
    child.on('message', (message: FromNode) => serveLedger(child, message, ledger));
  await Promise.all(children.map((child) => next(child, 'ready')));

  const tell = (message: ToNode) => {
    for (const child of children) child.send(message);
  };
  const states = async () => {
    const answers = Promise.all(children.map((child) => next(child, 'state')));
    tell({ kind: 'state' });
    return answers;
  };
  return {
    states,
    calm: () => tell({ kind: 'calm' }),
    go: (work) => tell({ kind: 'go', ...work }),
    async until(condition) {
      const startedAt = Date.now();
      while (!(await states()).every(condition)) {
        if (Date.now() - startedAt > 120_000)
          throw new Error('the nodes did not reach the expected state within two minutes');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return Date.now() - startedAt;
    },
    async stop() {
      const ended = Promise.all(children.map((child) => next(child, 'ended')));
      tell({ kind: 'stop' });
      return (await ended).map(({ history }) => history);
    },
    kill() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

function serveLedger(child: ChildProcess, message: FromNode, ledger: Map<string, PeriodUse>): void {
  if (message.kind === 'read') {
    const use = ledger.get(`${message.periodStart} ${message.account}`);
    child.send({ kind: 'use', id: message.id, use } satisfies ToNode);
  }
  if (message.kind !== 'ledger') return;
  for (const use of message.uses) {
    const id = `${use.periodStart} ${use.account}`;
    const known = ledger.get(id);
    ledger.set(id, {
      ...use,
      charged: Math.max(use.charged, known?.charged ?? 0),
      refunded: Math.max(use.refunded, known?.refunded ?? 0),
    });
  }
}

/** Resolves to the next message of a kind. Rejects if the process ends instead. */
function next<Kind extends FromNode['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<FromNode, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) =>
      reject(new Error(`a node ended with ${code} before it was ${kind}`));
    const onMessage = (message: FromNode) => {
      if (message.kind !== kind) return;
      child.off('message', onMessage);
      child.off('exit', ended);
      resolve(message as Extract<FromNode, { kind: Kind }>);
    };
    child.on('message', onMessage);
    child.once('exit', ended);
  });
}

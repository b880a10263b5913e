/**
 * `pnpm conformance clients [--all] [--only text] [--client NAME] [--list]`: SOAP clients by others call our own server, which answers each
 * operation of a WSDL with its example.
 *
 * The client is the judge: it reads the WSDL that the server gives out, sends the example, and must read the very values of the
 * response; the server must have read the very values of the example. Known limitations of a client are counted by reason
 * (`clients/reasons.ts`); anything else fails the run.
 */
import { parseArgs } from 'node:util';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { CLIENTS } from './clients/drivers.js';
import {
  type ExampleCall,
  type ExampleService,
  type Received,
  startExamples,
} from './clients/example-service.js';
import { differences } from './clients/leaves.js';
import { reasonOf } from './clients/reasons.js';
import type { Called, SoapClient } from './clients/soap-client.js';
import { chosenWsdls, OPERATIONS } from './server.js';
import { hasCorpus } from './wsdl/corpus.js';

/** WSDLs of the corpus without `--all`. */
const FILES = 30;

/** The outcomes of a client's calls. */
export interface Tally {
  wsdls: number;
  calls: number;
  right: number;
  readonly reasons: Map<string, number>;
  readonly wrong: string[];
}

/** Runs the suite; the exit code is 1 if a client reads or sends another value and no reason is known. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      client: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  });
  const wanted = CLIENTS.filter(({ name }) => name.toLowerCase().includes(values.client.toLowerCase()));
  const clients: (readonly [SoapClient, Tally])[] = [];
  for (const client of wanted) {
    if (client.isInstalled()) clients.push([client, newTally()]);
    else console.log(`${client.name}: skipped, needs ${client.needs}`);
  }
  for (const path of await chosenWsdls(values, FILES)) await callService(path, clients);
  if (!hasCorpus()) console.log('only the WSDLs of this repository: the corpus is not next to the project');
  return print(clients, values.list);
}

export function newTally(): Tally {
  return { wsdls: 0, calls: 0, right: 0, reasons: new Map(), wrong: [] };
}

/** Lets clients call every operation of a WSDL, and counts. A WSDL that cannot be read is left out. */
export async function callService(
  path: string,
  clients: readonly (readonly [SoapClient, Tally])[],
): Promise<void> {
  const service = await startExamples(path, OPERATIONS).catch((error: unknown) => {
    if (isWsdlError(error)) return undefined;
    throw error;
  });
  if (service === undefined) return;
  try {
    for (const [client, tally] of clients) await callAll(client, service, path, tally);
  } finally {
    await service.stop();
  }
}

async function callAll(
  client: SoapClient,
  service: ExampleService,
  path: string,
  tally: Tally,
): Promise<void> {
  tally.wsdls += 1;
  const answer = await client.call(service);
  for (const call of service.calls) {
    const received = service.received(call.info.name);
    const problem = judge(
      typeof answer === 'string' ? { problem: answer } : answer.get(call.info.name),
      received,
    );
    tally.calls += 1;
    if (problem === undefined) tally.right += 1;
    else note(client, call, path, problem, tally);
  }
}

/** The problem of a call. */
function judge(called: Called | undefined, received: Received | undefined): string | undefined {
  if (called === undefined) return 'no answer of the client';
  if (called.problem !== undefined) return called.problem;
  if (received === undefined) return 'the server did not receive the call';
  if (received.different.length > 0) return `sent: ${received.different.join('; ')}`;
  const different = differences(received.answer, called.leaves ?? []);
  return different.length === 0 ? undefined : `read: ${different.join('; ')}`;
}

function note(client: SoapClient, { info }: ExampleCall, path: string, problem: string, tally: Tally): void {
  const reason = reasonOf(client.name, problem);
  if (reason === undefined) tally.wrong.push(`${client.name}, ${path.slice(-60)}, ${info.name}: ${problem}`);
  else tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
}

function print(clients: readonly (readonly [SoapClient, Tally])[], list: boolean): number {
  console.table(
    Object.fromEntries(
      clients.map(([{ name }, { wsdls, calls, right, reasons, wrong }]) => {
        const explained = [...reasons.values()].reduce((sum, count) => sum + count, 0);
        return [name, { wsdls, calls, right, explained, wrong: wrong.length }];
      }),
    ),
  );
  for (const [{ name }, { reasons }] of clients) {
    const sorted = [...reasons].sort(([, one], [, other]) => other - one);
    for (const [reason, count] of sorted) console.log(`${name}: ${count} × ${reason}`);
  }
  const wrong = clients.flatMap(([, tally]) => tally.wrong);
  for (const text of wrong.slice(0, list ? undefined : 60)) console.log(text);
  return wrong.length === 0 ? 0 : 1;
}

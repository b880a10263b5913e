import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCHANGES, type Exchange } from '../../../apps/gateway/src/testing/record-exchanges.js';
import { runTests } from './run-tests.js';

/** End-to-end tests that only wait for servers of this process, so that each run has the same exchanges. */
export const TESTS: readonly string[] = [
  ...['proxy-success', 'proxy-validation', 'proxy-upstream', 'proxy-limits', 'proxy-access', 'exceptions'],
  ...['number-strings', 'deprecation', 'cors', 'offers', 'routes', 'pages', 'route-files', 'idempotency'],
  ...['designs', 'key-rules', 'mtom', 'credentials', 'if-match', 'audit', 'sessions'],
  ...['management-settings', 'management-registration', 'management-drafts', 'management-findings'],
  ...['management-lists', 'management-plans', 'management-usage', 'management-trials', 'management-access'],
  ...['management-parameters', 'management-insight', 'administrators', 'consumer-page', 'recordings'],
].map((name) => `apps/gateway/src/e2e/${name}.e2e.test.ts`);

/** What the gateway answered in the end-to-end tests. */
interface Exchanges {
  /** The folder with the OpenAPI documents. */
  readonly folder: string;
  readonly exchanges: readonly Exchange[];
}

let collected: Promise<Exchanges> | undefined;

/** Runs the tests once, and keeps their exchanges until the process ends. Rejects if one of them fails. */
export function collectExchanges(): Promise<Exchanges> {
  collected ??= collect();
  return collected;
}

async function collect(): Promise<Exchanges> {
  const left = process.env[EXCHANGES];
  if (left !== undefined) return readExchanges(left);
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outcomes = await runTests(TESTS, { SOAPSTONE_TESTS: 'fast', [EXCHANGES]: folder });
  const failed = outcomes.filter(({ status }) => status === 'failed');
  if (failed.length > 0) throw new Error(failed.map(({ name, message }) => `${name}: ${message}`).join('\n'));
  return readExchanges(folder);
}

function readExchanges(folder: string): Exchanges {
  const exchanges = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Exchange);
  return { folder, exchanges };
}

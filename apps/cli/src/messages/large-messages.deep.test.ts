import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { EXPORT_WSDL, sendRecords, startExportServer } from '../testing/export-wsdl.js';
import { directoryOf } from '../testing/run-command.js';

/** 200 MB of XML. */
const RECORDS = 620_000;
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Prints the peak resident memory in KiB when the process ends. */
const PEAK =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';
const cwd = directoryOf({ 'export.wsdl': EXPORT_WSDL });

let count = RECORDS;
const server = await startExportServer((response) => sendRecords(response, count));
afterAll(() => server.close());

/** Runs a call in a separate process. @returns its peak memory in MB */
async function peakOf(records: number, file: string): Promise<number> {
  count = records;
  const flags = [
    '--max-semi-space-size=8',
    '--import',
    'tsx',
    '--import',
    PEAK,
    '--conditions=@soapstone/source',
    MAIN,
  ];
  const argv = [
    'call',
    join(cwd, 'export.wsdl'),
    'Export',
    '{}',
    '--endpoint',
    server.url,
    '--timeout',
    '600',
  ];
  const child = spawn(process.execPath, [...flags, ...argv, '--result', '-o', join(cwd, file)], {
    stdio: ['ignore', 'inherit', 'pipe'],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  expect(exitCode, err).toBe(0);
  return Number(/^peak (\d+)$/m.exec(err)?.[1]) / 1024;
}

test('call -o: a response of 200 MB takes at most 48 MB more memory than a small one', async () => {
  const small = await peakOf(10, 'small.json');
  const large = await peakOf(RECORDS, 'large.json');
  expect(statSync(join(cwd, 'large.json')).size).toBeGreaterThan(180_000_000);
  let ids = 0;
  for await (const line of createInterface({ input: createReadStream(join(cwd, 'large.json')) })) {
    if (line.startsWith(`      "id": ${ids + 1}`)) ids++;
  }
  expect(ids).toBe(RECORDS);
  process.stderr.write(
    `200 MB to a file: ${Math.round(small)} MB of memory for a small response, ${Math.round(large)} MB for this one\n`,
  );
  expect(large - small).toBeLessThan(48);
});

import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@soapstone/testing/free-port';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, blocksOf } from './testing/markdown.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The first line of each block of output that the script prints. */
const MARK = '== output ';

let directory: UserDirectory;
let folder: string;
let port: number;
beforeAll(async () => {
  directory = await startUserDirectory();
  port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'soapstone-paths-'));
  // The one of a release, if `release:rehearse` runs this test.
  const released = process.env['SOAPSTONE_GATEWAY'];
  const program = `"${process.execPath}" "${join(root, 'apps/gateway/.processes/main.js')}"`;
  writeFileSync(
    join(folder, 'soapstone-gateway'),
    `#!/bin/sh\nexec ${released === undefined ? program : `"${released}"`} "$@"\n`,
    { mode: 0o755 },
  );
  for (const [name, as] of [
    ['user-directory.wsdl', 'users.wsdl'],
    ['user-directory.xsd', 'user-directory.xsd'],
  ] as const) {
    copyFileSync(join(root, 'examples/user-directory', name), join(folder, as));
  }
});
afterAll(async () => {
  await directory?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The blocks of a page, from a heading to the next one, with the addresses of this machine. */
function blocksOfSection(page: string, heading: string): Block[] {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  const from = text.indexOf(`\n## ${heading}\n`);
  expect(from, `${page}: ${heading}`).toBeGreaterThan(0);
  const to = text.indexOf('\n## ', from + 1);
  const { host } = new URL(directory.address);
  return blocksOf(text.slice(from, to === -1 ? undefined : to)).map((block) => ({
    ...block,
    text: block.text
      .replaceAll('8443', String(port))
      .replaceAll('127.0.0.1:8088', host)
      .replaceAll('https://example.com/users?wsdl', directory.wsdlAddress)
      .replaceAll('https://api.example.com', '$GATEWAY')
      .replaceAll('acc_…', '$account'),
  }));
}

/** One thing that a page promises about what its commands print. */
interface Promised {
  readonly page: string;
  readonly text: string;
}

/** Adds the commands of blocks to a script, and what the page promises of each to `promises`; writes the files that it names. */
function scriptOf(page: string, blocks: readonly Block[], promises: Promised[]): string {
  return blocks
    .map(({ language, text }, index) => {
      const [kind, name] = language.split(' ');
      if (kind === 'yaml' && name !== undefined) writeFileSync(join(folder, name), text);
      if (kind !== 'sh') return '';
      const next = blocks[index + 1];
      const expected = next?.language === '' ? next.text.trim() : '';
      return `echo; echo '${MARK}${promises.push({ page, text: expected })}'\n${text}`;
    })
    .join('');
}

/** An operator starts a gateway, an owner offers a service on it, a client calls it, and the operator restores a backup. */
test('the pages of three paths, run one after the other by one shell, print what they promise', {
  timeout: 600_000,
}, async () => {
  const operator = blocksOfSection('operations', 'The first hour');
  const backup = operator.findIndex(({ text }) => text.includes('soapstone-gateway backup'));
  expect(backup).toBeGreaterThan(0);
  const promises: Promised[] = [];
  const script = [
    'set -euo pipefail',
    "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
    scriptOf('operations', operator.slice(0, backup), promises),
    'curl() { command curl --cacert data/tls/cert.pem "$@"; }',
    `GATEWAY=https://localhost:${port} MANAGEMENT=$(soapstone-gateway admin keys create $account --name owner)`,
    scriptOf('offer', blocksOfSection('offer', 'From a WSDL to the first client'), promises),
    'KEY=$(grep -o "sst_live_[A-Za-z0-9_-]*" key || true)',
    scriptOf('calling', blocksOfSection('calling', 'What there is'), promises),
    scriptOf('operations', operator.slice(backup), promises),
  ].join('\n');
  // Nothing else of this process, because each setting of a gateway is a variable.
  const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, DRAIN_DELAY_MS: '0' };
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  });
  const outputs = stdout.split(MARK).slice(1);
  expect(outputs.length).toBe(promises.length);
  promises.forEach(({ page, text }, index) => {
    expect(outputs[index], `docs/${page}.md`).toContain(text);
  });
  expect(promises.filter(({ text }) => text !== '').length).toBeGreaterThan(7);
});

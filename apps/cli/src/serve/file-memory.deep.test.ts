import { spawn } from 'node:child_process';
import { growthWithFiles } from '@soapstone/testing/file-memory';
import { FILES_DESIGN, startFilesServer } from '@soapstone/testing/files-server';
import { afterAll, expect, test } from 'vitest';
import { CLI_MAIN } from '../testing/cli-main.js';
import { directoryOf } from '../testing/run-command.js';

/** 500 MB in the long run. `FILE_MB` is another size. */
const MB = Number(process.env['FILE_MB'] ?? (Number(process.env['SOAPSTONE_DEPTH'] ?? 1) >= 10 ? 500 : 32));
const GROWTH_MB = 64;

const server = await startFilesServer();
const cwd = directoryOf({ 'files.wsdl': server.wsdl, 'design.json': JSON.stringify(FILES_DESIGN) });
const options = ['--design', 'design.json', '--file-bytes', '1000000000', '--port', '0', '--format', 'json'];
const child = spawn(
  process.execPath,
  ['--max-semi-space-size=8', CLI_MAIN, 'serve', 'files.wsdl', ...options],
  { cwd, stdio: ['ignore', 'pipe', 'inherit'] },
);
afterAll(async () => {
  child.kill('SIGINT');
  await server.stop();
});

test(`PG-10: files of ${MB} MB take at most ${GROWTH_MB} MB more memory of serve than those of 2 MB`, {
  timeout: 1_800_000,
}, async () => {
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(JSON.parse(String(line))));
    child.once('exit', () => reject(new Error('the command ended')));
  });
  const grown = await growthWithFiles({ pid: child.pid ?? 0, url: `${url}apis/local/files` }, server, MB);
  process.stderr.write(`files of ${MB} MB through serve: ${JSON.stringify(grown)}\n`);
  expect(grown.filter(({ megabytes }) => megabytes > GROWTH_MB)).toEqual([]);
});

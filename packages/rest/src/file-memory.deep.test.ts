import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { growthWithFiles } from '@soapstone/testing/file-memory';
import { FILES_DESIGN, startFilesServer } from '@soapstone/testing/files-server';
import { afterAll, expect, test } from 'vitest';

/** 500 MB in the long run. `FILE_MB` is another size. */
const MB = Number(process.env['FILE_MB'] ?? (Number(process.env['SOAPSTONE_DEPTH'] ?? 1) >= 10 ? 500 : 32));
const GROWTH_MB = 64;

const server = await startFilesServer();
const sourceOf = (name: string): string =>
  JSON.stringify(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
/** Prints its port. */
const program = `
import { createServer } from 'node:http';
import { createRestApi } from ${sourceOf('index')};
import { toNodeHandler } from ${sourceOf('node')};
const api = await createRestApi(${JSON.stringify(server.wsdl)}, {
  maxFileBytes: 1e9,
  client: { design: ${JSON.stringify(FILES_DESIGN)}, timeout: 600_000 },
});
const server = createServer(toNodeHandler(api)).listen(0, '127.0.0.1', () => console.log(server.address().port));`;
const flags = ['--max-semi-space-size=8', '--import', 'tsx', '--conditions=@soapstone/source'];
const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', program], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(async () => {
  child.kill();
  await server.stop();
});

test(`PG-10: files of ${MB} MB take at most ${GROWTH_MB} MB more memory of createRestApi than those of 2 MB`, {
  timeout: 1_800_000,
}, async () => {
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(line)));
    child.once('exit', () => reject(new Error('the program ended')));
  });
  const place = { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/apis` };
  const grown = await growthWithFiles(place, server, MB);
  process.stderr.write(`files of ${MB} MB through createRestApi: ${JSON.stringify(grown)}\n`);
  expect(grown.filter(({ megabytes }) => megabytes > GROWTH_MB)).toEqual([]);
});

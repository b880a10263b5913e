import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@soapstone/client';
import { freePort } from '@soapstone/testing/free-port';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram, runProgram } from './testing/run.js';
import worker from './worker.js';

const home = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'soapstone-examples-'));
let directory: UserDirectory;
beforeAll(async () => {
  directory = await startUserDirectory();
});
afterAll(async () => {
  await directory.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (name: string, ...args: string[]): Promise<string[]> =>
  (await runProgram(join(home, name), args)).stdout.trim().split('\n');

test('typed-call.ts prints exact numbers and the typed fault', async () => {
  expect(await run('typed-call.ts', directory.wsdlAddress)).toEqual([
    'Grace Hopper earns 120000.123456789012345678 USD',
    'UserNotFound { UserNotFound: { userId: 5n, suggestion: [ 1001n ] } }',
  ]);
});

test('streaming.ts reads every item and writes the JSON of all', async () => {
  const file = join(folder, 'users.json');
  const lines = await run('streaming.ts', directory.wsdlAddress, file);
  const { user } = JSON.parse(readFileSync(file, 'utf8')) as { user: { email: string }[] };
  expect(lines).toEqual([user[0]?.email, user[1]?.email, `${user.length} users`]);
});

test('generate-in-a-build.ts writes client, types and document', async () => {
  const example = fileURLToPath(new URL('../../user-directory/user-directory', import.meta.url));
  copyFileSync(`${example}.wsdl`, join(folder, 'users.wsdl'));
  copyFileSync(`${example}.xsd`, join(folder, 'user-directory.xsd'));
  const out = join(folder, 'generated');
  const [names = ''] = await run('generate-in-a-build.ts', join(folder, 'users.wsdl'), out);
  expect(readdirSync(out).sort()).toEqual(names.split(' ').sort());
  expect(readFileSync(join(out, 'index.ts'), 'utf8')).toContain('GetUser: { input: GetUserRequest');
});

test('limiter.ts denies the fourth call of a second and the sixth of a day', async () => {
  const printed = (await run('limiter.ts')).map((line) => line.replace(/^\d/, 'n'));
  const left = 'n left today';
  expect(printed).toEqual([left, left, left, 'denied: minute', left, left, 'denied: quota']);
});

test('from-node-soap.ts gets the same results from both', async () => {
  expect(await run('from-node-soap.ts', directory.wsdlAddress)).toEqual([
    "node-soap: { id: '1001', status: 'active' } Ada Lovelace",
    'soapstone: 1001 Ada Lovelace',
    'node-soap: true',
    'soapstone: UserNotFound',
  ]);
});

test('worker.ts answers as a module of a Worker', async () => {
  const environment = { WSDL_URL: directory.wsdlAddress };
  const request = new Request('http://localhost/GetUser', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"userId": 1001}',
  });
  const response = await worker.fetch(request, environment);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ name: 'Ada Lovelace' });
});

test('own-rest-api.ts serves JSON, its description and the headers of the limit', async () => {
  const port = String(await freePort());
  const server = await start('own-rest-api.ts', directory.wsdlAddress, port);
  try {
    await printed(server);
    const response = await fetch(`http://127.0.0.1:${port}/users/GetUser?userId=1001`);
    expect(response.headers.get('ratelimit-policy')).toBe('"window";q=100;w=60');
    expect(await response.json()).toMatchObject({ name: 'Ada Lovelace' });
    expect((await fetch(`http://127.0.0.1:${port}/users/GetUser?userId=5`)).status).toBe(404);
    const document = await fetch(`http://127.0.0.1:${port}/users/openapi.json`);
    expect(await document.json()).toMatchObject({ info: { title: 'Users' } });
  } finally {
    server.kill();
  }
});

test('soap-in-front-of-json.ts answers SOAP with the JSON API behind it, its faults included', async () => {
  const [apiPort, port] = [String(await freePort()), String(await freePort())];
  const api = await start('own-rest-api.ts', directory.wsdlAddress, apiPort);
  const wsdl = fileURLToPath(new URL('../../user-directory/user-directory.wsdl', import.meta.url));
  const users = `http://127.0.0.1:${apiPort}/users`;
  const server = await start('soap-in-front-of-json.ts', wsdl, users, port);
  try {
    await Promise.all([printed(api), printed(server)]);
    await using client = await createClient(`http://127.0.0.1:${port}/?wsdl`);
    expect(await client.$operation('GetUser')({ userId: 1001 })).toMatchObject({ name: 'Ada Lovelace' });
    const failed = client.$operation('GetUser')({ userId: 5 });
    await expect(failed).rejects.toMatchObject({
      fault: { reason: 'There is no user 5', detail: { UserNotFound: { userId: 5 } } },
    });
  } finally {
    server.kill();
    api.kill();
  }
});

/** Waits until a program prints. Rejects if it ends before. */
async function printed(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
  await Promise.race([once(program.stdout!, 'data'), ended]);
}

async function start(name: string, ...args: string[]): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundleProgram(join(home, name)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../node.js';
import { createRecorder, createReplay, type RecordHandler, type ReplayHandler, verify } from './index.js';

// PHP's SoapServer is the upstream and PHP's SoapClient the caller: only the proxy between them is ours.

const folder = fileURLToPath(new URL('../../../../conformance/src/servers/', import.meta.url));
const client = fileURLToPath(new URL('../e2e/clients/php-client.php', import.meta.url));
const contracts = ['echo', 'literal', 'encoded'] as const;

function hasPhp(): boolean {
  try {
    execFileSync('php', ['-r', 'exit(class_exists("SoapServer") && class_exists("SoapClient") ? 0 : 1);']);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasPhp())('PHP’s SoapServer', () => {
  let php: ChildProcess;
  let upstream: string;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-recording-'));
    php = spawn('php', ['-S', '127.0.0.1:0', '-t', join(folder, 'php')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    upstream = await new Promise((resolve, reject) => {
      let printed = '';
      php.stderr?.on('data', (piece: Buffer) => {
        printed += piece.toString();
        const address = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec(printed)?.[1];
        if (address !== undefined) resolve(address);
      });
      php.once('exit', () => reject(new Error(printed)));
    });
  });
  afterAll(async () => {
    php.kill();
    await rm(directory, { recursive: true });
  });

  const addressOf = (contract: string): string => `${upstream}/server.php?contract=${contract}.wsdl`;

  /** Calls every operation of the three contracts. The output includes the values that PHP itself loses. */
  async function callAll(handlers: ReadonlyMap<string, Pick<ReplayHandler, 'fetch'>>) {
    const { address, close } = await listen({
      fetch: async (request) => {
        const handler = handlers.get(new URL(request.url).pathname.slice(1));
        return (await handler?.fetch(request)) ?? new Response('not found', { status: 404 });
      },
    });
    try {
      const { stdout } = await promisify(execFile)('php', [client, address]);
      return JSON.parse(stdout) as { readonly done: number; readonly wrong: readonly unknown[] };
    } finally {
      await close();
    }
  }

  test('its answers to PHP’s client are replayed byte for byte, and verified as the same', async () => {
    const recorders = new Map<string, RecordHandler>();
    for (const contract of contracts) {
      const options = { upstream: addressOf(contract), directory: join(directory, contract) };
      recorders.set(contract, await createRecorder(join(folder, `${contract}.wsdl`), options));
    }
    const live = await callAll(recorders);
    for (const recorder of recorders.values()) await recorder.stored();
    // All but one: PHP's server accepts a value outside an enumeration, which the client expects to be rejected.
    expect(live.done).toBe(15);

    const replays = new Map<string, ReplayHandler>();
    for (const contract of contracts) replays.set(contract, await createReplay(join(directory, contract)));
    expect(await callAll(replays)).toEqual(live);
    const calls = [...replays.values()].flatMap((each) => each.calls);
    expect(calls.length).toBeGreaterThan(14);
    expect(calls.filter(({ exchange }) => exchange === undefined)).toEqual([]);

    for (const contract of contracts) {
      const verified = await verify(join(directory, contract), { against: addressOf(contract) });
      expect(verified.length).toBeGreaterThan(2);
      expect(verified.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    }
  });
});

import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSoapServer, SoapFault, type SoapServer } from '../index.js';
import { type ListeningServer, listen } from '../node.js';

// Third-party clients are the judges: each reads the WSDL from the server, calls it, and compares the echo with its request.

const PYTHON = '/usr/bin/python3';
const contracts = ['echo', 'literal', 'encoded'] as const;
const servers = new Map<string, SoapServer>();
let http: ListeningServer;

beforeAll(async () => {
  for (const contract of contracts) {
    const wsdl = fileURLToPath(
      new URL(`../../../../conformance/src/servers/${contract}.wsdl`, import.meta.url),
    );
    const server = await createSoapServer(
      wsdl,
      {},
      {
        unwrap: 'payload',
        fallback: (input, { operation }) => {
          if (operation === 'refuse') throw new SoapFault({ reason: 'refused' });
          if (operation === 'Refuse') throw new SoapFault({ reason: 'refused', detail: { Refused: input } });
          return input;
        },
      },
    );
    servers.set(`/${contract}`, server);
  }
  http = await listen({
    fetch: async (request) => {
      const server = servers.get(new URL(request.url).pathname);
      return (await server?.fetch(request)) ?? new Response('not found', { status: 404 });
    },
  });
});
afterAll(async () => await http.close());

function has(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const hasZeep = has(PYTHON, ['-c', 'import zeep']);
const hasPhp = has('php', ['-r', 'exit(class_exists("SoapClient") ? 0 : 1);']);

describe.each([
  { client: 'zeep', command: PYTHON, file: 'zeep-client.py', isInstalled: hasZeep, calls: 15 },
  { client: 'PHP’s SoapClient', command: 'php', file: 'php-client.php', isInstalled: hasPhp, calls: 16 },
])('$client', ({ command, file, isInstalled, calls }) => {
  test.skipIf(!isInstalled)('calls every operation and gets the values back that it sent', async () => {
    const program = fileURLToPath(new URL(`clients/${file}`, import.meta.url));
    const { stdout } = await promisify(execFile)(command, [program, http.address]);
    const { done, wrong } = JSON.parse(stdout) as { done: number; wrong: unknown[] };
    expect(wrong).toEqual([]);
    expect(done).toBe(calls);
  });
});

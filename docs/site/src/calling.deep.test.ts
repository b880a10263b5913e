import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './pages.js';

const run = promisify(execFile);
const tsx = import.meta.resolve('tsx');

interface Runner {
  readonly file: string;
  readonly command: readonly string[];
  /** The program that the command starts. Default: its first word. */
  readonly needs?: string;
  /** Makes a program of the block. */
  readonly complete?: (block: string) => string;
}

/** How a block of `docs/calling.md` is run, by its language. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  js: { file: 'call.mjs', command: [process.execPath] },
  ts: { file: 'call.mts', command: [process.execPath, '--import', tsx] },
  python: { file: 'call.py', command: ['python3'] },
  java: { file: 'Call.java', command: ['java'] },
  go: { file: 'call.go', command: ['go', 'run'] },
  php: { file: 'call.php', command: ['php'] },
  perl: { file: 'call.pl', command: ['perl'] },
  ruby: { file: 'call.rb', command: ['ruby'] },
  csharp: {
    file: 'call.cs',
    command: ['sh', '-c', 'mcs -r:System.Net.Http.dll -out:"$0.exe" "$0" && mono "$0.exe"'],
    needs: 'mcs',
    complete: asProgramOfMono,
  },
};

/** Mono's compiler knows C# 7: no top-level statements, no declarations with `using`, no asynchronous `Main`, and no namespaces of a project. */
function asProgramOfMono(block: string): string {
  const imports = block.match(/^using [\w.]+;$/gm) ?? [];
  const body = block.replace(/^using (?:[\w.]+;$|(?=var ))/gm, '');
  const namespaces = ['using System;', 'using System.Net.Http;', 'using System.Threading.Tasks;', ...imports];
  const main = 'static void Main() { Run().GetAwaiter().GetResult(); }';
  return `${namespaces.join('\n')}\nclass Call { ${main}\nstatic async Task Run() {\n${body}\n} }`;
}

const isThere = ({ command: [first = ''], needs = first }: Runner) =>
  needs === process.execPath || spawnSync('sh', ['-c', `command -v ${needs}`]).status === 0;

/** Runs the programs of the page against a server that expects what the page says. */
describe('the programs of docs/calling.md', () => {
  let server: Server;
  let folder: string;
  let blocks: ReadonlyMap<string, string>;
  let status = 200;
  const requests: unknown[] = [];
  beforeAll(async () => {
    const text = await readFile(`${ROOT}docs/calling.md`, 'utf8');
    const found = [
      ...text.slice(text.indexOf('## In ten languages')).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
    ];
    blocks = new Map(found.map(([, language = '', code = '']) => [language, code]));
    folder = await mkdtemp(join(tmpdir(), 'soapstone-calling-'));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { 'x-api-key': key, 'content-type': type } = request.headers;
        requests.push([request.method, request.url, key, type?.split(';')[0], JSON.parse(body)]);
        const answer =
          status === 200
            ? { result: { userId: 1001, name: 'Ann' }, meta: {} }
            : { error: { type: 'VALIDATION_ERROR', message: 'Refused', requestId: 'req_1' } };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('there are nine beside curl', () => {
    expect([...blocks.keys()].sort()).toEqual(Object.keys(RUNNERS).sort());
  });

  test.each(Object.entries(RUNNERS).filter(([, runner]) => isThere(runner)))(
    '%s: sends the request, and prints the result or fails',
    async (language, { file, command: [command = '', ...before], complete = (block) => block }) => {
      const path = join(folder, file);
      await writeFile(path, complete(blocks.get(language) ?? ''));
      const { port } = server.address() as AddressInfo;
      const env = { ...process.env, BASE_URL: `http://127.0.0.1:${port}/users`, KEY: 'sst_live_x' };
      status = 200;
      requests.length = 0;
      expect((await run(command, [...before, path], { env })).stdout).toContain('Ann');
      expect(requests).toEqual([
        ['POST', '/users/GetUser', 'sst_live_x', 'application/json', { userId: 1001 }],
      ]);
      // Compiling twice costs more than it shows.
      if (['java', 'go'].includes(language)) return;
      status = 400;
      await expect(run(command, [...before, path], { env })).rejects.toMatchObject({
        code: expect.any(Number),
      });
    },
  );
});

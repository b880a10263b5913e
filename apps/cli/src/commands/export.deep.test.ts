import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadService } from '../description/service.js';
import { startServing } from '../serve/serve.js';
import { acceptedFiles, CORPUS } from '../testing/corpus.js';
import { startExampleServer } from '../testing/example-server.js';
import { directoryOf, runCommand, testTerminal } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

/**
 * Runs exported collections with the programs that they are for, against a local gateway and a SOAP server: every request must be
 * answered, and every request that reaches the SOAP server must be the example, byte for byte.
 */

const FILES = corpusSample();
const TOOLS = { '@usebruno/cli': '4.1.0', newman: '6.2.2', httpyac: '6.16.7' };

let tools: string;
beforeAll(async () => {
  tools = process.env['SOAPSTONE_EXPORT_TOOLS'] ?? mkdtempSync(join(tmpdir(), 'soapstone-export-'));
  if (existsSync(join(tools, 'node_modules'))) return;
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...quietly], tools);
}, 600_000);
afterAll(() => {
  if (process.env['SOAPSTONE_EXPORT_TOOLS'] === undefined) rmSync(tools, { recursive: true, force: true });
});

/** Returns a number of WSDLs of the corpus that depends on the depth: all of them at 100. */
function corpusSample(): string[] {
  const depth = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
  const files = acceptedFiles().sort();
  const count = depth === 100 ? files.length : Math.min(files.length, 5 * depth);
  return Array.from({ length: count }, (_, index) => files[Math.floor((index * files.length) / count)] ?? '');
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((done, fail) =>
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28, timeout: 300_000 },
      (error, stdout, stderr) =>
        error === null
          ? done(stdout)
          : fail(new Error(`${program} ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`)),
    ),
  );
}

const bin = (name: string): string => join(tools, 'node_modules', '.bin', name);

/** Runs a collection. Resolves to the status of each request, in any order. */
type Runner = (directory: string, variables: Readonly<Record<string, string>>) => Promise<number[]>;

const RUNNERS: Readonly<Record<string, Runner>> = {
  async bruno(directory, variables) {
    const values = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    await run(
      bin('bru'),
      ['run', '-r', '--env', 'local', ...values, '--reporter-json', 'results.json'],
      directory,
    );
    const results = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')) as {
      results: { response: { status: number } }[];
    }[];
    return results.flatMap((each) => each.results.map(({ response }) => response.status));
  },
  async postman(directory, variables) {
    const [file = ''] = readdirSync(directory);
    const values = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const report = ['--reporters', 'json', '--reporter-json-export', 'results.json'];
    await run(bin('newman'), ['run', file, ...values, ...report], directory);
    const { run: ran } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')) as {
      run: { executions: { response?: { code: number } }[] };
    };
    return ran.executions.map(({ response }) => response?.code ?? 0);
  },
  async http(directory, variables) {
    const values = Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]);
    const files = readdirSync(directory).filter((name) => name.endsWith('.http'));
    const statuses: number[] = [];
    for (const file of files) {
      const printed = await run(
        bin('httpyac'),
        ['send', file, '--all', '--env', 'local', '--json', ...values],
        directory,
      );
      const { requests } = JSON.parse(printed) as { requests: { response?: { statusCode: number } }[] };
      statuses.push(...requests.map(({ response }) => response?.statusCode ?? 0));
    }
    return statuses;
  },
  async curl(directory, variables) {
    const scripts = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.sh') && name !== 'variables.sh',
    );
    const statuses: number[] = [];
    for (const script of scripts) {
      const done = run('bash', [script], directory, { ...variables });
      statuses.push(
        await done.then(
          () => 200,
          () => 500,
        ),
      );
    }
    return statuses;
  },
};

describe.each(Object.keys(RUNNERS))('export %s', (format) => {
  const runner = RUNNERS[format] as Runner;

  test.each<[string, string | undefined]>([
    ['a small service', undefined],
    ...FILES.map((file): [string, string] => [file, join(CORPUS, file)]),
  ])(
    'every request of %s is answered',
    async (_, file) => {
      const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
      const wsdl = file ?? join(cwd, 'users.wsdl');
      const { terminal } = testTerminal({ cwd });
      const service = await loadService(wsdl, terminal, {});
      const soap = await startExampleServer(service.mapper);
      const context = { terminal, exitCode: 0 as const };
      const gateway = await startServing([wsdl], { port: 0, endpoint: soap.url, header: {} }, context);
      try {
        const argv = ['export', format, wsdl, '-o', 'out', '--endpoint', 'http://soap.invalid/soap'];
        const { err, exitCode } = await runCommand(argv, { cwd });
        const [, count = '0'] = /^(\d+) requests in /m.exec(err) ?? [];
        // Operations without a valid example are listed; all others must work.
        expect([0, 1], err).toContain(exitCode);
        if (count === '0') return;
        soap.reset();
        const variables = { gateway: gateway.url, soapHost: new URL(soap.url).origin, apiKey: 'none' };
        const statuses = await runner(join(cwd, 'out'), variables);
        expect(statuses.length).toBe(Number(count));
        expect(statuses.filter((status) => status < 200 || status > 299)).toEqual([]);
        expect(soap.calls.length).toBe(Number(count));
        expect(soap.calls).not.toContain(undefined);
      } finally {
        await gateway.close();
        await soap.close();
      }
    },
    600_000,
  );

  test('WS-Addressing and UsernameToken arrive with the values of the variables', async () => {
    const envelopes: string[] = [];
    const server = createServer(async (request, response) => {
      envelopes.push(await text(request));
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end('<ok/>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const soapHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
    const asked = ['--only', 'soap', '--addressing', 'always', '--username-token'];
    try {
      await runCommand(['export', format, 'users.wsdl', '-o', 'out', ...asked], { cwd });
      await runner(join(cwd, 'out'), { soapHost, soapUser: 'ada', soapPassword: 'engine' });
    } finally {
      server.close();
    }
    expect(envelopes).toHaveLength(2);
    for (const envelope of envelopes) {
      expect(envelope).toMatch(new RegExp(`<wsa:To [^>]*>${soapHost}/[^<]*</wsa:To>`));
      expect(envelope).toContain('<wsse:Username>ada</wsse:Username>');
      expect(envelope).toContain('>engine</wsse:Password>');
    }
    const ids = envelopes.map(
      (each) => /urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17})</.exec(each)?.[1],
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  }, 600_000);
});

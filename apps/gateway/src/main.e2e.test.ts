import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GATEWAY_MAIN } from './testing/gateway-process.js';

const PATIENCE = { timeout: 120_000, interval: 50 };

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-main-'));
});
afterEach(async () => {
  // A failed test may have left a process behind. Workers end with their supervisor.
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** The gateway as a program: its output and exit code. */
function run(environment: Record<string, string>, args: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [GATEWAY_MAIN, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      HTTP_PORT: 'off',
      DRAIN_DELAY_MS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
}

/** The account id in what `accounts create` prints, which warns on a new database. */
function accountIdIn(output: string): string {
  return /acc_[\w-]+/.exec(output)?.[0] ?? '';
}

describe('the gateway as a program', { timeout: 400_000 }, () => {
  test('serves, and shuts down in order on request', async () => {
    const port = await freePort();
    const { child, ended, output } = run({ HTTPS_PORT: String(port) });
    await expect.poll(output, PATIENCE).toContain('"msg":"listening"');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('"msg":"stopped"');
  });

  // `script` of util-linux gives the program a terminal; other versions have other options.
  test.skipIf(process.platform !== 'linux')('tells a person at a terminal what to do next', async () => {
    const environment = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      HTTP_PORT: 'off',
      HTTPS_PORT: String(await freePort()),
    };
    const command = `exec ${process.execPath} ${GATEWAY_MAIN}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment, stdio: 'pipe' });
    children.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await expect
      .poll(() => output, PATIENCE)
      .toMatch(/1\. Open this link.*\r?\n +https:\/\/localhost:\d+\/\S+/);
    expect(output).toContain('Ctrl+C stops it.');
    const ended = once(child, 'exit');
    child.stdin.write('\u0003');
    await ended;
    await expect.poll(() => output, PATIENCE).toContain('"msg":"stopped"');
  });

  test('shuts down in order if stopped before it serves', async () => {
    const { child, ended, output } = run({ HTTPS_PORT: String(await freePort()) });
    // This file is created during the start, before anything listens.
    await expect.poll(() => existsSync(join(dataDir, 'soapstone.db')), PATIENCE).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('"msg":"stopped"');
  });

  test('reports every problem of its configuration, and exits', async () => {
    const { ended, output } = run({ HTTPS_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await ended).toBe(1);
    expect(output()).toContain('HTTPS_PORT must be an integer');
    expect(output()).toContain('LOG_LEVEL must be one of');
  });

  test('check-config checks the configuration file without starting, and config-schema prints its schema', async () => {
    const file = join(dataDir, 'soapstone.yaml');
    await writeFile(file, 'logLevel: loud\nhttpsProt: 1\n');
    const wrong = run({}, ['check-config', '--config', file]);
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain(`${file}:1:11: logLevel must be one of`);
    expect(wrong.output()).toContain(`${file}:2:1: httpsProt is unknown; did you mean httpsPort?`);
    await writeFile(file, 'logLevel: warn\nplans: { signUp: starter, free: { services: 1 } }\n');
    const right = run({}, [`--config=${file}`, 'check-config']);
    expect(await right.ended).toBe(0);
    expect(right.output()).toContain(`${file}:1:1`);
    expect(right.output()).toMatch(new RegExp(`plans +signUp,free +${file}`));
    expect(existsSync(join(dataDir, 'soapstone.db'))).toBe(false);
    const schema = run({}, ['config-schema']);
    expect(await schema.ended).toBe(0);
    expect(JSON.parse(schema.output()).properties.logLevel.enum).toContain('warn');
  });

  test('serves with a configuration file', async () => {
    const port = await freePort();
    const file = join(dataDir, 'soapstone.yaml');
    await writeFile(file, `httpsPort: ${port}\n`);
    const { child, ended, output } = run({}, ['--config', file]);
    await expect.poll(output, PATIENCE).toContain(`"port":${port}`);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  describe('a failed start exits with one sentence that names the file and the fix', () => {
    const refusal = async (environment: Record<string, string>) => {
      const { ended, output } = run({
        HTTPS_PORT: String(await freePort()),
        ...environment,
      });
      expect(await ended).toBe(1);
      expect(output()).not.toMatch(/^\s+at /m);
      expect(output().trim().split('\n')).toHaveLength(1);
      return output();
    };

    test('a port that is taken', async () => {
      const server = createServer().listen(0);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      try {
        expect(await refusal({ HTTPS_PORT: String(port), HOST: '127.0.0.1' })).toContain(
          `port ${port} is taken by another program: set HTTPS_PORT`,
        );
      } finally {
        server.close();
      }
    });

    test('a data directory that cannot be created', async () => {
      const file = join(dataDir, 'file');
      await writeFile(file, '');
      expect(await refusal({ DATA_DIR: join(file, 'data') })).toMatch(
        /file.data.* cannot be used .*set DATA_DIR/,
      );
      // Node's recursive mkdir never returns here.
      if (process.platform === 'linux') {
        expect(await refusal({ DATA_DIR: '/proc/soapstone/data' })).toContain(
          '/proc/soapstone/data cannot be used',
        );
      }
    });

    test('a damaged database', async () => {
      await writeFile(join(dataDir, 'soapstone.db'), 'this is not a database'.repeat(500));
      expect(await refusal({})).toMatch(/soapstone\.db is damaged .*restore it from a backup/);
    });

    test('an invalid certificate, and a key of another one', async () => {
      const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
      await writeFile(cert, 'no certificate');
      await writeFile(key, 'no key', { mode: 0o600 });
      const files = { TLS_CERT_FILE: cert, TLS_KEY_FILE: key };
      expect(await refusal(files)).toMatch(/cert\.pem holds no certificate in PEM/);
    });

    test('a lost secret of a database with accounts', async () => {
      const environment = { HTTPS_PORT: String(await freePort()) };
      expect(await run(environment, ['admin', 'accounts', 'create', '--name', 'Example']).ended).toBe(0);
      await rm(join(dataDir, 'api-key-pepper'));
      const sentence = /api-key-pepper is missing, .*restore it from a backup, or set API_KEY_PEPPER/;
      expect(await refusal({})).toMatch(sentence);
      // The command line does not create a new secret either.
      const listed = run(environment, ['admin', 'accounts', 'list']);
      expect(await listed.ended).not.toBe(0);
      expect(listed.output()).toMatch(sentence);
      expect(existsSync(join(dataDir, 'api-key-pepper'))).toBe(false);
    });
  });

  test('its files are readable only by its user, and it warns about others', async () => {
    const environment = { HTTPS_PORT: String(await freePort()), DATA_DIR: join(dataDir, 'made') };
    const first = run(environment);
    await expect.poll(first.output, PATIENCE).toContain('"msg":"listening"');
    const modeOf = async (...path: string[]) => (await stat(join(dataDir, 'made', ...path))).mode & 0o777;
    expect(await modeOf()).toBe(0o700);
    for (const name of ['soapstone.db', 'soapstone.db-wal', 'api-key-pepper', 'encryption-key']) {
      expect(await modeOf(name)).toBe(0o600);
    }
    expect(first.output()).not.toContain('other users of this machine');
    first.child.kill('SIGTERM');
    await first.ended;
    await chmod(join(dataDir, 'made', 'encryption-key'), 0o644);
    const second = run(environment);
    await expect.poll(second.output, PATIENCE).toContain('"msg":"listening"');
    expect(second.output()).toContain('other users of this machine can read secrets');
    expect(second.output()).toContain('made/encryption-key');
    second.child.kill('SIGTERM');
    await second.ended;
  });

  test('administers its store while another process serves', async () => {
    const environment = { HTTPS_PORT: String(await freePort()) };
    const serving = run(environment);
    await expect.poll(serving.output, PATIENCE).toContain('"msg":"listening"');
    const made = run(environment, ['admin', 'accounts', 'create', '--name', 'Example', '--json']);
    expect(await made.ended).toBe(0);
    const { accountId } = JSON.parse(made.output());
    const shown = run(environment, ['admin', 'accounts', 'show', accountId]);
    expect(await shown.ended).toBe(0);
    expect(shown.output()).toContain(accountId);
    expect(await run(environment, ['admin', 'accounts', 'show', 'acc_none']).ended).toBe(1);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(0);
  });

  test('applies a file of services as a program that has nothing else to wait for', async () => {
    const example = fileURLToPath(new URL('../../../examples/user-directory/', import.meta.url));
    const made = run({}, ['admin', 'accounts', 'create', '--name', 'Example', '--json']);
    expect(await made.ended).toBe(0);
    const file = join(dataDir, 'services.yaml');
    const wsdl = ['user-directory.wsdl', 'user-directory.xsd'].map((name) => join(example, name));
    const declared = {
      account: accountIdIn(made.output()),
      services: [{ slug: 'users', wsdl: { files: wsdl } }],
    };
    await writeFile(file, JSON.stringify(declared));
    const applied = run({}, ['apply', file]);
    expect(await applied.ended, applied.output()).toBe(0);
    expect(applied.output()).toContain('users');
  });

  test.each([
    [['--help'], 0],
    [['serve'], 2],
    [['admin', 'nonsense'], 2],
  ])('%j exits with %i and prints the usage', async (args, code) => {
    const { ended, output } = run({}, args);
    expect(await ended).toBe(code);
    expect(output()).toMatch(/usage|--help/i);
  });
});

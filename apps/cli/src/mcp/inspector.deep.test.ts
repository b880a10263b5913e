import { execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { CLI_MAIN } from '../testing/cli-main.js';
import { directoryOf } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

/** The inspector's command, which `.ci/install-servers` installs from npm. */
const isInstalled = spawnSync('mcp-inspector', ['--help'], { stdio: 'ignore' }).status === 0;

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const COMMAND = [
  process.execPath,
  ...[CLI_MAIN, 'mcp', `${cwd}/users.wsdl`, '--endpoint', 'http://127.0.0.1:1/'],
];
const running: { kill(): void }[] = [];
afterAll(() => {
  for (const each of running) each.kill();
});

/** The command with `--http`. @returns the address that it prints */
async function startHttp(): Promise<string> {
  const [command = '', ...args] = COMMAND;
  const child = spawn(command, [...args, '--http', '0'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  running.push(child);
  for await (const chunk of child.stdout) return String(chunk).trim();
  throw new Error('the command ended');
}

/** The parsed output of the inspector's command line. */
async function inspect(target: readonly string[], ...options: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('mcp-inspector', ['--cli', ...target, ...options], {
    cwd,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

const TARGETS: readonly [string, () => Promise<readonly string[]>][] = [
  ['stdio', async () => COMMAND],
  ['HTTP', async () => [await startHttp(), '--transport', 'http']],
];

describe.skipIf(!isInstalled)('the command line of @modelcontextprotocol/inspector', () => {
  test.each(TARGETS)('lists, reads and calls over %s', async (_name, target) => {
    const at = await target();
    const { tools } = await inspect(at, '--method', 'tools/list');
    expect((tools as readonly { name: string }[]).map(({ name }) => name)).toEqual(['GetUser', 'Ping']);
    const called = await inspect(
      at,
      ...['--method', 'tools/call', '--tool-name', 'GetUser', '--tool-arg', 'userId="9007199254740993"'],
      ...['--tool-metadata', 'dry_run=true'],
    );
    expect(JSON.stringify(called)).toContain('userId>9007199254740993<');
    const { resources } = await inspect(at, '--method', 'resources/list');
    expect(resources).toHaveLength(2);
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateFiles } from '../http/server/certificate.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

/** The inspector's command, which `.ci/install-servers` installs from npm. */
const isInstalled = spawnSync('mcp-inspector', ['--help'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!isInstalled)('the command line of @modelcontextprotocol/inspector with a gateway', () => {
  let under: GatewayUnderTest;
  let soap: UserDirectory;
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'soapstone-'));
  let accountId: string;
  let key: string;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startUserDirectory(), startUnderTest({ DATA_DIR })]);
    const account = await under.createAccount({ plan: 'Pro' });
    accountId = account.id;
    ({ key } = await under.createKey(accountId));
    await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { agents: { operations: { GetUser: 'read-only', CreateUser: 'yes' } } },
    });
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  /** Returns the parsed output of the command. The command trusts the certificate of the gateway, as an owner's machine does. */
  async function inspect(header: string, ...options: string[]): Promise<Record<string, unknown>> {
    const url = `${under.baseUrl}/mcp/v1/${accountId}/users`;
    const { stdout } = await promisify(execFile)(
      'mcp-inspector',
      ['--cli', url, '--transport', 'http', '--header', header, ...options],
      {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFiles(DATA_DIR).certFile },
        timeout: 60_000,
      },
    );
    return JSON.parse(stdout);
  }

  test('lists, calls and reads over HTTPS with a key', async () => {
    const bearer = `Authorization: Bearer ${key}`;
    const { tools } = await inspect(bearer, '--method', 'tools/list');
    expect((tools as readonly { name: string }[]).map(({ name }) => name)).toEqual(['GetUser', 'CreateUser']);
    const called = await inspect(
      `X-API-Key: ${key}`,
      ...['--method', 'tools/call', '--tool-name', 'GetUser', '--tool-arg', 'userId=1001'],
    );
    expect(called).toMatchObject({ structuredContent: { '@id': 1001, name: 'Ada Lovelace' } });
    const { resources } = await inspect(bearer, '--method', 'resources/list');
    expect((resources as readonly object[]).length).toBeGreaterThan(0);
  });

  test('is rejected without a valid key', async () => {
    await expect(inspect('X-API-Key: sst_live_wrong', '--method', 'tools/list')).rejects.toThrow(/401/);
  });
});

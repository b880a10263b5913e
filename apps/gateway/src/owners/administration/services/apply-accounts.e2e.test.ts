import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashKey, keyPurpose, rulesOf } from '../../../domain/accounts/api-key.js';
import { databases, PEPPER, setAdministrationScene } from '../../../testing/administration-scene.js';

const example = fileURLToPath(new URL('../../../../../../examples/user-directory/', import.meta.url));
const WSDL = '{ files: [user-directory.wsdl, user-directory.xsd] }';
const CREDENTIALS = {
  USERS_CREDENTIALS: JSON.stringify({ basic: { username: 'u', password: 'p' } }),
  TOKEN_ISSUERS: 'https://login.example.com',
};

describe.each(databases)('apply and export on $name', (database) => {
  describe.skipIf(!database.installed)('with the database', () => {
    const scene = setAdministrationScene(database);
    const { admin, createAccount } = scene;
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'soapstone-apply-'));
      for (const name of ['user-directory.wsdl', 'user-directory.xsd']) {
        await copyFile(join(example, name), join(directory, name));
      }
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    async function apply(text: string, ...options: readonly string[]) {
      const file = join(directory, 'services.yaml');
      await writeFile(file, text);
      const { code, out, err } = await admin(['apply', file, ...options], { over: CREDENTIALS });
      return { code, out, err: err.replaceAll(`${directory}/`, '') };
    }

    test('apply: prints every new key, including two of the same name with different purposes', async () => {
      const account = await createAccount();
      const { code, out } = await apply(`account: ${account}
keys:
  - { name: ci }
  - { name: ci, purpose: management }
  - { name: __proto__, operations: [users/GetUser, "directory/*"] }
`);
      expect(code).toBe(0);
      const keys = out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]);
      expect(keys.map(([name, key]) => [name, keyPurpose(key)])).toEqual([
        ['ci', 'live'],
        ['ci', 'management'],
        ['__proto__', 'live'],
      ]);
      const stored = await scene.store.apiKeys.findByHash(hashKey(keys[2]![1], PEPPER));
      expect(stored?.key.operations).toEqual(['users/GetUser', 'directory/*']);
    });

    test('apply: several runs at once on one account create each key and service once', async () => {
      const account = await createAccount();
      const names = Array.from({ length: 12 }, (_, index) => `key${index}`);
      const file = join(directory, 'at-once.yaml');
      const keys = names.map((name) => `  - { name: ${name} }\n`).join('');
      await writeFile(file, `account: ${account}\nkeys:\n${keys}`);
      const runs = await Promise.all([1, 2, 3].map(() => admin(['apply', file])));
      expect(runs.map(({ code, err }) => [code, code === 0 ? '' : err])).toEqual(runs.map(() => [0, '']));
      const printed = runs.flatMap(({ out }) => out.split('\n').filter((line) => line !== ''));
      expect(printed.map((line) => line.split(':')[0]).sort()).toEqual([...names].sort());
      const { items } = await scene.store.apiKeys.list(account, { limit: 50 });
      expect(items.map(({ name }) => name).sort()).toEqual([...names].sort());

      // The plan of the account has room for exactly these services.
      const services = ['one', 'two', 'three']
        .map((slug) => `  - { slug: ${slug}, wsdl: ${WSDL} }\n`)
        .join('');
      await writeFile(file, `account: ${account}\nservices:\n${services}`);
      const applied = await Promise.all([1, 2].map(() => admin(['apply', file])));
      expect(applied.map(({ code, err }) => [code, code === 0 ? '' : err])).toEqual([
        [0, ''],
        [0, ''],
      ]);
      const changes = applied.flatMap(({ err }) => err.split('\n').filter((line) => line.startsWith('+')));
      expect(changes.sort()).toEqual(['+ service one', '+ service three', '+ service two']);
    });

    test('apply: keeps a setting of an operation that it does not declare and that changes at the same time', async () => {
      const account = await createAccount();
      const file = join(directory, 'beside.yaml');
      const declare = (seconds: number) =>
        writeFile(
          file,
          `account: ${account}\nservices:\n  - slug: beside\n    wsdl: ${WSDL}\n    operations:\n      GetUser: { cacheSeconds: ${seconds} }\n`,
        );
      await declare(1);
      expect((await admin(['apply', file])).code).toBe(0);
      const { services } = scene.store;
      const service = (await services.findBySlug(account, 'beside'))!;
      for (let round = 2; round <= 4; round += 1) {
        await declare(round);
        let isRunning = true;
        const run = admin(['apply', file]).finally(() => {
          isRunning = false;
        });
        let policy: 'GET' | 'POST' = 'POST';
        while (isRunning) {
          policy = policy === 'GET' ? 'POST' : 'GET';
          const now = (await services.findOperationSettings(account, service.id)).get('GetUser')!;
          // As a request with If-Match: only if nobody has changed the settings since they were read.
          await scene.store
            .guard(account, async (inside) => {
              const current = (await inside.services.findOperationSettings(account, service.id)).get(
                'GetUser',
              );
              if (current?.cacheSeconds !== now.cacheSeconds) throw new Error('changed meanwhile');
            })
            .services.setOperationSettings(account, service.id, 'GetUser', { ...now, methodPolicy: policy })
            .catch(() => {
              policy = now.methodPolicy as 'GET' | 'POST';
            });
        }
        expect((await run).code).toBe(0);
        expect((await services.findOperationSettings(account, service.id)).get('GetUser')).toEqual({
          methodPolicy: policy,
          cacheSeconds: round,
        });
      }
    });

    test('apply: changes and removes the limit of a key, and audits both', async () => {
      const account = await createAccount();
      const declare = (operations: string) =>
        apply(`account: ${account}\nkeys:\n  - { name: ci${operations} }\n`);
      await declare(', operations: [users/GetUser, users/ListUsers]');
      expect((await declare(', operations: [users/ListUsers, users/GetUser]')).err).toBe(
        'nothing to change\n',
      );
      expect((await declare('')).err).toBe('nothing to change\n');
      expect((await declare(', operations: [users/GetUser]')).err).toBe(
        '~ key ci: operations ["users/GetUser","users/ListUsers"] -> ["users/GetUser"]\n',
      );
      const list = async () => (await scene.store.apiKeys.list(account, { limit: 5 })).items;
      expect((await list()).map(({ operations }) => operations)).toEqual([['users/GetUser']]);
      expect((await declare(', operations: null')).err).toBe(
        '~ key ci: operations ["users/GetUser"] -> (none)\n',
      );
      expect((await list())[0]?.operations).toBeUndefined();
      const { items } = await scene.store.audit.list(account, { limit: 10 });
      expect(items.map(({ action }) => action)).toEqual([
        'key.change',
        'key.change',
        'key.create',
        'account.create',
      ]);
    });

    test('apply: rejects a key that is declared twice, and a limited management key', async () => {
      const { code, err } = await apply(`account: acc_none
keys:
  - { name: ci }
  - { name: ci, purpose: live }
  - { name: boss, purpose: management, operations: [users/GetUser] }
  - { name: far, addresses: [192.0.2.0/24, 192.0.2.1/24] }
`);
      expect([code, err.split('\n').slice(1, -1)]).toEqual([
        3,
        [
          '  - services.yaml:4:13: the key ci (live) is in this file twice',
          '  - services.yaml:5:52: only keys that call services can be limited to operations',
          '  - services.yaml:6:44: "192.0.2.1/24" has bits after its prefix: the network is 192.0.2.0/24',
        ],
      ]);
    });

    test('export: produces the same file again after being applied to an empty account', async () => {
      const [from, to] = [await createAccount(), await createAccount()];
      await apply(`account: ${from}
services:
  - slug: users
    name: Users
    status: paused
    wsdl: ${WSDL}
    settings: { methodPolicy: GET + POST, endpoint: http://127.0.0.1:1/soap, corsOrigins: ["https://a.example"], agentDescriptions: { GetUser: Finds one user. } }
    operations: { GetUser: { methodPolicy: GET, cacheSeconds: 60 } }
    credentials: { env: USERS_CREDENTIALS }
keys:
  - name: ci
    operations: [users/GetUser]
    readOnly: true
    addresses: [192.0.2.0/24]
    callsPerMinute: 5
    callsPerPeriod: 50
    expiresAt: 2127-01-31T00:00:00Z
  - { name: boss, purpose: management, readOnly: true }
  - { name: agents, token: { issuer: https://login.example.com, scopes: ["users:read"] } }
`);
      const exported = (await admin(['export', from])).out;
      expect(exported).toContain('users/GetUser');
      for (const rule of [
        'readOnly: true',
        '192.0.2.0/24',
        'callsPerMinute: 5',
        'callsPerPeriod: 50',
        '2127-01-31',
        'GetUser: Finds one user.',
        'issuer: https://login.example.com',
        'users:read',
      ])
        expect(exported).toContain(rule);
      // Uploaded documents are not part of an export.
      const complete = exported.replace('- slug: users\n', `- slug: users\n    wsdl: ${WSDL}\n`);
      const applied = await apply(complete, '--account', to);
      expect([applied.code, applied.err]).toEqual([0, expect.stringContaining('+ service users\n')]);
      expect((await admin(['export', to])).out).toBe(exported.replace(from, to));
      expect((await apply(complete, '--account', to)).err).toBe('nothing to change\n');
      // A key may do no more in the other account.
      const rules = async (of: string) =>
        (await scene.store.apiKeys.list(of, { limit: 5 })).items
          .map((key) => ({ name: key.name, ...rulesOf(key) }))
          .sort((one, other) => (one.name < other.name ? -1 : 1));
      expect(await rules(to)).toEqual(await rules(from));
      expect((await rules(to))[2]).toMatchObject({
        readOnly: true,
        perMinute: 5,
        addresses: ['192.0.2.0/24'],
      });
    });

    test('apply: keeps and prints the changes made before a service that fails, and names the documents', async () => {
      const account = await createAccount('--plan', 'Pro');
      await writeFile(
        join(directory, 'none.wsdl'),
        '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><oops',
      );
      const text = `account: ${account}
services:
  - { slug: one, wsdl: ${WSDL} }
  - { slug: two, wsdl: { files: [none.wsdl] } }
`;
      const dry = await apply(text, '--dry-run');
      const { code, err } = await apply(text);
      expect([code, err.split('\n')[0]]).toEqual([1, '+ service one']);
      expect(err).toContain('\n  - none.wsdl:1:');
      expect(err).not.toMatch(/at .*\.[jt]s/);
      // The dry run reads the documents too.
      expect([dry.code, dry.err]).toEqual([1, err]);
      expect((await scene.store.services.findBySlug(account, 'one'))?.status).toBe('active');
    });

    test('apply: selects the ports of a new and an existing service, and rejects ports that it does not have', async () => {
      const account = await createAccount('--plan', 'Pro');
      const declare = (slug: string, port: string) =>
        apply(
          `account: ${account}\nservices:\n  - { slug: ${slug}, wsdl: ${WSDL}, settings: { select: { port: ${port} } } }\n`,
        );
      const wrong = await declare('users', 'Nope');
      expect([wrong.code, await scene.store.services.findBySlug(account, 'users')]).toEqual([1, undefined]);
      expect(wrong.err).toContain('Nope');
      expect((await declare('users', 'UserDirectorySoap')).code).toBe(0);
      const again = await declare('users', 'Nope');
      expect([again.code, again.err]).toEqual([3, expect.stringContaining('services.yaml:3:')]);
      expect((await scene.store.services.findBySlug(account, 'users'))?.settings.select).toEqual({
        port: 'UserDirectorySoap',
      });
    });
  });
});

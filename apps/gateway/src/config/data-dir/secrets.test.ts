import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../read-config.js';
import { replaceFile } from './durable-file.js';
import { loadSecrets } from './secrets.js';

const noData = async () => false;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a missing secret is created once, readable only by its owner', async () => {
  const config = readConfig({ DATA_DIR: dataDir });
  const first = await loadSecrets(config, noData);
  expect(await loadSecrets(config, noData)).toEqual(first);
  expect(first.apiKeyPepper).toMatch(/^[\w-]{43}$/);
  expect(first.sealingKeys[0]?.key).toHaveLength(32);
  expect((await stat(join(dataDir, 'api-key-pepper'))).mode & 0o777).toBe(0o600);
});

test('processes that start at once share one pepper', async () => {
  const config = readConfig({ DATA_DIR: join(dataDir, 'new') });
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config, noData)));
  for (const secrets of all) expect(secrets).toEqual(all[0]);
});

test('a configured secret is not stored', async () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const environment = { DATA_DIR: dataDir, API_KEY_PEPPER: 'p'.repeat(32), ENCRYPTION_KEYS: `a:${key}` };
  expect((await loadSecrets(readConfig(environment), noData)).apiKeyPepper).toBe('p'.repeat(32));
  await expect(stat(join(dataDir, 'api-key-pepper'))).rejects.toThrow('ENOENT');
});

test('a truncated file is an error, not an empty secret', async () => {
  await writeFile(join(dataDir, 'api-key-pepper'), '');
  await expect(loadSecrets(readConfig({ DATA_DIR: dataDir }), noData)).rejects.toThrow(
    /restore it from a backup/,
  );
});

test.each(['api-key-pepper', 'encryption-key'])(
  '%s is not created again if accounts need it',
  async (name) => {
    const config = readConfig({ DATA_DIR: dataDir });
    const first = await loadSecrets(config, noData);
    expect(await loadSecrets(config, async () => true)).toEqual(first);
    await rm(join(dataDir, name));
    await expect(loadSecrets(config, async () => true)).rejects.toThrow(/restore it from a backup, or set/);
    await expect(stat(join(dataDir, name))).rejects.toThrow('ENOENT');
  },
);

test('a file is replaced atomically, with its mode', async () => {
  const file = join(dataDir, 'file');
  await replaceFile(file, 'one', 0o600);
  await replaceFile(file, 'two', 0o644);
  expect(await readFile(file, 'utf8')).toBe('two');
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});

import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replaceFile } from '../config/data-dir/durable-file.js';
import { sampleAccount } from '../testing/sample-records.js';
import { backUp, restore } from './backup.js';
import { openSqlite } from './drivers/sqlite.js';
import { openStore, type Store } from './store.js';

const at = Date.parse('2026-11-25T01:45:00Z');

describe('backup of the embedded database', () => {
  let dataDir: string;
  let file: string;
  let store: Store | undefined;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-backup-'));
    file = join(dataDir, 'copy.db');
  });
  afterEach(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const open = async (folder = dataDir): Promise<Store> => {
    store = await openStore({ dataDir: folder }, () => {});
    return store;
  };
  const close = async () => {
    await store?.close();
    store = undefined;
  };
  const account = (id: string) => sampleAccount(at, { id });

  test('backup: copies what is committed while the store writes, and restore brings it back', async () => {
    const { accounts } = await open();
    await accounts.create(account('acc_before'));
    let writing = true;
    const writes = (async () => {
      for (let count = 0; writing; count += 1) await accounts.create(account(`acc_${count}`));
    })();
    const { bytes } = await backUp(dataDir, file);
    writing = false;
    await writes;
    await accounts.create(account('acc_after'));
    expect(bytes).toBe((await stat(file)).size);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await close();

    const { replaced } = await restore(dataDir, file, at);
    expect(replaced).toBe(join(dataDir, 'soapstone.db.replaced-20261125-014500'));
    const restored = await open();
    expect(await restored.accounts.find('acc_before')).toEqual(account('acc_before'));
    expect(await restored.accounts.find('acc_after')).toBeUndefined();
    // The copy is a single file, without leftovers.
    expect((await readdir(dataDir)).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
    await close();
    // The replaced database is complete.
    const other = await mkdtemp(join(tmpdir(), 'soapstone-replaced-'));
    await copyFile(replaced!, join(other, 'soapstone.db'));
    expect(await (await open(other)).accounts.find('acc_after')).toEqual(account('acc_after'));
    await close();
    await rm(other, { recursive: true });
  });

  test('restore: works if there is no database yet', async () => {
    await (await open()).accounts.create(account('acc_one'));
    await backUp(dataDir, file);
    await close();
    await rm(join(dataDir, 'soapstone.db'));
    expect(await restore(dataDir, file, at)).toEqual({ replaced: undefined });
    expect((await stat(join(dataDir, 'soapstone.db'))).mode & 0o777).toBe(0o600);
    expect(await (await open()).accounts.find('acc_one')).toBeDefined();
  });

  test('restore: fails while the database is open, and changes nothing', async () => {
    const { accounts } = await open();
    await backUp(dataDir, file);
    await accounts.create(account('acc_after'));
    await expect(restore(dataDir, file, at)).rejects.toThrow('is in use');
    expect(await accounts.find('acc_after')).toBeDefined();
    await accounts.create(account('acc_later'));
    expect((await readdir(dataDir)).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  test('restore: rejects a damaged file, another database, and one from a newer version', async () => {
    await (await open()).accounts.create(account('acc_one'));
    await backUp(dataDir, file);
    await close();
    const present = await readFile(join(dataDir, 'soapstone.db'));
    const damaged = await readFile(file);
    damaged.fill(0xff, 4096, 8192);
    await writeFile(join(dataDir, 'damaged.db'), damaged);
    await writeFile(join(dataDir, 'text.db'), 'no database');
    await writeFile(join(dataDir, 'empty.db'), '');
    for (const name of ['damaged.db', 'text.db', 'empty.db']) {
      await expect(restore(dataDir, join(dataDir, name), at)).rejects.toThrow(
        'is not a usable backup of a gateway',
      );
    }
    const newer = join(dataDir, 'newer.db');
    await copyFile(file, newer);
    const db = await openSqlite(newer);
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999_future', timestamp: 'x' } as never)
      .execute();
    await db.destroy();
    await expect(restore(dataDir, newer, at)).rejects.toThrow(
      'is from a newer version of the gateway (9999_future)',
    );
    await expect(restore(dataDir, join(dataDir, 'none.db'), at)).rejects.toThrow('does not exist');
    expect(present.equals(await readFile(join(dataDir, 'soapstone.db')))).toBe(true);
    expect((await readdir(dataDir)).filter((name) => /soapstone\.db\./.test(name))).toEqual([]);
  });

  test('restore: replaces a damaged database, which is kept with its journal', async () => {
    await (await open()).accounts.create(account('acc_one'));
    await backUp(dataDir, file);
    await close();
    const damaged = (await readFile(join(dataDir, 'soapstone.db'))).fill(0xff, 0, 8192);
    for (const content of [
      damaged,
      Buffer.from('no database, but long enough for a header of SQLite'.repeat(90)),
    ]) {
      await writeFile(join(dataDir, 'soapstone.db'), content);
      await writeFile(join(dataDir, 'soapstone.db-wal'), 'journal');
      const { replaced } = await restore(dataDir, file, at);
      expect(content.equals(await readFile(replaced!))).toBe(true);
      expect(await readFile(`${replaced}-wal`, 'utf8')).toBe('journal');
      expect(await (await open()).accounts.find('acc_one')).toBeDefined();
      await close();
    }
    // A damaged database cannot be backed up.
    await writeFile(join(dataDir, 'soapstone.db'), damaged);
    await expect(backUp(dataDir, join(dataDir, 'other.db'))).rejects.toThrow('other.db cannot be written: ');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('other'))).toEqual([]);
  });

  test('restore: creates a missing data directory, and says if it cannot', async () => {
    await (await open()).accounts.create(account('acc_one'));
    await backUp(dataDir, file);
    await close();
    const folder = join(dataDir, 'new', 'data');
    expect(await restore(folder, file, at)).toEqual({ replaced: undefined });
    expect(await (await open(folder)).accounts.find('acc_one')).toBeDefined();
    await expect(restore(join(file, 'data'), file, at)).rejects.toThrow(/cannot be copied to .*: .*ENOTDIR/);
    await expect(backUp(dataDir, join(dataDir, 'none', 'copy.db'))).rejects.toThrow(
      /copy\.db cannot be written: .*ENOENT/,
    );
  });

  test.skipIf(process.getuid?.() !== 0)(
    'restore: as root, gives the database to the owner of the data directory',
    async () => {
      const { accounts } = await open();
      await accounts.create(account('acc_one'));
      await backUp(dataDir, file);
      await close();
      const folder = join(dataDir, 'of-another');
      await mkdir(folder);
      await chown(folder, 4321, 4322);
      await restore(folder, file, at);
      await rm(join(folder, 'soapstone.db'));
      // The same goes for a new database and a new secret, because commands may run before the gateway does.
      await (await open(folder)).accounts.any();
      await replaceFile(join(folder, 'secret'), 'x', 0o600);
      await close();
      await restore(folder, file, at);
      for (const name of await readdir(folder)) {
        const { uid, gid } = await stat(join(folder, name));
        expect([name, uid, gid]).toEqual([name, 4321, 4322]);
      }
      expect((await readdir(folder)).sort()).toEqual([
        'secret',
        'soapstone.db',
        'soapstone.db.replaced-20261125-014500',
      ]);
    },
  );

  test('backup: never replaces a file, and needs a database', async () => {
    await expect(backUp(dataDir, file)).rejects.toThrow('check DATA_DIR');
    await open();
    await writeFile(file, 'mine');
    await expect(backUp(dataDir, file)).rejects.toThrow('give the backup another name');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});

import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces `file` with `content` atomically: readers see either the old or the new content. The content is on disk before this resolves,
 * because losing it would lose everything that was hashed or encrypted with it.
 */
export async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The process's umask may have removed bits that the mode asks for, never added any.
  await chmod(temporary, mode);
  await adoptOwner(temporary);
  await rename(temporary, file);
  await syncDirectory(dirname(file));
}

/**
 * Gives a file that root created to the owner of its folder: root may run commands on the data directory, and the gateway, which runs as
 * another user, must be able to open the files that they create.
 */
export async function adoptOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(file));
  if (uid !== 0) await chown(file, uid, gid);
}

/**
 * Creates `folder` and the folders above it that do not exist, readable by this user alone. Node's own `recursive` option never returns if
 * a file system rejects new folders in an existing parent with ENOENT, as `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    if (!(await isFolder(parent))) await makeFolder(parent);
    await mkdir(folder, { mode: 0o700 }).catch(async (second: unknown) => {
      // Another process may have created it in the meantime.
      if (!(await isFolder(folder))) throw second;
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Syncs the directory, which a rename changes. Systems that cannot open a directory do not need this. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';

/** What must stay the same from start to start, and must never be in the database. */
export interface Secrets {
  /** Keys the hashes of API keys: a stolen database alone cannot be searched. */
  readonly apiKeyPepper: string;
}

/**
 * The secrets of the configuration; what it does not give is made once and kept in `dataDir` (file mode 0600).
 * Throws when the file cannot be read or written.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  if (config.apiKeyPepper !== undefined) return { apiKeyPepper: config.apiKeyPepper };
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const file = join(config.dataDir, 'secrets.json');
  const made: Secrets = { apiKeyPepper: randomBytes(32).toString('base64url') };
  if (await writeNew(file, `${JSON.stringify(made, null, 2)}\n`, 0o600)) return made;
  return JSON.parse(await readFile(file, 'utf8')) as Secrets;
}

/**
 * Write `content` to a file that does not exist yet; false where it does. The content is on the disk before this returns,
 * because what is hashed or encrypted with it is lost without it.
 */
export async function writeNew(file: string, content: string, mode: number): Promise<boolean> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The process's umask may have taken bits away that the mode asks for, never added any.
  await chmod(file, mode);
  return true;
}

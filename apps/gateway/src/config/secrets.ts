import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealingKey } from '../accounts/seal.js';
import type { Config } from './config.js';

/** What must stay the same from start to start, and must never be in the database. */
export interface Secrets {
  /** Keys the hashes of API keys: a stolen database alone cannot be searched. */
  readonly apiKeyPepper: string;
  /** Seal what has to be stored and shown to upstreams. */
  readonly sealingKeys: readonly SealingKey[];
}

/**
 * The secrets of the configuration; what it does not give is made once and kept in `dataDir`, a file each (mode 0600).
 * Throws when a file cannot be read or written.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { dataDir } = config;
  const apiKeyPepper = config.apiKeyPepper ?? (await keepSecret(dataDir, 'api-key-pepper'));
  const sealingKeys = config.sealingKeys ?? [
    { id: 'local', key: Buffer.from(await keepSecret(dataDir, 'encryption-key'), 'base64url') },
  ];
  return { apiKeyPepper, sealingKeys };
}

/** 32 random bytes, made at the first start. */
async function keepSecret(dataDir: string, name: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  const made = randomBytes(32).toString('base64url');
  return (await writeNew(file, `${made}\n`, 0o600)) ? made : (await readFile(file, 'utf8')).trim();
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

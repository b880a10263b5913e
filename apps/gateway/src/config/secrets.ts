import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealingKey } from '../accounts/seal.js';
import type { Config } from './config.js';
import { replaceFile, withFileLock } from './durable-file.js';

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

/** 32 random bytes, made at the first start by one of the processes that start. */
async function keepSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const present = await readSecret(file);
  if (present !== undefined) return present;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return withFileLock(`${file}.lock`, async () => {
    const others = await readSecret(file);
    if (others !== undefined) return others;
    const made = randomBytes(32).toString('base64url');
    await replaceFile(file, `${made}\n`, 0o600);
    return made;
  });
}

/** A file that holds less than a secret was cut: everything that hashes or seals with it would be lost in silence. */
async function readSecret(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text.length < 43) throw new Error(`${file} holds no secret of 32 bytes: restore it from a backup`);
  return text;
}

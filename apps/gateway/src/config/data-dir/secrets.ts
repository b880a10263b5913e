import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SealingKey } from '../../domain/seal.js';
import type { Config } from '../config.js';
import { StartError } from '../start-error.js';
import { makeFolder, replaceFile } from './durable-file.js';
import { withFileLock } from './file-lock.js';

/** Secrets that must stay the same across restarts and must never be in the database. */
export interface Secrets {
  /** The key of the API key hashes, so that a stolen database alone cannot be searched for keys. */
  readonly apiKeyPepper: string;
  /** The keys that seal the secrets sent to upstreams. */
  readonly sealingKeys: readonly SealingKey[];
}

/**
 * Loads the secrets of the configuration. Secrets that are not configured are created once and stored in `dataDir`, one file each (mode
 * 0600).
 *
 * @param hasData whether the database has accounts: then a missing secret was lost, and a new one would silently make every key and
 *   every sealed secret useless
 * @throws {StartError} if such a database exists and a secret is missing
 */
export async function loadSecrets(config: Config, hasData: () => Promise<boolean>): Promise<Secrets> {
  const keep = async (name: string, setting: string): Promise<string> => {
    const file = join(config.dataDir, name);
    const present = await readSecret(file);
    if (present !== undefined) return present;
    if (await hasData()) {
      // Another starting process may have created the secret, and then an account, in the meantime.
      const made = await readSecret(file);
      if (made !== undefined) return made;
      throw new StartError(
        `${file} is missing, and the database holds accounts that need it: restore it from a backup, or set ${setting}`,
      );
    }
    return makeSecret(file);
  };
  const apiKeyPepper = config.apiKeyPepper ?? (await keep('api-key-pepper', 'API_KEY_PEPPER'));
  const sealingKeys = config.sealingKeys ?? [
    { id: 'local', key: Buffer.from(await keep('encryption-key', 'ENCRYPTION_KEYS'), 'base64url') },
  ];
  return { apiKeyPepper, sealingKeys };
}

/** Returns the files that other users can read although they contain secrets or hashes of secrets. */
export async function findExposedFiles({ dataDir, tls }: Pick<Config, 'dataDir' | 'tls'>): Promise<string[]> {
  const names = ['api-key-pepper', 'encryption-key', 'soapstone.db', join('tls', 'key.pem')];
  const files = names.map((name) => join(dataDir, name));
  if (tls.kind === 'files') files.push(tls.keyFile);
  const exposed = await Promise.all(
    files.map(async (file) => ((await stat(file).catch(() => undefined))?.mode ?? 0) & 0o077),
  );
  return files.filter((_, index) => exposed[index] !== 0);
}

/** Creates a secret of 32 random bytes; only one process does so at the first start. */
async function makeSecret(file: string): Promise<string> {
  await makeFolder(dirname(file));
  return withFileLock(`${file}.lock`, async () => {
    const others = await readSecret(file);
    if (others !== undefined) return others;
    const made = randomBytes(32).toString('base64url');
    await replaceFile(file, `${made}\n`, 0o600);
    return made;
  });
}

/** A file shorter than a secret was truncated. Using it would silently lose everything that was hashed or sealed with the secret. */
async function readSecret(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text.length < 43) throw new StartError(`${file} holds no secret of 32 bytes: restore it from a backup`);
  return text;
}

import { createMemoryLimiter, type Limiter } from '@soapstone/rate-limiter';
import { createChanges } from '../catalog/changes.js';
import type { Directory } from '../catalog/directory.js';
import type { Config } from '../config/config.js';
import { loadSecrets, type Secrets } from '../config/secrets.js';
import type { AdministrationDependencies } from '../management/use-cases/administer-accounts.js';
import { connectRedis } from '../store/redis.js';
import { openStore } from '../store/store.js';

/** The configured store, open for an operator, beside the nodes that serve from it. */
export interface Administration extends AdministrationDependencies {
  readonly secrets: Secrets;
  /** What is left of quotas, as the ledger knows it: at most a second old. */
  readonly limiter: Limiter;
  close(): Promise<void>;
}

/** This process looks nothing up: there is nothing that it could have to forget. */
const NOBODY: Directory = {
  findKey: () => undefined,
  findService: () => undefined,
  forget() {},
  forgetAll() {},
};

/**
 * Open the store of `config`. With Redis the nodes hear of a change at once; without it, or while it is away, they notice
 * within 5 seconds. `onError` hears of connections that break. Throws where the database cannot be opened.
 */
export async function openAdministration(
  config: Config,
  onError: (error: Error) => void,
): Promise<Administration> {
  const store = await openStore(config, onError);
  const secrets = await loadSecrets(config, () => store.accounts.any()).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const redis = config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl, onError);
  const now = Date.now;
  return {
    store,
    secrets,
    changes: createChanges(NOBODY, redis),
    limiter: createMemoryLimiter({ now, readUse: (account, start) => store.ledger.read(account, start) }),
    now,
    async close() {
      redis?.close();
      await store.close();
    },
  };
}

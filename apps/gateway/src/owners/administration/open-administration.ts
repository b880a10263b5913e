import { createMemoryLimiter, type Limiter } from '@soapstone/rate-limiter';
import type { Config } from '../../config/config.js';
import { loadSecrets, type Secrets } from '../../config/data-dir/secrets.js';
import type { SignUpRules } from '../../domain/accounts/sign-up-rules.js';
import { type ChangedCache, createChanges } from '../../services/changes.js';
import { hasDatabase } from '../../store/drivers/sqlite.js';
import { connectRedis } from '../../store/redis/redis.js';
import { openStore } from '../../store/store.js';
import type { AdministrationDependencies } from '../management/use-cases/administer-accounts.js';

/** The configured store, opened by an operator while nodes may be serving from it. */
export interface Administration extends AdministrationDependencies {
  readonly secrets: Secrets;
  /** The remaining quotas according to the ledger, at most one second old. */
  readonly limiter: Limiter;
  readonly signUp: SignUpRules;
  /** The base URL of invitation links. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** This process caches nothing, so it has nothing to invalidate. */
const NOTHING: ChangedCache = {
  forget() {},
  forgetAll() {},
};

/** The database could not be opened; the cause says why. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Opens the store of `config`. With Redis, nodes see changes immediately; otherwise within 5 seconds. `onError` receives errors of
 * broken connections. Throws `StoreUnavailable` if the database or its secrets cannot be used.
 */
export async function openAdministration(
  config: Config,
  onError: (error: Error) => void,
): Promise<Administration> {
  try {
    return await open(config, onError);
  } catch (error) {
    throw new StoreUnavailable('the database cannot be opened', { cause: error });
  }
}

async function open(config: Config, onError: (error: Error) => void): Promise<Administration> {
  if (config.databaseUrl === undefined && !(await hasDatabase(config.dataDir))) {
    onError(
      new Error(
        `there was no database in ${config.dataDir}, so this is an empty one: is DATA_DIR that of the gateway?`,
      ),
    );
  }
  const store = await openStore(config, onError);
  const secrets = await loadSecrets(config, () => store.accounts.any()).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const redis = await connectRedis(config, onError);
  const now = Date.now;
  return {
    store,
    offer: config.plans,
    signUp: config.signUp,
    keyLifetime: config.keyLifetime,
    tokenIssuers: config.tokenIssuers,
    baseUrl: config.baseUrl,
    secrets,
    changes: createChanges(NOTHING, redis),
    limiter: createMemoryLimiter({ now, readUse: (account, start) => store.ledger.read(account, start) }),
    now,
    async close() {
      redis?.close();
      await store.close();
    },
  };
}

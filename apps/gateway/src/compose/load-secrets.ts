import type { Config } from '../config/config.js';
import { findExposedFiles, loadSecrets, type Secrets } from '../config/data-dir/secrets.js';
import type { Log } from '../log/log.js';
import type { Store } from '../store/store.js';

/** Reads the secrets for the store; closes the store if there are none. */
export async function loadSecretsOf(config: Config, store: Store, log: Pick<Log, 'warn'>): Promise<Secrets> {
  try {
    const secrets = await loadSecrets(config, () => store.accounts.any());
    const exposed = await findExposedFiles(config);
    if (exposed.length > 0) {
      log.warn('other users of this machine can read secrets: remove their permission (chmod 600)', {
        exposed: exposed.join(', '),
      });
    }
    return secrets;
  } catch (error) {
    await store.close();
    throw error;
  }
}

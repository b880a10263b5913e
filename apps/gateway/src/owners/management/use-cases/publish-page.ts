import type { Secrets } from '../../../config/data-dir/secrets.js';
import {
  type ConsumerPage,
  createPageNonce,
  hashPageToken,
  pageToken,
} from '../../../domain/services/consumer-page.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import type { Store } from '../../../store/store.js';

/** The dependencies of changing who may read the page of a service. */
interface PageDependencies {
  readonly store: Pick<Store, 'servicePages'>;
  readonly secrets: Pick<Secrets, 'apiKeyPepper'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Stores who may read the page of a service, with a new nonce, which ends every earlier link. Resolves to the page; undefined if it is off. */
export async function publishPage(
  { accountId, id: serviceId }: Pick<RegisteredService, 'accountId' | 'id'>,
  visibility: ConsumerPage['visibility'] | 'off',
  { store, secrets, now }: PageDependencies,
): Promise<ConsumerPage | undefined> {
  if (visibility === 'off') {
    await store.servicePages.delete(accountId, serviceId);
    return undefined;
  }
  const page = { accountId, serviceId, visibility, nonce: createPageNonce(), updatedAt: now() };
  const hash = visibility === 'link' ? hashPageToken(pageToken(secrets.apiKeyPepper, page)) : undefined;
  await store.servicePages.put(page, hash);
  return page;
}

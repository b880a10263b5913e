import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.js';
import { describeAccounts } from './accounts.js';
import { describeGuard } from './guard.js';
import { describePages } from './pages.js';
import { describeRecords } from './records.js';
import { createStoreScene } from './scene.js';
import { describeSecrets } from './secrets.js';
import { describeServices } from './services.js';

/** The suite that the store must pass on every database. `open` opens the same database again each time. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());
    const scene = createStoreScene(() => store);

    describeServices(scene);
    describeSecrets(scene);
    describeAccounts(scene);
    describeRecords(scene);
    describePages(scene);
    describeGuard(scene);

    test('data is still there after reopening', async () => {
      const account = await scene.createAccount();
      const again = await open();
      try {
        expect(await again.accounts.find(account.id)).toEqual(account);
        await again.check();
      } finally {
        await again.close();
      }
    });

    test('several processes can open it at once', async () => {
      const stores = await Promise.all([open(), open(), open()]);
      await Promise.all(stores.map((one) => one.close()));
    });
  });
}

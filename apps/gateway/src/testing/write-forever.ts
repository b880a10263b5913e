/** Writes accounts into the embedded database of its argument, one after the other, and names each when it is stored. */
import { createAccountId } from '../accounts/account.js';
import { openStore } from '../store/store.js';

const store = await openStore({ dataDir: process.argv[2] ?? '' }, () => {});
process.stdout.write('ready\n');
for (;;) {
  const id = createAccountId();
  await store.accounts.create({ id, name: 'x', status: 'active', plan: 'Free', createdAt: Date.now() });
  process.stdout.write(`${id}\n`);
}

import { defined } from '@soapstone/options/defined';
import type { Account } from '../../../domain/accounts/account.js';
import type { ApiKey } from '../../../domain/accounts/api-key.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { issueMissingKey, restrictKey } from '../../management/use-cases/administer-keys.js';
import type { ApplyDependencies, ApplyReport } from './apply-dependencies.js';
import { differences } from './differences.js';
import type { DeclaredKey } from './services-file.js';

/**
 * Creates the declared keys that the account lacks, and limits existing ones to the declared operations. A key is identified by its name
 * and purpose; if there are several, the newest is meant.
 */
export async function applyKeys(
  declared: readonly DeclaredKey[],
  account: Account,
  { deps, dryRun, report }: { deps: ApplyDependencies; dryRun: boolean; report: ApplyReport },
): Promise<void> {
  const present = await readKeys(account, deps);
  for (const { name, purpose = 'live', operations } of declared) {
    const isMeant = (key: ApiKey) => key.name === name && key.purpose === purpose;
    let found = present.find(isMeant);
    if (found === undefined) {
      const only = operations == null ? '' : `, only ${operations.join(', ')}`;
      const created = `+ key ${name} (${purpose}${only})`;
      if (dryRun) {
        report.change(created);
        continue;
      }
      const given = { name, purpose, ...defined({ operations: operations ?? undefined }) };
      const dependencies = { ...deps, apiKeyPepper: deps.secrets.apiKeyPepper };
      const issued = await issueMissingKey(account.id, given, dependencies);
      if (issued !== undefined) {
        report.change(created);
        report.key(name, issued.key);
        continue;
      }
      // Another `apply` has created it since the keys were read.
      found = (await readKeys(account, deps)).find(isMeant);
      if (found === undefined) continue;
    }
    // Without a declaration, the limit stays as it is.
    if (operations === undefined) continue;
    const changes = differences(
      `key ${name}`,
      { operations: sorted(found.operations) },
      { operations: sorted(operations ?? undefined) },
    );
    for (const line of changes) report.change(line);
    if (changes.length > 0 && !dryRun) await restrictKey(account.id, found.id, operations ?? undefined, deps);
  }
}

/** Returns the keys of an account that are not revoked, newest first; for each name and purpose, only the newest. */
export async function readKeys(
  account: Pick<Account, 'id'>,
  { store }: Pick<ApplyDependencies, 'store'>,
): Promise<readonly ApiKey[]> {
  const keys = await readAll((page: PageRequest) =>
    store.apiKeys.list(account.id, { ...page, revoked: false }),
  );
  const byPlace = new Map<string, ApiKey>();
  for (const key of keys) {
    const place = JSON.stringify([key.name, key.purpose]);
    if (!byPlace.has(place)) byPlace.set(place, key);
  }
  return [...byPlace.values()];
}

const sorted = (operations: readonly string[] | undefined) => operations && [...operations].sort();

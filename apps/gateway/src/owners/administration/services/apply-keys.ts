import type { Account } from '../../../domain/accounts/account.js';
import { type ApiKey, type KeyRules, rulesOf } from '../../../domain/accounts/api-key.js';
import type { KeyChange } from '../../../store/repositories/accounts/change-keys.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { readKeyRules } from '../../management/inputs/key-rules.js';
import { changeKey, issueMissingKey } from '../../management/use-cases/administer-keys.js';
import { showKeyRules } from '../../management/views/show-key.js';
import type { ApplyDependencies, ApplyReport } from './apply-dependencies.js';
import { differences } from './differences.js';
import type { DeclaredKey } from './services-file.js';

/**
 * Creates the declared keys that the account lacks, and gives existing ones the declared rules. A key is identified by its name
 * and purpose; if there are several, the newest is meant.
 */
export async function applyKeys(
  declared: readonly DeclaredKey[],
  account: Account,
  { deps, dryRun, report }: { deps: ApplyDependencies; dryRun: boolean; report: ApplyReport },
): Promise<void> {
  const present = await readKeys(account, deps);
  for (const { name, purpose = 'live', ...sent } of declared) {
    const rules = readKeyRules(sent);
    const isMeant = (key: ApiKey) => key.name === name && key.purpose === purpose;
    let found = present.find(isMeant);
    if (found === undefined) {
      const limits = Object.entries(sent).filter(([, value]) => value !== null && value !== false);
      const only = limits.map(
        ([rule, value]) => `, ${rule} ${Array.isArray(value) ? value.join(', ') : describe(value)}`,
      );
      const created = `+ key ${name} (${purpose}${only.join('')})`;
      if (dryRun) {
        report.change(created);
        continue;
      }
      const given = { name, purpose, ...withoutNulls(rules) };
      const dependencies = { ...deps, apiKeyPepper: deps.secrets.apiKeyPepper };
      const issued = await issueMissingKey(account.id, given, dependencies);
      if (issued !== undefined) {
        report.change(created);
        if (issued.key !== undefined) report.key(name, issued.key);
        continue;
      }
      // Another `apply` has created it since the keys were read.
      found = (await readKeys(account, deps)).find(isMeant);
      if (found === undefined) continue;
    }
    // A rule that is not declared stays as it is.
    const wanted = comparable({ ...rulesOf(found), ...rules });
    const changes = differences(`key ${name}`, comparable(rulesOf(found)), wanted);
    for (const line of changes) report.change(line);
    if (changes.length > 0 && !dryRun) await changeKey(account.id, found.id, rules, deps);
  }
}

/** A rule as the report shows it. */
function describe(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function withoutNulls(rules: KeyChange): KeyRules {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));
}

/** Returns rules as the file writes them, with lists in the order of their entries, and without those that do not restrict. */
function comparable(rules: KeyChange): Readonly<Record<string, unknown>> {
  const present = Object.entries(showKeyRules(withoutNulls(rules))).filter(
    ([, value]) => value !== null && value !== false,
  );
  return Object.fromEntries(
    present.map(([rule, value]) => [rule, Array.isArray(value) ? [...value].sort() : value]),
  );
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

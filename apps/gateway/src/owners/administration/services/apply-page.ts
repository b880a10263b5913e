import { untilNextCheck, type WatchChoice } from '../../../domain/services/contract-watch.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { publishPage } from '../../management/use-cases/publish-page.js';
import type { ApplyDependencies, ApplyRun } from './apply-dependencies.js';
import { differences } from './differences.js';
import type { DeclaredService } from './services-file.js';

/**
 * Brings who may read the page for consumers to the declared choice. A link that is there stays.
 *
 * @param stored the service; undefined for a new one in a dry run
 */
export async function applyPage(
  { slug, page }: DeclaredService,
  stored: RegisteredService | undefined,
  { deps, dryRun, report }: ApplyRun,
): Promise<void> {
  if (page === undefined) return;
  const { store } = deps;
  const present = stored && (await store.servicePages.find(stored.accountId, stored.id));
  const changes = differences(`service ${slug}`, { page: present?.visibility ?? 'off' }, { page });
  for (const line of changes) report.change(line);
  if (changes.length === 0 || dryRun || stored === undefined) return;
  await publishPage(stored, page, deps);
  await audit(deps, stored, `page.${page}`);
}

/** Brings the checks of the WSDL to the declared choice. What is not declared stays. */
export async function applyWatch(
  { slug, watch: declared }: DeclaredService,
  stored: RegisteredService | undefined,
  { deps, dryRun, report }: ApplyRun,
): Promise<void> {
  if (declared === undefined) return;
  const { store, now, watch: rules } = deps;
  const present = await store.watches.find(stored?.accountId ?? '', stored?.id ?? '');
  const { schedule, activate } = present;
  const wanted: WatchChoice = { schedule, activate, ...declared };
  const changes = differences(`watch ${slug}`, { schedule, activate }, { ...wanted });
  for (const line of changes) report.change(line);
  if (changes.length === 0 || dryRun || stored === undefined) return;
  const wait = untilNextCheck(wanted.schedule, 0, rules.minimum, Math.random());
  const nextAt =
    wanted.schedule === schedule ? present.nextAt : wait === undefined ? undefined : now() + wait;
  await store.watches.choose(stored.accountId, stored.id, wanted, nextAt);
  await audit(deps, stored, `watch.${wanted.schedule}`);
}

function audit(
  { store, now }: ApplyDependencies,
  { accountId, id }: RegisteredService,
  action: string,
): Promise<void> {
  return store.audit.add(accountId, { at: now(), actor: 'admin', action, subject: id });
}

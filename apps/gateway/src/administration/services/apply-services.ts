import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { saveService } from '../../catalog/save-service.js';
import { type SecretField, storeServiceSecret } from '../../catalog/service-secrets.js';
import type { Account } from '../../domain/account.js';
import type { RegisteredService } from '../../domain/registered-service.js';
import { DEFAULT_OPERATION_SETTINGS, type OperationSettings } from '../../domain/service-settings.js';
import { hasOperation } from '../../management/find-service.js';
import { applySettings } from '../../management/sent-settings.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import { issueKey } from '../../management/use-cases/administer-keys.js';
import { registerService } from '../../registration/register.js';
import { type PageRequest, readAll } from '../../store/pages.js';
import type { ApplyDependencies } from './apply-dependencies.js';
import { applyRecordings } from './apply-recordings.js';
import { FileError } from './file-error.js';
import { findProblems, openSecret, rulesOf } from './find-problems.js';
import type { DeclaredService, ReadServicesFile } from './services-file.js';

/** The result of `apply`. */
export interface Applied {
  /** One line for each difference, never with the value of a secret. */
  readonly changes: readonly string[];
  /** New keys by name, shown only here. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Makes the account be as the file says. What the file does not mention stays. Applying a file twice changes nothing the second time.
 *
 * @param dryRun whether to list the differences only
 * @throws {FileError} with every problem that shows before anything is changed, or what the use cases of the management API throw; changes
 *   before the failing one are kept
 */
export async function applyServices(
  file: ReadServicesFile,
  deps: ApplyDependencies,
  dryRun: boolean,
): Promise<Applied> {
  const { declared } = file;
  const account = await findAccount(declared.account, deps);
  const problems = await findProblems(file, account, deps);
  if (problems.length > 0) throw new FileError(problems);
  const changes: string[] = [];
  const keys: Record<string, string> = {};
  for (const service of declared.services ?? []) {
    await applyService(service, account, { file, deps, dryRun, changes });
  }
  const { apiKeys } = deps.store;
  const present = await readAll((page: PageRequest) => apiKeys.list(account.id, { ...page, revoked: false }));
  for (const { name, purpose = 'live' } of declared.keys ?? []) {
    if (present.some((key) => key.name === name && key.purpose === purpose)) continue;
    changes.push(`+ key ${name} (${purpose})`);
    if (dryRun) continue;
    const given = { name, purpose };
    const { key } = await issueKey(account.id, given, { ...deps, apiKeyPepper: deps.secrets.apiKeyPepper });
    keys[name] = key;
  }
  return { changes, keys };
}

interface Run {
  readonly file: ReadServicesFile;
  readonly deps: ApplyDependencies;
  readonly dryRun: boolean;
  readonly changes: string[];
}

async function applyService(declared: DeclaredService, account: Account, run: Run): Promise<void> {
  const { deps, dryRun, changes } = run;
  const { slug } = declared;
  let service = await deps.store.services.findBySlug(account.id, slug);
  if (service === undefined) {
    changes.push(`+ service ${slug}`);
    if (dryRun) return;
    service = await register(declared, account, run);
  }
  const { name = service.name, status = service.status, settings: sent } = declared;
  const wanted = { name, status, settings: applySettings(service.settings, sent, rulesOf(deps)) };
  const before = changes.length;
  changes.push(...differences(`service ${slug}`, flat(service), flat({ ...service, ...wanted })));
  if (changes.length > before && !dryRun) {
    await saveService(deps, service, (current) => ({ ...current, ...wanted }));
    await audit(deps, account, 'service.update', service.id);
  }
  await applyOperations(declared, service, run);
  await applySecret('credentials', declared, service, run);
  await applySecret('headers', declared, service, run);
  if (declared.recordings === undefined) return;
  const path = run.file.locate(declared.recordings);
  const saved = (await deps.store.services.find(account.id, service.id)) ?? service;
  const stored = await applyRecordings(path, saved, deps.openRecordings(), dryRun);
  if (stored === 0) return;
  changes.push(`+ service ${slug}: ${stored} ${stored === 1 ? 'recording' : 'recordings'}`);
  if (!dryRun) await audit(deps, account, 'service.upload-recordings', service.id);
}

async function register(
  { slug, name, wsdl }: DeclaredService,
  account: Account,
  { file, deps }: Run,
): Promise<RegisteredService> {
  if (wsdl === undefined) throw new Error(`the service ${slug} is new and has no wsdl`);
  const source =
    'url' in wsdl
      ? { kind: 'url' as const, url: wsdl.url }
      : {
          kind: 'files' as const,
          files: new Map(
            await Promise.all(
              wsdl.files.map(async (path) => [path, await readFile(file.locate(path))] as const),
            ),
          ),
        };
  const { service } = await registerService(account, { source, slug, name }, deps.registration);
  await audit(deps, account, 'service.register', service.id);
  return service;
}

async function applyOperations(
  { slug, operations = {} }: DeclaredService,
  service: RegisteredService,
  { deps, dryRun, changes }: Run,
): Promise<void> {
  const { accountId, id } = service;
  const present = await deps.store.services.findOperationSettings(accountId, id);
  const revision = await deps.store.services.findRevision(accountId, id, service.revision);
  for (const [name, sent] of Object.entries(operations)) {
    // The operations of a new service are known only now.
    if (revision !== undefined && !hasOperation(revision.model, name)) {
      throw new FileError([`the service ${slug} has no operation ${name}`]);
    }
    const current = present.get(name) ?? DEFAULT_OPERATION_SETTINGS;
    const wanted: OperationSettings = { ...current, ...sent };
    const found = differences(`operation ${slug}/${name}`, { ...current }, { ...wanted });
    changes.push(...found);
    if (found.length === 0 || dryRun) continue;
    await deps.store.services.setOperationSettings(accountId, id, name, wanted);
    await saveService(deps, service);
    await audit(deps, { id: accountId }, 'operation.set', `${id}/${name}`);
  }
}

async function applySecret(
  field: SecretField,
  declared: DeclaredService,
  { accountId, id: serviceId }: RegisteredService,
  { file, deps, dryRun, changes }: Run,
): Promise<void> {
  if (declared[field] === undefined) return;
  const value = await openSecret(field, declared, file);
  const wanted = field === 'headers' ? { locked: [], ...(value as object) } : value;
  const place = { accountId, serviceId, field };
  const sealed = (await deps.store.secrets.find(accountId, serviceId)).get(field);
  if (sealed !== undefined && isDeepStrictEqual(JSON.parse(deps.sealer.open(sealed, place)), wanted)) return;
  changes.push(`${sealed === undefined ? '+' : '~'} service ${declared.slug}: ${field}`);
  if (dryRun) return;
  await storeServiceSecret(deps.store, deps.sealer, place, wanted);
  await saveService(deps, { accountId, id: serviceId });
  await audit(deps, { id: accountId }, `${field}.set`, serviceId);
}

function flat({ name, status, settings }: Pick<RegisteredService, 'name' | 'status' | 'settings'>) {
  return { name, status, ...settings };
}

/** One line for each member that differs. */
function differences(
  what: string,
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): string[] {
  const names = [...new Set([...Object.keys(current), ...Object.keys(wanted)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(current[name], wanted[name]))
    .map((name) => `~ ${what}: ${name} ${show(current[name])} -> ${show(wanted[name])}`);
}

const show = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value));

function audit(
  { store, now }: ApplyDependencies,
  { id }: Pick<Account, 'id'>,
  action: string,
  subject: string,
): Promise<void> {
  return store.audit.add(id, { at: now(), actor: 'admin', action, subject });
}

import { readFile } from 'node:fs/promises';
import { defined } from '@soapstone/options/defined';
import { selectOperations } from '@soapstone/wsdl-parser';
import { readProfile, type StoredProfile } from '../../../credentials/stored-profile.js';
import type { Account } from '../../../domain/accounts/account.js';
import { unpackModel } from '../../../domain/services/pack-model.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { selectModel } from '../../../domain/services/select-model.js';
import {
  DEFAULT_OPERATION_SETTINGS,
  DEFAULT_SETTINGS,
  mappingOf,
  type OperationSettings,
  type ServiceSettings,
} from '../../../domain/services/service-settings.js';
import { saveService } from '../../../services/save-service.js';
import { applySettings } from '../../management/inputs/sent-settings.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import type { DocumentSource, FetchCredentials } from '../../registration/messages.js';
import {
  noOperation,
  onItsWay,
  RegistrationError,
  readDocuments,
  registerService,
} from '../../registration/register.js';
import type { ApplyDependencies, ApplyReport, ApplyRun } from './apply-dependencies.js';
import { applyDesign } from './apply-design.js';
import { applyKeys } from './apply-keys.js';
import { applyPage, applyWatch } from './apply-page.js';
import { applyRecordings } from './apply-recordings.js';
import { applySecrets } from './apply-secrets.js';
import { differences } from './differences.js';
import { FileError } from './file-error.js';
import { findProblems, openSecret, rulesOf } from './find-problems.js';
import type { DeclaredService, ReadServicesFile } from './services-file.js';

/**
 * Brings the account to the state that the file describes; what the file does not mention stays. Applying a file again changes nothing.
 *
 * @param dryRun whether to list the differences only; the WSDLs of new services are read, and nothing is stored
 * @throws {FileError} with every problem that can be found before anything is changed; also what the use cases of the management API throw,
 *   in which case the changes before the failing one are kept
 */
export async function applyServices(
  file: ReadServicesFile,
  deps: ApplyDependencies,
  dryRun: boolean,
  report: ApplyReport,
): Promise<void> {
  const { declared } = file;
  const account = await findAccount(declared.account, deps);
  const problems = await findProblems(file, account, deps);
  if (problems.length > 0) throw new FileError(problems);
  for (const service of declared.services ?? []) {
    await applyService(service, account, { file, deps, dryRun, report });
  }
  await applyKeys(declared.keys ?? [], account, { deps, dryRun, report });
}

/** A service as it is stored, or as a dry run would store it. */
interface Present extends Pick<RegisteredService, 'name' | 'status' | 'settings'> {
  /** Absent for a new service in a dry run. */
  readonly stored?: RegisteredService;
  /** The names of its operations. */
  readonly operations: ReadonlySet<string>;
}

async function applyService(declared: DeclaredService, account: Account, run: ApplyRun): Promise<void> {
  const { deps, dryRun, report } = run;
  const { slug, settings: sent } = declared;
  const found = await deps.store.services.findBySlug(account.id, slug);
  const present =
    found === undefined ? await addService(declared, account, run) : await presentOf(found, deps);
  const { stored } = present;
  const { name = present.name, status = present.status } = declared;
  const settingsOf = (settings: ServiceSettings) => applySettings(settings, sent, rulesOf(deps));
  const changes = differences(
    `service ${slug}`,
    flat(present),
    flat({ name, status, settings: settingsOf(present.settings) }),
  );
  for (const line of changes) report.change(line);
  if (changes.length > 0 && !dryRun && stored !== undefined) {
    // Someone else may have changed other settings in the meantime.
    const saved = await saveService(deps, stored, (current) => ({
      ...current,
      ...defined({ name: declared.name, status: declared.status }),
      settings: settingsOf(current.settings),
    }));
    const { answers } = saved.settings;
    const action = answers === present.settings.answers ? 'service.update' : `service.answers-${answers}`;
    await audit(deps, account, action, saved.id);
  }
  await applyOperations(declared, present, run);
  await applySecrets(declared, stored, run);
  await applyDesign(declared, stored, run);
  await applyPage(declared, stored, run);
  await applyWatch(declared, stored, run);
  if (declared.recordings === undefined) return;
  if (stored === undefined) return report.change(`+ service ${slug}: recordings`);
  const path = run.file.locate(declared.recordings);
  const saved = (await deps.store.services.find(account.id, stored.id)) ?? stored;
  const count = await applyRecordings(path, saved, deps.openRecordings(), dryRun);
  if (count === 0) return;
  report.change(`+ service ${slug}: ${count} ${count === 1 ? 'recording' : 'recordings'}`);
  if (!dryRun) await audit(deps, account, 'service.upload-recordings', stored.id);
}

async function presentOf(stored: RegisteredService, { store }: ApplyDependencies): Promise<Present> {
  const { name, status, settings } = stored;
  const revision = await store.services.findRevision(stored.accountId, stored.id, stored.revision);
  const exposed = revision === undefined ? [] : selectModel(revision.model, settings.select).exposed;
  return { name, status, settings, stored, operations: new Set(exposed.map((each) => each.name)) };
}

/** Registers a new service with its choice of ports; its other settings are applied later. In a dry run, only its documents are read. */
async function addService(declared: DeclaredService, account: Account, run: ApplyRun): Promise<Present> {
  const { deps, dryRun, report } = run;
  const { slug, name, settings: sent } = declared;
  const created = `+ service ${slug}`;
  const source = await sourceOf(declared, run);
  const login =
    declared.proxyLogin === undefined
      ? undefined
      : ((await openSecret('proxyLogin', declared, run.file, run.deps)) as StoredProfile);
  const proxyLogin = login && readProfile(login);
  const { select, proxy, lenientHttp, compatibility } = applySettings(DEFAULT_SETTINGS, sent, rulesOf(deps));
  // Its documents are fetched with these settings.
  const settings = { ...DEFAULT_SETTINGS, ...defined({ select, proxy, lenientHttp, compatibility }) };
  if (dryRun) {
    const { registration } = deps;
    const way = onItsWay(source, settings, registration, proxyLogin);
    const read = await readDocuments(account.id, way, mappingOf(settings), registration);
    if (read.operations.length === 0) throw noOperation(read.diagnostics);
    const model = await unpackModel(read.packedModel);
    const { exposed } = select === undefined ? model : selectOperations(model, select);
    const operations = new Set(exposed.map((each) => each.name));
    report.change(created);
    return { name: name ?? read.name, status: 'active', settings, operations };
  }
  try {
    const registration = { source, slug, name, settings, proxyLogin };
    const { service } = await registerService(account, registration, deps.registration);
    report.change(created);
    await audit(deps, account, 'service.register', service.id);
    return await presentOf(service, deps);
  } catch (error) {
    if (!(error instanceof RegistrationError)) throw error;
    // Another `apply` may have created it since this one looked, and filled the plan with it.
    const present = await deps.store.services.findBySlug(account.id, slug);
    if (present === undefined) throw error;
    return presentOf(present, deps);
  }
}

async function sourceOf(declared: DeclaredService, { file, deps }: ApplyRun): Promise<DocumentSource> {
  const { slug, wsdl, wsdlLogin } = declared;
  if (wsdl === undefined) throw new Error(`the service ${slug} is new and has no wsdl`);
  if ('url' in wsdl) {
    const login = wsdlLogin && ((await openSecret('wsdlLogin', declared, file, deps)) as FetchCredentials);
    return { kind: 'url', url: wsdl.url, ...defined({ credentials: login }) };
  }
  const read = async (path: string) => [path, await readFile(file.locate(path))] as const;
  return { kind: 'files', files: new Map(await Promise.all(wsdl.files.map(read))) };
}

async function applyOperations(
  { slug, operations = {} }: DeclaredService,
  { stored, operations: known }: Present,
  { deps, dryRun, report }: ApplyRun,
): Promise<void> {
  const { services } = deps.store;
  const present =
    stored === undefined ? undefined : await services.findOperationSettings(stored.accountId, stored.id);
  for (const [name, sent] of Object.entries(operations)) {
    // Checked here, because the operations of a new service were not known earlier.
    if (!known.has(name)) throw new FileError([`the service ${slug} has no operation ${name}`]);
    const current = present?.get(name) ?? DEFAULT_OPERATION_SETTINGS;
    const wanted: OperationSettings = { ...current, ...sent };
    const changes = differences(`operation ${slug}/${name}`, { ...current }, { ...wanted });
    for (const line of changes) report.change(line);
    if (changes.length === 0 || dryRun || stored === undefined) continue;
    // Someone else may have changed other settings in the meantime.
    await services.changeOperationSettings(stored.accountId, stored.id, name, (now) => ({
      ...DEFAULT_OPERATION_SETTINGS,
      ...now,
      ...sent,
    }));
    await saveService(deps, stored);
    await audit(deps, { id: stored.accountId }, 'operation.set', `${stored.id}/${name}`);
  }
}

function flat({ name, status, settings }: Pick<RegisteredService, 'name' | 'status' | 'settings'>) {
  return { name, status, ...settings };
}

function audit(
  { store, now }: ApplyDependencies,
  { id }: Pick<Account, 'id'>,
  action: string,
  subject: string,
): Promise<void> {
  return store.audit.add(id, { at: now(), actor: 'admin', action, subject });
}

import { randomUUID } from 'node:crypto';
import { slugOf } from '@soapstone/http-contract';
import { type Diagnostic, selectOperations } from '@soapstone/wsdl-parser';
import type { ChildSlots } from '../../children/child-slots.js';
import { type Account, subscriptionAt } from '../../domain/accounts/account.js';
import type { Plan, Plans } from '../../domain/accounts/plan.js';
import { unpackModel } from '../../domain/services/pack-model.js';
import type { NewRevision, RegisteredService } from '../../domain/services/registered-service.js';
import {
  DEFAULT_SETTINGS,
  type Mapping,
  mappingOf,
  type ServiceSettings,
} from '../../domain/services/service-settings.js';
import { freeSlug } from '../../domain/services/slug.js';
import type { RevisionRoom } from '../../store/repositories/services/revisions.js';
import type { Store } from '../../store/store.js';
import { makerOf } from '../description/artefacts.js';
import { type ImportOptions, importDocuments } from './import-documents.js';
import type { DocumentSource, ImportedDocuments } from './messages.js';

/** The owner's input for a new service; what is absent comes from its documents. */
export interface Registration {
  readonly source: DocumentSource;
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly settings?: Partial<ServiceSettings>;
}

/** A new service, and the findings in its documents. */
export interface Registered {
  readonly service: RegisteredService;
  readonly operations: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The account is not allowed to have the requested service. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly code: 'SERVICE_LIMIT' | 'SLUG_TAKEN' | 'NO_OPERATION' | 'DRAFT_LIMIT';
  /** The findings in the documents, if those are the reason. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: RegistrationError['code'], message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
  }
}

export interface RegistrationDependencies extends Omit<ImportOptions, 'account' | 'described'> {
  readonly store: Store;
  readonly plans: Plans;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Throws if the process has no memory for another registration. A busy process has room: the slots let registrations wait. */
  readonly assertRoom: () => void;
  /** The slots for processes that read documents. */
  readonly slots: ChildSlots;
}

/**
 * Registers a service for `account`: reads its documents and stores its model as revision 1. Throws, without storing anything,
 * `ImportError` if the documents do not describe a service, `RegistrationError` if the account is not allowed to have it, and `WsdlError`
 * if no port matches `settings.select`.
 */
export async function registerService(
  account: Account,
  registration: Registration,
  deps: RegistrationDependencies,
): Promise<Registered> {
  deps.assertRoom();
  await assertRoomForService(account, deps);
  const { slug } = registration;
  if (slug !== undefined && (await deps.store.services.findBySlug(account.id, slug)) !== undefined) {
    throw slugTaken(slug);
  }
  const settings: ServiceSettings = { ...DEFAULT_SETTINGS, ...registration.settings };
  const imported = await readDocuments(account.id, registration.source, mappingOf(settings), deps);
  deps.onStep?.({ name: 'storing' });
  return storeService(account, { ...registration, imported }, deps);
}

/** Throws `SERVICE_LIMIT` if the plan of the account has no room for another service. */
export async function assertRoomForService(
  account: Account,
  { store, now, plans }: Pick<RegistrationDependencies, 'store' | 'now' | 'plans'>,
): Promise<void> {
  const { plan } = subscriptionAt(account, now(), plans);
  if ((await store.services.count(account.id)) >= plan.services) throw serviceLimit(plan);
}

/** A service that has been read but is not stored yet. */
export interface ReadService extends Omit<Registration, 'source'> {
  readonly imported: Pick<
    ImportedDocuments,
    'packedModel' | 'diagnostics' | 'grades' | 'location' | 'name' | 'operations' | 'artefacts'
  >;
}

/** Stores a service with its first revision, which is live immediately. Throws `RegistrationError` and `WsdlError` as above. */
export async function storeService(
  account: Account,
  { imported, ...registration }: ReadService,
  deps: Pick<RegistrationDependencies, 'store' | 'now' | 'plans'>,
): Promise<Registered> {
  const { store, now } = deps;
  if (imported.operations.length === 0) throw noOperation(imported.diagnostics);
  const { plan } = subscriptionAt(account, now(), deps.plans);
  await assertRoomForService(account, deps);
  const settings: ServiceSettings = { ...DEFAULT_SETTINGS, ...registration.settings };
  const { select } = settings;
  const operations =
    select === undefined
      ? imported.operations
      : selectOperations(await unpackModel(imported.packedModel), select).exposed.map(({ name }) => name);
  const at = now();
  const name = registration.name ?? imported.name;
  const taken = await store.services.takenSlugs(account.id, slugOf(name));
  const service: RegisteredService = {
    id: randomUUID(),
    accountId: account.id,
    slug: registration.slug ?? freeSlug(slugOf(name), taken),
    name,
    status: 'active',
    revision: 1,
    settings,
    createdAt: at,
    updatedAt: at,
  };
  const revision: NewRevision = {
    serviceId: service.id,
    number: 1,
    packedModel: Buffer.from(imported.packedModel),
    diagnostics: imported.diagnostics,
    grades: imported.grades,
    source: imported.location,
    createdAt: at,
  };
  for (let { slug } = service; ; slug = freeSlug(slugOf(name), taken)) {
    const stored = { ...service, slug };
    // Other services may have been registered while the documents were read.
    const creation = await store.services.create(stored, revision, plan.services);
    if (creation === 'created') {
      await store.artefacts.put(account.id, service.id, imported.artefacts);
      return { service: stored, operations, diagnostics: imported.diagnostics };
    }
    if (creation === 'account-full') throw serviceLimit(plan);
    if (registration.slug !== undefined) throw slugTaken(slug);
    taken.add(slug);
  }
}

function serviceLimit(plan: Plan): RegistrationError {
  return new RegistrationError(
    'SERVICE_LIMIT',
    `the ${plan.name} plan has room for ${plan.services} services`,
  );
}

function slugTaken(slug: string): RegistrationError {
  return new RegistrationError('SLUG_TAKEN', `the account already has a service ${slug}`);
}

/** The room for the revisions of a service. The next import deletes the oldest ones beyond it. */
export const REVISION_ROOM: RevisionRoom = { most: 100, bytes: 128 * 1024 * 1024 };

/** Imports the documents of a service as a revision, which is stored but not live. Throws what `registerService` throws. */
export async function importRevision(
  service: RegisteredService,
  source: DocumentSource,
  deps: RegistrationDependencies,
): Promise<NewRevision> {
  deps.assertRoom();
  const mapping = mappingOf(
    service.settings,
    await deps.store.services.findOperationSettings(service.accountId, service.id),
  );
  const imported = await readDocuments(service.accountId, source, mapping, deps);
  if (imported.operations.length === 0) {
    throw noOperation(imported.diagnostics);
  }
  deps.onStep?.({ name: 'storing' });
  const { services } = deps.store;
  const { accountId, id } = service;
  const revision: Omit<NewRevision, 'number'> = {
    serviceId: id,
    packedModel: Buffer.from(imported.packedModel),
    diagnostics: imported.diagnostics,
    grades: imported.grades,
    source: imported.location,
    createdAt: deps.now(),
  };
  for (;;) {
    const numbered = { ...revision, number: (await services.lastRevision(accountId, id)) + 1 };
    // Another import may have taken the number.
    if (await services.addRevision(accountId, numbered)) {
      await deps.store.artefacts.put(accountId, id, imported.artefacts);
      await services.pruneRevisions(accountId, id, REVISION_ROOM);
      return numbered;
    }
  }
}

/** Reads the documents of a service in a child process, as soon as the account has a slot for one. */
export function readDocuments(
  accountId: string,
  source: DocumentSource,
  mapping: Mapping,
  deps: RegistrationDependencies,
): Promise<ImportedDocuments> {
  const options = { ...deps, account: accountId, described: { mapping, maker: makerOf() } };
  return deps.slots.run(accountId, () => importDocuments(source, options), deps.signal);
}

/** The error for documents without an operation. Its findings begin with the errors, which explain why there is none. */
export function noOperation(diagnostics: readonly Diagnostic[]): RegistrationError {
  const rank = { error: 0, warning: 1, info: 2 };
  return new RegistrationError(
    'NO_OPERATION',
    'the documents describe no operation that can be called',
    [...diagnostics].sort((one, other) => rank[one.severity] - rank[other.severity]),
  );
}

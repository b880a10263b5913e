import { randomUUID } from 'node:crypto';
import { slugOf } from '@soapstone/http-contract';
import { DesignError, type DesignProblem } from '@soapstone/json-xml-mapper/design';
import { defined } from '@soapstone/options/defined';
import { type Diagnostic, selectOperations } from '@soapstone/wsdl-parser';
import type { FairSlots } from '../../children/fair-slots.js';
import type { ServiceProxies, ServiceProxyLogin } from '../../credentials/service-proxies.js';
import { DESIGN_SECRET_LIMITS } from '../../credentials/service-secrets.js';
import { type Account, subscriptionAt } from '../../domain/accounts/account.js';
import type { Plan, Plans } from '../../domain/accounts/plan.js';
import { unpackModel } from '../../domain/services/pack-model.js';
import type { WrittenDesign } from '../../domain/services/read-design.js';
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
import { checkDesignOf, makerOf } from '../description/artefacts.js';
import { type ImportOptions, importDocuments } from './import-documents.js';
import type { DocumentSource, ImportedDocuments } from './messages.js';

/** The owner's input for a new service; what is absent comes from its documents. */
export interface Registration {
  readonly source: DocumentSource;
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly settings?: Partial<ServiceSettings>;
  /** The design of the first revision, as JSON text. */
  readonly design?: string | undefined;
  /** The login at the proxy of `settings.proxy`, with which the documents are fetched. Default: that of the operator. */
  readonly proxyLogin?: ServiceProxyLogin | undefined;
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
  readonly code: 'SERVICE_LIMIT' | 'SLUG_TAKEN' | 'NO_OPERATION' | 'DRAFT_LIMIT' | 'DESIGN_REFUSED';
  /** The findings in the documents, if those are the reason. */
  readonly diagnostics: readonly Diagnostic[];
  /** The problems of the design, if those are the reason. */
  readonly problems: readonly DesignProblem[];

  constructor(
    code: RegistrationError['code'],
    message: string,
    diagnostics: readonly Diagnostic[] = [],
    problems: readonly DesignProblem[] = [],
  ) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
    this.problems = problems;
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
  readonly slots: FairSlots;
  /** The proxies that services may choose. */
  readonly proxies: ServiceProxies;
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
  const source = onItsWay(registration.source, settings, deps, registration.proxyLogin);
  const imported = await readDocuments(account.id, source, mappingOf(settings), deps);
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
  deps: RegistrationDependencies,
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
    ...defined({ design: registration.design }),
  };
  if (registration.design !== undefined) {
    const { packedModel } = imported;
    await assertDesign(account.id, packedModel, mappingOf(settings, undefined, registration.design), deps);
  }
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

/**
 * Imports the documents of a service as a revision, which is stored but not live. Throws what `registerService` throws. Whether the design
 * fits is not checked here: the revision is held if it does not.
 *
 * @param design its design; undefined for that of the live revision, and null for none
 */
export async function importRevision(
  service: RegisteredService,
  source: DocumentSource,
  deps: RegistrationDependencies,
  design?: string | null,
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
  return storeRevision(
    service,
    imported,
    design === undefined ? await writtenDesign(service, deps) : design === null ? null : { json: design },
    deps,
  );
}

/**
 * Stores imported documents as a revision that is not live.
 *
 * @param design its design; null for none
 * @param origin `watch` if a check of the contract read them, and not its owner
 */
export async function storeRevision(
  service: RegisteredService,
  imported: ReadService['imported'],
  design: WrittenDesign | null,
  deps: Pick<RegistrationDependencies, 'store' | 'now'>,
  origin: 'owner' | 'watch' = 'owner',
): Promise<NewRevision> {
  const { accountId, id } = service;
  const revision: Omit<NewRevision, 'number'> = {
    serviceId: id,
    packedModel: Buffer.from(imported.packedModel),
    diagnostics: imported.diagnostics,
    grades: imported.grades,
    source: imported.location,
    createdAt: deps.now(),
    ...designOf(design),
    ...(origin === 'watch' && { isWatched: true }),
  };
  const numbered = await addRevision(accountId, revision, deps);
  await deps.store.artefacts.put(accountId, id, imported.artefacts);
  return numbered;
}

/** Returns the design of the live revision, as JSON text. */
async function liveDesign(
  { accountId, id, revision }: RegisteredService,
  { store }: Pick<RegistrationDependencies, 'store'>,
): Promise<string | null> {
  return (await store.services.findPackedModel(accountId, id, revision))?.design ?? null;
}

/** Returns the design of the live revision, with the text that its owner wrote. */
export async function writtenDesign(
  service: RegisteredService,
  deps: Pick<RegistrationDependencies, 'store'>,
): Promise<WrittenDesign | null> {
  const { accountId, id, revision } = service;
  const [json, text] = await Promise.all([
    liveDesign(service, deps),
    deps.store.services.findDesignText(accountId, id, revision),
  ]);
  return json === null ? null : { json, ...defined({ text }) };
}

function designOf(design: WrittenDesign | null): Pick<NewRevision, 'design' | 'designText'> {
  return design === null ? {} : { design: design.json, ...defined({ designText: design.text }) };
}

/** Stores a revision under the next number, and deletes the oldest ones beyond the limit of the service. */
async function addRevision(
  accountId: string,
  revision: Omit<NewRevision, 'number'>,
  { store: { services } }: Pick<RegistrationDependencies, 'store'>,
): Promise<NewRevision> {
  for (;;) {
    const { serviceId } = revision;
    const numbered = { ...revision, number: (await services.lastRevision(accountId, serviceId)) + 1 };
    // Another import may have taken the number.
    if (!(await services.addRevision(accountId, numbered))) continue;
    await services.pruneRevisions(accountId, serviceId, REVISION_ROOM);
    return numbered;
  }
}

/**
 * Stores the live revision again with another design, as a revision that is not live. Throws `RegistrationError` with every problem of the
 * design.
 *
 * @param design null for none
 */
export async function reviseDesign(
  service: RegisteredService,
  design: WrittenDesign | null,
  deps: RegistrationDependencies,
): Promise<NewRevision> {
  const { accountId, id } = service;
  const [found, operations] = await Promise.all([
    deps.store.services.findRevision(accountId, id, service.revision),
    deps.store.services.findOperationSettings(accountId, id),
  ]);
  if (found === undefined) throw new Error(`service ${id} has no revision ${service.revision}`);
  const { packed, diagnostics, source, grades } = found;
  if (design !== null)
    await assertDesign(accountId, packed, mappingOf(service.settings, operations, design.json), deps);
  const packedModel = Buffer.from(packed);
  const revision = { serviceId: id, packedModel, diagnostics, source, createdAt: deps.now() };
  return addRevision(accountId, { ...revision, ...defined({ grades }), ...designOf(design) }, deps);
}

/** HTTP headers that are for the gateway: they hold the client's key, or its session. */
const OWN_HEADERS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie'];

/** Throws `RegistrationError` with every problem of the design of a mapping. */
export async function assertDesign(
  accountId: string,
  model: Uint8Array,
  mapping: Mapping,
  deps: RegistrationDependencies,
): Promise<void> {
  const { problems, filled } = await checkDesignOf(accountId, model, mapping, deps);
  if (problems.length > 0) throw unusableDesign(problems);
  const secrets = new Set(filled.flatMap(({ source, name }) => (source === 'secret' ? [name] : [])));
  if (secrets.size > DESIGN_SECRET_LIMITS.secrets) {
    const message = `must not name more than ${DESIGN_SECRET_LIMITS.secrets} secrets, names ${secrets.size}`;
    throw unusableDesign([{ at: ['fill'], message }]);
  }
  const own = filled.find(
    ({ source, name }) => source === 'header' && OWN_HEADERS.includes(name!.toLowerCase()),
  );
  if (own === undefined) return;
  const path = [own.operation, ...own.keys].join('/');
  throw unusableDesign([
    {
      at: ['fill', path],
      message: `must not pass on ${own.name}, which is for this gateway: use another header`,
    },
  ]);
}

/** The error for a design that does not fit its service. */
function unusableDesign(problems: readonly DesignProblem[]): RegistrationError {
  const { message } = new DesignError(problems);
  return new RegistrationError('DESIGN_REFUSED', message, [], problems);
}

/**
 * Returns a source whose documents are fetched as the settings of the service say: through its proxy, and with what its old server needs. Throws
 * `TransportError` if the gateway does not have the proxy.
 *
 * @param login the login of the service at its proxy. Default: that of the operator
 */
export function onItsWay(
  source: DocumentSource,
  settings: Pick<ServiceSettings, 'proxy' | 'lenientHttp' | 'compatibility'>,
  { proxies }: Pick<RegistrationDependencies, 'proxies'>,
  login?: ServiceProxyLogin,
): DocumentSource {
  if (source.kind !== 'url') return source;
  const { lenientHttp, compatibility } = settings;
  return { ...source, way: defined({ proxy: proxies.find(settings, login), lenientHttp, compatibility }) };
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

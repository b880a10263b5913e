import type { Mapper, MapperLimits, MapperOptions } from '@soapstone/json-xml-mapper';
import { type RouteTable, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import type { Port, ServiceModel } from '@soapstone/wsdl-parser';
import { createServiceProxies, type ServiceProxies } from '../../credentials/service-proxies.js';
import { loadServiceSecrets } from '../../credentials/service-secrets.js';
import type { Sealer } from '../../domain/seal.js';
import { compiledBytes } from '../../domain/services/compiled-bytes.js';
import {
  type Deprecation,
  deprecatedOperations,
  mergeDeprecations,
} from '../../domain/services/deprecation.js';
import { readDesign } from '../../domain/services/read-design.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { selectModel } from '../../domain/services/select-model.js';
import { DEFAULT_OPERATION_SETTINGS, mappingOf } from '../../domain/services/service-settings.js';
import { serviceNotFound } from '../../errors/errors.js';
import type { LiveService } from '../../services/live-services.js';
import type { Store } from '../../store/store.js';
import type { MapperSource } from '../mapping/messages.js';
import type { MappingThread } from '../mapping/thread-jobs.js';
import { HeldBytes } from './held-bytes.js';
import { fillsOf, type LateFills } from './late-fills.js';
import {
  mapperVariant,
  type OpenOperation,
  operationsOf,
  sessionOperationsOf,
} from './service-operations.js';
import { type SessionParts, sessionPartsOf } from './session-parts.js';
import { SharedValues } from './shared-values.js';

/** A live service with its compiled operations. */
export interface CompiledService extends LiveService {
  readonly mapper: Mapper;
  /** The name of the mapper in the mapping thread, and what it is created from. */
  readonly threadMapper: { readonly key: string; readonly source: () => Promise<MapperSource> };
  /**
   * Returns an exposed operation, ready to be called. Throws what `Mapper.compile` throws, or rejects with it the first time. `numbers`
   * overrides the setting of the service; an operation is compiled for each form when it is first called in it.
   */
  readonly operation: OpenOperation;
  /** The WSDL port of an exposed operation. */
  portOf(name: string): Port | undefined;
  /** The values that the design fills into an exposed operation and only a call knows; undefined if there are none. */
  fillsOf(name: string): LateFills | undefined;
  /** The routes of the design, if it has some. */
  readonly routes: RouteTable | undefined;
  /** The session that the design describes (DF-7). */
  readonly session: SessionParts | undefined;
  /** The deprecation of an exposed operation: its own, its service's, or both. */
  deprecationOf(name: string): Deprecation | undefined;
}

/** A cache of compiled services, which are compiled on first use. */
export interface Catalog {
  /** Rejects with `SERVICE_NOT_FOUND` if the service has been deleted, and with an internal error if its revision is missing. */
  compile(service: RegisteredService): CompiledService | Promise<CompiledService>;
  /**
   * Evicts the services of the accounts, or of all accounts, that have been deleted, and earlier states of those that have changed. They
   * are never asked for again.
   */
  evictOutdated(...accountIds: string[]): Promise<void>;
  /** The current contents of the cache. */
  stats(): CatalogStats;
}

export interface CatalogStats {
  readonly services: number;
  /** The memory that the services need once all their operations are compiled, estimated with the figures of decision 0017. */
  readonly bytes: number;
}

/** The estimated size of a service without its operations: settings, secrets, look-up tables. */
const SERVICE_BYTES = 8_192;

/** The size of a packed model up to which it is kept for the first call of its service. */
const PACKED_AT_HAND = 64 * 1024;

/**
 * `catalogBytes` is the room for compiled services; at least one is kept, regardless of its size. The other limits are those of the
 * mapper. `proxies`: those that services may choose. Default: none.
 */
export function createCatalog(
  store: Store,
  sealer: Sealer,
  thread: MappingThread,
  {
    requestBytes,
    responseBytes,
    expansion,
    work,
    catalogBytes,
  }: Pick<MapperLimits, 'requestBytes' | 'responseBytes' | 'expansion' | 'work'> & {
    readonly catalogBytes: number;
  },
  proxies: ServiceProxies = createServiceProxies(),
): Catalog {
  const limits = { requestBytes, responseBytes, expansion, work };
  const compiled = new Map<string, Entry>();
  /** The same entries by the service object, which many calls share, so that finding them needs no string concatenation. */
  const byService = new WeakMap<RegisteredService, Entry>();
  const models = new SharedValues<ServiceModel>();
  const mappers = new SharedValues<Mapper>();
  const held = new HeldBytes();
  let uses = 0;

  async function load(service: RegisteredService, onMapper: (mapper: Mapper) => void): Promise<Loaded> {
    const { accountId, id, settings } = service;
    const [stored, operations, secrets, deprecations, held] = await Promise.all([
      store.services.findRevision(accountId, id, service.revision),
      store.services.findOperationSettings(accountId, id),
      loadServiceSecrets(store, sealer, accountId, id),
      store.deprecations.find(accountId, id),
      store.stalls.findHeld(accountId, id),
    ]);
    if (stored === undefined) {
      // The service was deleted after it was looked up.
      if ((await store.services.find(accountId, id)) === undefined) throw serviceNotFound();
      throw new Error(`service ${id} has no revision ${service.revision}`);
    }
    const { digest, modelBytes, packed, ...rest } = stored;
    const revision = { ...rest, model: models.share(digest, () => stored.model) };
    const { design } = stored;
    const { select, ...mapping } = mappingOf(settings, operations, design);
    const deprecated = deprecatedOperations(deprecations);
    const variant = (options: MapperOptions) =>
      mapperVariant({ service, model: revision.model, digest, select, design }, options, { store, mappers });
    const options = { ...mapping.options, limits };
    const { mapper: makeMapper, ...threadMapper } = variant(options);
    const mapper = makeMapper();
    // The first call needs it in the thread too, and would otherwise read it again.
    let atHand =
      packed.length <= PACKED_AT_HAND ? { packed, select, options, ...defined({ design }) } : undefined;
    const takeSource = (): MapperSource | undefined => {
      const taken = atHand;
      atHand = undefined;
      return taken;
    };
    // With the operations of a session, which clients do not see.
    const model = selectModel(revision.model, select);
    const ports = portsOf(model);
    const data = design === undefined ? undefined : readDesign(design);
    const compiledService: CompiledService = {
      service,
      revision,
      mapper,
      threadMapper,
      secrets,
      proxy: onceFound(() => proxies.find(settings, secrets.proxyLogin)),
      operation: operationsOf(service, thread, { ...threadMapper, takeSource, mapper: () => mapper }, () => {
        const strings = variant({ ...options, numbers: 'string' });
        let made: Mapper | undefined;
        const hold = (): Mapper => {
          made = strings.mapper();
          onMapper(made);
          return made;
        };
        return { ...strings, mapper: () => made ?? hold() };
      }),
      portOf: (name) => ports.get(name),
      operationSettings: (name) => operations.get(name) ?? DEFAULT_OPERATION_SETTINGS,
      heldSince: (name) => held.get(name),
      fillsOf: fillsOf(data, secrets),
      routes: data && routesOf(data),
      session: sessionPartsOf({
        mapper,
        model,
        design: data,
        secrets,
        endpoint: settings.endpoint,
        open: sessionOperationsOf(service, thread, { ...threadMapper, mapper: () => mapper }),
      }),
      deprecationOf:
        deprecations.service === undefined && deprecated.size === 0
          ? () => undefined
          : (name) => mergeDeprecations(deprecated.get(name), deprecations.service),
    };
    return { service: compiledService, modelBytes };
  }

  function add(id: string, service: RegisteredService): Entry {
    const promise = load(service, (mapper) => holdAlso(entry, mapper)).then(
      ({ service: value, modelBytes }) => {
        // It may have been evicted in the meantime.
        if (entry.kept) {
          entry.service = value;
          entry.loaded = value;
          entry.modelBytes = modelBytes;
          hold(value, modelBytes);
          while (held.total > catalogBytes && compiled.size > 1) forgetOne(entry);
        }
        return value;
      },
      (error: unknown) => {
        entry.kept = false;
        if (compiled.get(id) === entry) compiled.delete(id);
        throw error;
      },
    );
    const { accountId, id: serviceId, updatedAt } = service;
    const entry: Entry = { service: promise, used: uses, kept: true, accountId, serviceId, updatedAt };
    compiled.set(id, entry);
    return entry;
  }

  function hold(service: CompiledService, modelBytes: number): void {
    const { mapper, revision } = service;
    const bytes = compiledBytes(modelBytes, mapper.model.exposed.length);
    held.hold(revision.model, bytes.model);
    held.hold(mapper, bytes.mapper);
    held.hold(service, SERVICE_BYTES);
  }

  /** Counts a second mapper of a service and its operations. */
  function holdAlso(entry: Entry, mapper: Mapper): void {
    // The service may have been evicted in the meantime, or may already have this mapper.
    if (!entry.kept || entry.loaded === undefined || mapper === entry.loaded.mapper) return;
    entry.second = mapper;
    held.hold(mapper, compiledBytes(entry.modelBytes ?? 0, mapper.model.exposed.length).mapper);
    while (held.total > catalogBytes && compiled.size > 1) forgetOne(entry);
  }

  /** Evicts the least recently used entry other than `newest`. */
  function forgetOne(newest: Entry): void {
    let oldest: [string, Entry] | undefined;
    for (const candidate of compiled) {
      if (candidate[1] === newest) continue;
      if (oldest === undefined || candidate[1].used < oldest[1].used) oldest = candidate;
    }
    evict(...oldest!);
  }

  function evict(id: string, entry: Entry): void {
    compiled.delete(id);
    for (const thing of empty(entry)) held.release(thing);
  }

  return {
    async evictOutdated(...accountIds) {
      const own = new Set(
        accountIds.length > 0 ? accountIds : [...compiled.values()].map((entry) => entry.accountId),
      );
      for (const accountId of own) {
        const entries = [...compiled].filter(([, entry]) => entry.accountId === accountId);
        if (entries.length === 0) continue;
        const times = await store.services.updateTimes(accountId);
        for (const [id, entry] of entries) {
          const isCurrent = entry.updatedAt >= (times.get(entry.serviceId) ?? Number.POSITIVE_INFINITY);
          if (!isCurrent && compiled.get(id) === entry) evict(id, entry);
        }
      }
    },
    stats: () => ({ services: compiled.size, bytes: held.total }),
    compile(service) {
      uses += 1;
      let entry = byService.get(service);
      if (entry === undefined || !entry.kept) {
        // Every change of the service, its settings or its operations changes `updatedAt`, so an outdated entry is never found.
        const id = `${service.id} ${service.revision} ${service.updatedAt}`;
        entry = compiled.get(id) ?? add(id, service);
        byService.set(service, entry);
      }
      entry.used = uses;
      return entry.service!;
    },
  };
}

/**
 * Empties an entry that is evicted. Look-ups keep the objects of services that were called, and `byService` keeps the entry of each: it must not
 * keep what was compiled. @returns what was counted of it
 */
function empty(entry: Entry): readonly object[] {
  const { loaded, second } = entry;
  entry.kept = false;
  delete entry.service;
  delete entry.loaded;
  delete entry.second;
  if (loaded === undefined) return [];
  return [loaded.revision.model, loaded.mapper, ...(second === undefined ? [] : [second]), loaded];
}

/** Calls a function until it returns something, which is the same from then on. */
function onceFound<Value>(find: () => Value | undefined): () => Value | undefined {
  let found: Value | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** The port of each operation, by the name under which clients call it. */
function portsOf({ exposed, services }: ServiceModel): ReadonlyMap<string, Port | undefined> {
  return new Map(exposed.map(({ name, service, port }) => [name, services[service]?.ports[port]]));
}

interface Loaded {
  readonly service: CompiledService;
  readonly modelBytes: number;
}

interface Entry {
  readonly accountId: string;
  readonly serviceId: string;
  readonly updatedAt: number;
  /** The service, or the promise of it. Absent once it is evicted. */
  service?: CompiledService | Promise<CompiledService>;
  /** The service once it is loaded, whose memory is counted. */
  loaded?: CompiledService;
  /** The mapper for the other form of numbers, once a call has asked for it. */
  second?: Mapper;
  /** The size of the model's JSON. */
  modelBytes?: number;
  /** The sequence number of the last use. Reordering entries on every call would cost more than finding them. */
  used: number;
  /** Neither evicted nor failed. */
  kept: boolean;
}

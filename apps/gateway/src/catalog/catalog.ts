import { createMapper, type Limits, type Mapper } from '@soapstone/json-xml-mapper';
import type { Port, ServiceModel } from '@soapstone/wsdl-parser';
import type { Sealer } from '../accounts/seal.js';
import { serviceNotFound } from '../proxy/resolve.js';
import type { Store } from '../store/store.js';
import { type Deprecation, mergeDeprecations } from './deprecation.js';
import {
  DEFAULT_OPERATION_SETTINGS,
  type OperationSettings,
  type RegisteredService,
  type ServiceRevision,
} from './registered-service.js';
import { selectModel } from './select-model.js';
import { loadServiceSecrets, type ServiceSecrets } from './service-secrets.js';
import { SharedValues } from './shared-values.js';

/** A service that is ready to be called: its revision in force, compiled as its settings say. */
export interface CompiledService {
  readonly service: RegisteredService;
  /** Services with the same description have the same model, whosever they are, and with the same settings the same mapper. */
  readonly revision: ServiceRevision;
  readonly mapper: Mapper;
  readonly secrets: ServiceSecrets;
  /** The WSDL port that an exposed operation is called at. */
  portOf(name: string): Port | undefined;
  /** The settings of an exposed operation. */
  operationSettings(name: string): OperationSettings;
  /** Why an exposed operation will go: its own reason, its service's, or both. */
  deprecationOf(name: string): Deprecation | undefined;
  /** Since when an operation is held, in milliseconds since the Unix epoch; undefined where it may be called. */
  heldSince(name: string): number | undefined;
}

/** Compiled services, made when they are first asked for and kept while there is room. */
export interface Catalog {
  /**
   * Rejects with `SERVICE_NOT_FOUND` where the service is gone, and where it has no such revision with an error that is a
   * failure of ours.
   */
  compile(service: RegisteredService): CompiledService | Promise<CompiledService>;
}

const CAPACITY = 500;

/** `limits` are those of the mapper. */
export function createCatalog(
  store: Store,
  sealer: Sealer,
  {
    requestBytes,
    responseBytes,
    expansion,
    work,
  }: Pick<Limits, 'requestBytes' | 'responseBytes' | 'expansion' | 'work'>,
): Catalog {
  const limits = { requestBytes, responseBytes, expansion, work };
  const compiled = new Map<string, Entry>();
  /** The same entries by the object that was looked up, which is that of many calls: no text is put together to find them. */
  const byService = new WeakMap<RegisteredService, Entry>();
  const models = new SharedValues<ServiceModel>();
  const mappers = new SharedValues<Mapper>();
  let uses = 0;

  async function load(service: RegisteredService): Promise<CompiledService> {
    const { accountId, id, settings } = service;
    const [stored, operations, secrets, deprecations, held] = await Promise.all([
      store.services.findRevision(accountId, id, service.revision),
      store.services.findOperationSettings(accountId, id),
      loadServiceSecrets(store, sealer, accountId, id),
      store.deprecations.find(accountId, id),
      store.stalls.findHeld(accountId, id),
    ]);
    if (stored === undefined) {
      // Deleted since it was looked up.
      if ((await store.services.find(accountId, id)) === undefined) throw serviceNotFound();
      throw new Error(`service ${id} has no revision ${service.revision}`);
    }
    const unwrapByOperation = Object.fromEntries(
      [...operations].flatMap(([name, { unwrap }]) => (unwrap === undefined ? [] : [[name, unwrap]])),
    );
    const { digest, ...rest } = stored;
    const revision = { ...rest, model: models.share(digest, () => stored.model) };
    const options = {
      numbers: settings.numbers,
      unwrap: settings.unwrap,
      unwrapByOperation,
      strictResponses: settings.strictResponses,
      allowUndeclaredHeaders: settings.allowUndeclaredHeaders,
      wildcards: settings.wildcards,
      limits,
    };
    const mapper = mappers.share(JSON.stringify([digest, settings.select, options]), () =>
      createMapper(selectModel(revision.model, settings.select), options),
    );
    const { model } = mapper;
    const ports = new Map(
      model.exposed.map(({ name, service: index, port }) => [name, model.services[index]?.ports[port]]),
    );
    return {
      service,
      revision,
      mapper,
      secrets,
      portOf: (name) => ports.get(name),
      operationSettings: (name) => operations.get(name) ?? DEFAULT_OPERATION_SETTINGS,
      heldSince: (name) => held.get(name),
      deprecationOf:
        deprecations.service === undefined && deprecations.operations.size === 0
          ? () => undefined
          : (name) => mergeDeprecations(deprecations.operations.get(name), deprecations.service),
    };
  }

  function add(id: string, service: RegisteredService): Entry {
    const promise = load(service).then(
      (value) => {
        entry.service = value;
        return value;
      },
      (error: unknown) => {
        entry.kept = false;
        if (compiled.get(id) === entry) compiled.delete(id);
        throw error;
      },
    );
    const entry: Entry = { service: promise, used: uses, kept: true };
    if (compiled.size >= CAPACITY) forgetOne(compiled);
    compiled.set(id, entry);
    return entry;
  }

  return {
    compile(service) {
      uses += 1;
      let entry = byService.get(service);
      if (entry === undefined || !entry.kept) {
        // Every change of the service, its settings or its operations moves `updatedAt`: an old entry is never asked for again.
        const id = `${service.id} ${service.revision} ${service.updatedAt}`;
        entry = compiled.get(id) ?? add(id, service);
        byService.set(service, entry);
      }
      entry.used = uses;
      return entry.service;
    },
  };
}

interface Entry {
  service: CompiledService | Promise<CompiledService>;
  /** The number of the use that was the last: putting entries in order at every call would cost more than finding them. */
  used: number;
  /** Not forgotten, and not failed. */
  kept: boolean;
}

function forgetOne(entries: Map<string, Entry>): void {
  let [oldest] = entries;
  for (const candidate of entries) {
    if (candidate[1].used < oldest![1].used) oldest = candidate;
  }
  const [id, entry] = oldest!;
  entry.kept = false;
  entries.delete(id);
}

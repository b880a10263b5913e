import type { SchemaForm } from '@soapstone/agent-tools';
import type { KeyScope } from '../../domain/accounts/api-key.js';
import { serviceNotFound, servicePaused } from '../../errors/errors.js';
import type { Store } from '../../store/store.js';
import type { Catalog, CompiledService } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { createTtlCache } from '../catalog/ttl-cache.js';
import type { AgentTools, ServiceTools } from './agent-tools.js';

/** Finds the tools of a service, or of all services of an account. */
export interface ExposedServices {
  /**
   * Returns the tools, without a promise if they are cached. Throws or rejects with `SERVICE_NOT_FOUND` if the account has no such service
   * or it offers no operation to agents, and with `SERVICE_PAUSED` if it is paused.
   *
   * @param slug `''` for all services of the account that offer tools
   * @param scope the operations that the key may call; undefined for all
   * @param schemas the form of the schemas. Default `full`
   */
  find(
    accountId: string,
    slug: string,
    scope?: KeyScope,
    schemas?: SchemaForm,
  ): ServiceTools | Promise<ServiceTools>;
}

/** How long the list of an account's services is cached, in milliseconds. */
const TTL = 1_000;
const CAPACITY = 10_000;
/** The maximum number of accounts whose joint listing is cached. */
const MAX_JOINT = 1_000;
/** The maximum number of scopes of keys, and forms of schemas, for which the tools of one catalog are cached. */
const MAX_LISTS = 100;
/** The maximum number of services in one joint listing. */
const MAX_SERVICES = 100;

/** `elapsed` is monotonic milliseconds. */
export function createExposedServices(
  directory: Directory,
  catalog: Catalog,
  store: Pick<Store, 'services'>,
  tools: AgentTools,
  elapsed: () => number,
): ExposedServices {
  const slugs = createTtlCache({
    load: (accountId) => store.services.slugsForAgents(accountId, MAX_SERVICES),
    ttl: TTL,
    capacity: CAPACITY,
    now: elapsed,
  });
  /** Keyed by the compiled service, so that a service that is recompiled after a change gets new tools. */
  const single = new WeakMap<CompiledService, OpenedTools>();
  const joint = new Map<string, OpenedTools>();

  /** Creates tools, and calls `forget` if that fails, so that the next request tries again. */
  function open(
    accountId: string,
    of: readonly CompiledService[],
    isJoint: boolean,
    wanted: Wanted,
    forget: (opened: OpenedTools) => void,
  ): OpenedTools {
    const opening = tools.open(accountId, of, isJoint, wanted.scope, wanted.schemas);
    const opened: OpenedTools = { of, tools: opening, limited: new Map() };
    opening.then(
      (ready) => {
        opened.tools = ready;
      },
      () => forget(opened),
    );
    return opened;
  }

  /** Returns a service that is offered to agents. A paused one is undefined; or an error, if the agent asks for it alone. */
  function findOne(
    accountId: string,
    slug: string,
    { alone }: { readonly alone: boolean },
  ): MaybePromise<CompiledService | undefined> {
    return whenKnown(directory.findService(accountId, slug), (service) => {
      if (service?.settings.agents === undefined) return undefined;
      if (service.status === 'active') return catalog.compile(service);
      if (alone) throw servicePaused();
      return undefined;
    });
  }

  function openOne(accountId: string, service: CompiledService | undefined): OpenedTools {
    if (service === undefined) throw serviceNotFound();
    let opened = single.get(service);
    if (opened === undefined) {
      opened = open(accountId, [service], false, {}, () => single.delete(service));
      single.set(service, opened);
    }
    return opened;
  }

  function findJoint(accountId: string): MaybePromise<OpenedTools> {
    return whenKnown(slugs.get(accountId), (names) => {
      const found = names.map((slug) => findOne(accountId, slug, { alone: false }));
      return found.some((each) => each instanceof Promise)
        ? Promise.all(found).then((services) => openJoint(accountId, services))
        : openJoint(accountId, found as readonly (CompiledService | undefined)[]);
    });
  }

  function openJoint(accountId: string, found: readonly (CompiledService | undefined)[]): OpenedTools {
    const services = found.filter((each) => each !== undefined);
    const known = joint.get(accountId);
    const isCurrent =
      known?.of.length === services.length && known.of.every((each, index) => each === services[index]);
    if (known !== undefined && isCurrent) return known;
    const opened = open(accountId, services, true, {}, (failed) => {
      if (joint.get(accountId) === failed) joint.delete(accountId);
    });
    keepNewest(joint, accountId, opened, MAX_JOINT);
    return opened;
  }

  /** Returns the tools for a key that is limited to some operations, or for a client that asks for another form of schemas. */
  function limit(
    accountId: string,
    slug: string,
    { of, limited }: OpenedTools,
    wanted: Wanted,
  ): MaybePromise<ServiceTools> {
    const list = JSON.stringify([wanted.scope, wanted.schemas]);
    const opened = limited.get(list) ?? open(accountId, of, slug === '', wanted, () => limited.delete(list));
    keepNewest(limited, list, opened, MAX_LISTS);
    return whenKnown(opened.tools, (found) => {
      if (slug !== '' && wanted.scope !== undefined && found.catalog.operations.length === 0)
        throw serviceNotFound();
      return found;
    });
  }

  return {
    find(accountId, slug, scope, schemas = 'full') {
      const all =
        slug === ''
          ? findJoint(accountId)
          : whenKnown(findOne(accountId, slug, { alone: true }), (service) => openOne(accountId, service));
      return whenKnown(all, (opened) =>
        scope === undefined && schemas === 'full'
          ? opened.tools
          : limit(accountId, slug, opened, { scope, schemas }),
      );
    },
  };
}

/** The operations that a key may call, and the form of the schemas. */
interface Wanted {
  readonly scope?: KeyScope | undefined;
  readonly schemas?: SchemaForm;
}

/** The tools of some services, and the tools for limited keys, by their scope. */
interface OpenedTools {
  readonly of: readonly CompiledService[];
  tools: MaybePromise<ServiceTools>;
  readonly limited: Map<string, OpenedTools>;
}

/** A known value or a promise of one. Awaiting a promise costs a turn of the event loop even if its value is known. */
type MaybePromise<Value> = Value | Promise<Value>;

function whenKnown<From, To>(
  value: MaybePromise<From>,
  then: (known: From) => MaybePromise<To>,
): MaybePromise<To> {
  return value instanceof Promise ? value.then(then) : then(value);
}

/** Adds an entry as the newest; if there are more than `most` entries, drops the oldest. */
function keepNewest<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

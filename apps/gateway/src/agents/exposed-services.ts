import type { Catalog, CompiledService } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { createTtlCache } from '../catalog/ttl-cache.js';
import type { ApiKey } from '../domain/api-key.js';
import { serviceNotFound } from '../errors/errors.js';
import type { Store } from '../store/store.js';
import type { AgentTools, ServiceTools } from './agent-tools.js';

/** Finds the tools of a service, or of all services of an account. */
export interface ExposedServices {
  /**
   * Rejects with `SERVICE_NOT_FOUND` if the account has no such service, if it is paused, or if it offers no operation to agents.
   *
   * @param slug `''` for all services of the account that are offered
   * @param allowed the only operations that the key may call; undefined for all
   */
  find(accountId: string, slug: string, allowed?: ApiKey['operations']): Promise<ServiceTools>;
}

/** How long the list of an account's services is cached, in milliseconds. */
const TTL = 1_000;
const CAPACITY = 10_000;
/** The maximum number of accounts whose joint listing is cached. */
const MOST_JOINT = 1_000;
/** The maximum number of key lists for which the tools of one catalog are cached. */
const MOST_LISTS = 100;
/** The maximum number of services in one joint listing. */
const MOST_SERVICES = 100;

/** `elapsed` is monotonic milliseconds. */
export function createExposedServices(
  directory: Directory,
  catalog: Catalog,
  store: Pick<Store, 'services'>,
  tools: AgentTools,
  elapsed: () => number,
): ExposedServices {
  const slugs = createTtlCache({
    load: async (accountId) => (await store.services.list(accountId)).map(({ slug }) => slug),
    ttl: TTL,
    capacity: CAPACITY,
    now: elapsed,
  });
  /** A service that was recompiled after a change has no tools yet. */
  const single = new WeakMap<CompiledService, OpenedTools>();
  const joint = new Map<string, OpenedTools>();

  async function findOne(accountId: string, slug: string): Promise<CompiledService | undefined> {
    const service = await directory.findService(accountId, slug);
    if (service?.status !== 'active' || service.settings.agents === undefined) return undefined;
    return catalog.compile(service);
  }

  async function findJoint(accountId: string): Promise<OpenedTools> {
    const names = (await slugs.get(accountId)).slice(0, MOST_SERVICES);
    const found = await Promise.all(names.map((slug) => findOne(accountId, slug)));
    const services = found.filter((each) => each !== undefined);
    const known = joint.get(accountId);
    const isCurrent =
      known?.of.length === services.length && known.of.every((each, index) => each === services[index]);
    if (known !== undefined && isCurrent) return known;
    const opened = { of: services, tools: tools.open(accountId, services) };
    joint.delete(accountId);
    joint.set(accountId, opened);
    opened.tools.catch(() => joint.get(accountId) === opened && joint.delete(accountId));
    const [oldest] = joint.keys();
    if (joint.size > MOST_JOINT && oldest !== undefined) joint.delete(oldest);
    return opened;
  }

  async function findAll(accountId: string, slug: string): Promise<OpenedTools> {
    if (slug === '') return findJoint(accountId);
    const service = await findOne(accountId, slug);
    if (service === undefined) throw serviceNotFound();
    let opened = single.get(service);
    if (opened === undefined) {
      opened = { of: [service], tools: tools.open(accountId, [service]) };
      single.set(service, opened);
      opened.tools.catch(() => single.delete(service));
    }
    return opened;
  }

  const limited = new WeakMap<OpenedTools, Map<string, Promise<ServiceTools>>>();

  return {
    async find(accountId, slug, allowed) {
      const all = await findAll(accountId, slug);
      if (allowed === undefined) return all.tools;
      const lists = limited.get(all) ?? new Map<string, Promise<ServiceTools>>();
      limited.set(all, lists);
      const list = JSON.stringify(allowed);
      const opened = lists.get(list) ?? tools.open(accountId, all.of, allowed);
      lists.delete(list);
      lists.set(list, opened);
      opened.catch(() => lists.delete(list));
      const [oldest] = lists.keys();
      if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
      const found = await opened;
      if (slug !== '' && found.catalog.operations.length === 0) throw serviceNotFound();
      return found;
    },
  };
}

interface OpenedTools {
  readonly of: readonly CompiledService[];
  readonly tools: Promise<ServiceTools>;
}

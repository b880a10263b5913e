import { type AgentService, createCatalog, type Catalog as ToolCatalog } from '@soapstone/agent-tools';
import type { Catalog, CompiledService } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { createTtlCache } from '../catalog/ttl-cache.js';
import { serviceNotFound } from '../errors/errors.js';
import type { Store } from '../store/store.js';
import { agentServiceOf, offeredOperations } from './preview-tools.js';

/** Finds the tools of a service, or of all services of an account. */
export interface ExposedServices {
  /**
   * Rejects with `SERVICE_NOT_FOUND` if the account has no such service, if it is paused, or if it offers no operation to agents.
   *
   * @param slug `''` for all services of the account that are offered
   */
  find(accountId: string, slug: string): Promise<ToolCatalog>;
}

/** How long the list of an account's services is cached, in milliseconds. */
const TTL = 1_000;
const CAPACITY = 10_000;
/** The maximum number of accounts whose joint listing is cached. */
const MOST_JOINT = 1_000;
/** The maximum number of services in one joint listing. */
const MOST_SERVICES = 100;

/** `elapsed` is monotonic milliseconds. */
export function createExposedServices(
  directory: Directory,
  catalog: Catalog,
  store: Pick<Store, 'services'>,
  elapsed: () => number,
): ExposedServices {
  const slugs = createTtlCache({
    load: async (accountId) => (await store.services.list(accountId)).map(({ slug }) => slug),
    ttl: TTL,
    capacity: CAPACITY,
    now: elapsed,
  });
  /** A service that was recompiled after a change has no tools yet. */
  const single = new WeakMap<CompiledService, ToolCatalog>();
  const joint = new Map<string, { readonly of: readonly CompiledService[]; readonly tools: ToolCatalog }>();

  async function findOne(accountId: string, slug: string): Promise<CompiledService | undefined> {
    const service = await directory.findService(accountId, slug);
    if (service?.status !== 'active' || service.settings.agents === undefined) return undefined;
    return catalog.compile(service);
  }

  async function findJoint(accountId: string): Promise<ToolCatalog> {
    const names = (await slugs.get(accountId)).slice(0, MOST_SERVICES);
    const found = await Promise.all(names.map((slug) => findOne(accountId, slug)));
    const services = found.filter((each) => each !== undefined);
    const known = joint.get(accountId);
    const isCurrent =
      known?.of.length === services.length && known.of.every((each, index) => each === services[index]);
    if (known !== undefined && isCurrent) return known.tools;
    const tools = createCatalog(services.map(toAgentService));
    joint.delete(accountId);
    joint.set(accountId, { of: services, tools });
    const [oldest] = joint.keys();
    if (joint.size > MOST_JOINT && oldest !== undefined) joint.delete(oldest);
    return tools;
  }

  return {
    async find(accountId, slug) {
      if (slug === '') return findJoint(accountId);
      const service = await findOne(accountId, slug);
      if (service === undefined) throw serviceNotFound();
      let tools = single.get(service);
      if (tools === undefined) {
        tools = createCatalog([toAgentService(service)]);
        single.set(service, tools);
      }
      return tools;
    },
  };
}

function toAgentService(compiled: CompiledService): AgentService {
  return agentServiceOf(compiled, offeredOperations(compiled));
}

import { type AgentService, createCatalog, type Catalog as ToolCatalog } from '@soapstone/agent-tools';
import type { Catalog, CompiledService } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { createTtlCache } from '../catalog/ttl-cache.js';
import { type ApiKey, mayCall } from '../domain/api-key.js';
import { serviceNotFound } from '../errors/errors.js';
import type { Store } from '../store/store.js';
import { agentServiceOf, offeredOperations } from './preview-tools.js';

/** Finds the tools of a service, or of all services of an account. */
export interface ExposedServices {
  /**
   * Rejects with `SERVICE_NOT_FOUND` if the account has no such service, if it is paused, or if it offers no operation to agents.
   *
   * @param slug `''` for all services of the account that are offered
   * @param allowed the only operations that the key may call; undefined for all
   */
  find(accountId: string, slug: string, allowed?: ApiKey['operations']): Promise<ToolCatalog>;
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

  async function findAll(accountId: string, slug: string): Promise<ToolCatalog> {
    if (slug === '') return findJoint(accountId);
    const service = await findOne(accountId, slug);
    if (service === undefined) throw serviceNotFound();
    let tools = single.get(service);
    if (tools === undefined) {
      tools = createCatalog([toAgentService(service)]);
      single.set(service, tools);
    }
    return tools;
  }

  const limited = new WeakMap<ToolCatalog, Map<string, ToolCatalog>>();

  return {
    async find(accountId, slug, allowed) {
      const all = await findAll(accountId, slug);
      if (allowed === undefined) return all;
      const lists = limited.get(all) ?? new Map<string, ToolCatalog>();
      limited.set(all, lists);
      const list = JSON.stringify(allowed);
      const tools = lists.get(list) ?? limitTools(all, allowed);
      lists.delete(list);
      lists.set(list, tools);
      const [oldest] = lists.keys();
      if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
      if (slug !== '' && tools.operations.length === 0) throw serviceNotFound();
      return tools;
    },
  };
}

/** The tools of a catalog that a key may call. A service without any is not mentioned. */
function limitTools({ services }: ToolCatalog, allowed: readonly string[]): ToolCatalog {
  return createCatalog(
    services.flatMap((service) => {
      const operations = service.operations.filter(({ name }) => mayCall(allowed, service.slug, name));
      return operations.length === 0 ? [] : [{ ...service, operations }];
    }),
  );
}

function toAgentService(compiled: CompiledService): AgentService {
  return agentServiceOf(compiled, offeredOperations(compiled));
}

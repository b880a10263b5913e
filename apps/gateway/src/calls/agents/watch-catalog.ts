import type { Catalog as ToolCatalog } from '@soapstone/agent-tools';
import { type AdmitDependencies, admit } from './admit.js';
import type { ExposedServices } from './exposed-services.js';
import type { AgentRequest } from './http.js';

/**
 * The interval in milliseconds at which the tools are checked for changes. A check is cheap, because look-ups are cached and other nodes
 * announce changes.
 */
const LOOK_EVERY = 500;

/**
 * Calls `listener` when the tools of a subscription change, and `end` if its key is no longer valid or the service is gone.
 *
 * @returns a function that stops watching
 */
export function watchCatalog(
  request: AgentRequest,
  first: ToolCatalog,
  deps: AdmitDependencies & { readonly exposed: ExposedServices },
  listener: () => void,
  end: () => void,
): () => void {
  let version = first.version;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || request.signal.aborted) return;
    isLooking = true;
    try {
      const { scope } = await admit(request, { ...deps, pressure: () => 0 });
      const { accountId, serviceSlug, schemas } = request;
      const { catalog } = await deps.exposed.find(accountId, serviceSlug, scope, schemas);
      if (catalog.version !== version) {
        version = catalog.version;
        listener();
      }
    } catch {
      end();
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  return () => clearInterval(timer);
}

import type { AgentResource, Catalog as ToolCatalog } from '@soapstone/agent-tools';
import type { CompiledService } from '../catalog/catalog.js';
import { policiesOf } from '../description/artefact.js';
import type { Artefacts } from '../description/artefacts.js';
import { offerOf } from '../description/offer.js';
import type { Plan } from '../domain/plan.js';
import { GatewayError } from '../errors/errors.js';
import type { Store } from '../store/store.js';

/** The source of the documents about services. */
export interface ServiceResourceDependencies {
  readonly artefacts: Artefacts;
  readonly store: Store;
  readonly baseUrl: string;
}

/** The maximum number of changes in one comparison. */
const MAX_CHANGES = 500;
/** The URIs of these documents. They cannot be confused with those of operations, which have another segment. */
const ADDRESS = /^soapstone:\/\/[a-z0-9-]+\/(?:openapi\.json|changes\.json|compatibility\.json)$/;

/** Whether a URI has the form of a document that `serviceResources` lists. */
export function isServiceResource(uri: string): boolean {
  return ADDRESS.test(uri);
}

/**
 * The documents of services in addition to those about tools: what changed for clients, how well each operation is supported, and the
 * OpenAPI document. They name no operation that the agent cannot call, so the OpenAPI document is offered only if it can call all of them,
 * and only on plans that include it.
 */
export function serviceResources(
  services: readonly CompiledService[],
  catalog: ToolCatalog,
  plan: Plan,
  deps: ServiceResourceDependencies,
): readonly AgentResource[] {
  return services.flatMap((compiled) => {
    const { slug } = compiled.service;
    const offered = new Set(
      catalog.operations.filter(({ service }) => service.slug === slug).map(({ name }) => name),
    );
    const document = (name: string, description: string, read: () => Promise<string>): AgentResource => ({
      uri: `soapstone://${slug}/${name}`,
      name: `${slug}/${name}`,
      description,
      mimeType: 'application/json',
      read,
    });
    const isWhole = compiled.mapper.model.exposed.every(({ name }) => offered.has(name));
    return [
      document('changes.json', 'What the live revision changes for clients of the one before', () =>
        changesOf(compiled, offered, deps),
      ),
      document('compatibility.json', 'How well each operation is supported, and why', async () =>
        compatibilityOf(compiled, offered),
      ),
      ...(plan.paid && isWhole
        ? [
            document('openapi.json', 'OpenAPI document of the service as a JSON API', () =>
              openApiOf(compiled, plan, deps),
            ),
          ]
        : []),
    ];
  });
}

async function openApiOf(
  { service }: CompiledService,
  plan: Plan,
  deps: ServiceResourceDependencies,
): Promise<string> {
  const offer = await offerOf(service, plan, deps);
  const { text } = await deps.artefacts.get(service, { kind: 'file', file: 'openapi-3.1.json', offer });
  return text.toString('utf8');
}

async function changesOf(
  { service }: CompiledService,
  offered: ReadonlySet<string>,
  { artefacts, store }: ServiceResourceDependencies,
): Promise<string> {
  const { revision } = service;
  const before = revision - 1;
  const operations = await store.services.findOperationSettings(service.accountId, service.id);
  const policies = policiesOf(service.settings, operations);
  const text = await artefacts
    .get(service, { kind: 'comparison', most: MAX_CHANGES, policies }, { revision, before })
    .then(({ text: found }) => found.toString('utf8'))
    .catch((error: unknown) => {
      // The previous revision does not exist or is no longer kept.
      if (error instanceof GatewayError && error.status === 404) return '{"changes":[]}';
      throw error;
    });
  const { changes } = JSON.parse(text) as { changes: readonly { operation: string; breaking: boolean }[] };
  const shown = changes.filter(({ operation }) => offered.has(operation));
  return JSON.stringify({
    revision,
    before,
    breaking: shown.some(({ breaking }) => breaking),
    changes: shown,
  });
}

/** Omits positions in the documents, because they contain the addresses of the owner's files. */
function compatibilityOf({ revision }: CompiledService, offered: ReadonlySet<string>): string {
  const { grades = [], diagnostics, number } = revision;
  const operations = grades.flatMap(({ exposedAs, grade, findings, reason }) => {
    if (exposedAs === null || !offered.has(exposedAs)) return [];
    const because = findings.flatMap((index) => {
      const { code, message, effect } = diagnostics[index] ?? {};
      return code === undefined ? [] : [{ code, message, effect }];
    });
    return [{ operation: exposedAs, grade, reason, findings: because }];
  });
  return JSON.stringify({ revision: number, operations });
}

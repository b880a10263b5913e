import type { AgentResource, Catalog as ToolCatalog } from '@soapstone/agent-tools';
import type { Plan } from '../../domain/accounts/plan.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { CompiledService } from '../catalog/catalog.js';

/** The generated documents about a service that agents read. */
export interface ServiceDocuments {
  /** Resolves to the OpenAPI 3.1 document of a service, for clients on a plan. */
  openApi(service: RegisteredService, plan: Plan): Promise<string>;
  /** Resolves to a comparison of the live revision with the previous one, as JSON with `changes`. */
  changes(service: RegisteredService): Promise<string>;
}

/** The source of the documents about services. */
export interface ServiceResourceDependencies {
  readonly documents: ServiceDocuments;
}

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
              deps.documents.openApi(compiled.service, plan),
            ),
          ]
        : []),
    ];
  });
}

async function changesOf(
  { service }: CompiledService,
  offered: ReadonlySet<string>,
  { documents }: ServiceResourceDependencies,
): Promise<string> {
  const { revision } = service;
  const text = await documents.changes(service);
  const { changes } = JSON.parse(text) as { changes: readonly { operation: string; breaking: boolean }[] };
  const shown = changes.filter(({ operation }) => offered.has(operation));
  return JSON.stringify({
    revision,
    before: revision - 1,
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

import { countTokens } from '@soapstone/agent-tools';
import { agentAccessOf } from '../../domain/services/agent-access.js';
import type { AgentAccess } from '../../domain/services/service-settings.js';
import type { CompiledService } from '../catalog/catalog.js';
import type { AgentTools } from './agent-tools.js';

/** What agents see of a service, as a preview for its owner. */
export interface ToolPreview {
  /** The listing that agents receive; null if no operation is offered. */
  readonly listing: {
    /** Whether agents receive the three tools that search, describe and call, because all tools would exceed the budget. */
    readonly lazy: boolean;
    readonly tools: number;
    /** The size of the listing in tokens: bytes of JSON / 4. */
    readonly tokens: number;
  } | null;
  /** Every operation of the service, offered or not, in the order of the listing. */
  readonly operations: readonly PreviewedOperation[];
}

/** An operation, with its owner's choice. */
interface PreviewedOperation {
  readonly name: string;
  readonly access: AgentAccess;
  /** Whether the operation seems to change nothing, judging by the WSDL or by its name (OP-5). This is a hint: the owner decides. */
  readonly reads: boolean;
  /** The tokens that the operation costs a model if it is offered; null if it cannot become a tool. */
  readonly tokens: number | null;
}

/** Cached, because describing every operation of a large service takes long and a compiled service never changes. */
const previews = new WeakMap<CompiledService, Promise<ToolPreview>>();

/** Describes what agents see of a service, with the tokens of each operation. */
export function previewTools(compiled: CompiledService, tools: AgentTools): Promise<ToolPreview> {
  let preview = previews.get(compiled);
  if (preview === undefined) {
    preview = createPreview(compiled, tools);
    previews.set(compiled, preview);
    preview.catch(() => previews.delete(compiled));
  }
  return preview;
}

async function createPreview(compiled: CompiledService, agentTools: AgentTools): Promise<ToolPreview> {
  const { service, mapper, operationSettings } = compiled;
  const { catalog, listing } = await agentTools.open(service.accountId, [compiled]);
  const { lazy, tools, tokens } = listing;
  const operations: PreviewedOperation[] = [];
  const isRead = new Map(mapper.operations.map(({ name, readStyle }) => [name, readStyle]));
  for (const { name } of mapper.model.exposed) {
    const access = agentAccessOf(name, operationSettings(name), service.settings);
    const text = await agentTools.describe(compiled, name, lazy);
    const reads = isRead.get(name) === true;
    operations.push({ name, access, reads, tokens: text === undefined ? null : countTokens(text) });
  }
  return { listing: catalog.operations.length === 0 ? null : { lazy, tools, tokens }, operations };
}

/** Returns the text that a model reads about an operation, given what else is offered; undefined if it cannot become a tool. */
export async function previewTool(
  compiled: CompiledService,
  name: string,
  tools: AgentTools,
): Promise<string | undefined> {
  const { listing } = await tools.open(compiled.service.accountId, [compiled]);
  return tools.describe(compiled, name, listing.lazy);
}

import { countTokens } from '@soapstone/agent-tools';
import { agentAccessOf } from '../../domain/services/agent-access.js';
import type { PreviewedOperation, ToolPreview } from '../../services/live-services.js';
import type { CompiledService } from '../catalog/catalog.js';
import type { AgentTools } from './agent-tools.js';

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
  const { catalog, listing } = await agentTools.open(service.accountId, [compiled], false);
  const { lazy, tools, tokens } = listing;
  const operations: PreviewedOperation[] = [];
  const isRead = new Map(mapper.operations.map(({ name, readStyle }) => [name, readStyle]));
  for (const { name } of mapper.model.exposed) {
    const access = agentAccessOf(name, operationSettings(name), service.settings);
    const described = await agentTools.describe(compiled, name, lazy);
    const reads = isRead.get(name) === true;
    operations.push({
      name,
      access,
      reads,
      tokens: described === undefined ? null : countTokens(described.text),
      findings: described?.findings ?? [],
    });
  }
  return { listing: catalog.operations.length === 0 ? null : { lazy, tools, tokens }, operations };
}

/** Returns the text that a model reads about an operation, given what else is offered; undefined if it cannot become a tool. */
export async function previewTool(
  compiled: CompiledService,
  name: string,
  tools: AgentTools,
): Promise<string | undefined> {
  const { listing } = await tools.open(compiled.service.accountId, [compiled], false);
  return (await tools.describe(compiled, name, listing.lazy))?.text;
}

import {
  type AgentHost,
  type AgentService,
  countTokens,
  createCatalog,
  handleMessage,
} from '@soapstone/agent-tools';
import type { CompiledService } from '../catalog/catalog.js';
import { agentAccessOf } from '../domain/agent-access.js';
import type { AgentAccess } from '../domain/service-settings.js';

/** A preview for the owner of what agents see of a service. */
export interface ToolPreview {
  /** The listing that agents receive; null if no operation is offered. */
  readonly listing: {
    /** Whether agents receive the three tools that search, describe and call, because all tools would exceed the budget. */
    readonly lazy: boolean;
    readonly tools: number;
    /** Bytes of JSON / 4. */
    readonly tokens: number;
  } | null;
  /** Every operation of the service, offered or not, in the order of the listing. */
  readonly operations: readonly PreviewedOperation[];
}

/** An operation with the choice of its owner. */
interface PreviewedOperation {
  readonly name: string;
  readonly access: AgentAccess;
  /** Whether the operation seems to change nothing, by the WSDL or by its name (OP-5): a hint for the owner, who decides. */
  readonly reads: boolean;
  /** The tokens that the operation costs a model, if it is offered; null if no tool can be made of it. */
  readonly tokens: number | null;
}

/** The tools of a compiled service with `operations`, which agents may call. */
export function agentServiceOf(
  { service, mapper }: CompiledService,
  operations: AgentService['operations'],
): AgentService {
  return { slug: service.slug, title: service.name, mapper, operations };
}

/** The operations of a service that agents may call now: chosen by the owner, and not on hold. */
export function offeredOperations({
  service,
  mapper,
  operationSettings,
  heldSince,
}: CompiledService): AgentService['operations'] {
  return mapper.model.exposed.flatMap(({ name }) => {
    const access = agentAccessOf(name, operationSettings(name), service.settings);
    return access === 'no' || heldSince(name) !== undefined
      ? []
      : [{ name, readOnly: access === 'read-only' }];
  });
}

/** A compiled service never changes, and describing every operation of a big one takes long. */
const previews = new WeakMap<CompiledService, Promise<ToolPreview>>();

/** Describes what agents see of a service, with the tokens of each operation. */
export function previewTools(compiled: CompiledService): Promise<ToolPreview> {
  let preview = previews.get(compiled);
  if (preview === undefined) {
    preview = createPreview(compiled);
    previews.set(compiled, preview);
    preview.catch(() => previews.delete(compiled));
  }
  return preview;
}

async function createPreview(compiled: CompiledService): Promise<ToolPreview> {
  const { service, mapper, operationSettings } = compiled;
  const catalog = createCatalog([agentServiceOf(compiled, offeredOperations(compiled))]);
  const operations: PreviewedOperation[] = [];
  const isRead = new Map(mapper.operations.map(({ name, readStyle }) => [name, readStyle]));
  for (const { name } of mapper.model.exposed) {
    const access = agentAccessOf(name, operationSettings(name), service.settings);
    const text = await toolText(compiled, name, catalog.lazy);
    const reads = isRead.get(name) === true;
    operations.push({ name, access, reads, tokens: text === undefined ? null : countTokens(text) });
  }
  const tokens = catalog.tools.reduce((sum, tool) => sum + countTokens(tool), 0);
  return {
    listing:
      catalog.operations.length === 0 ? null : { lazy: catalog.lazy, tools: catalog.tools.length, tokens },
    operations,
  };
}

/** The text that a model reads about an operation, given what else is offered; undefined if no tool can be made of it. */
export function previewTool(compiled: CompiledService, name: string): Promise<string | undefined> {
  const { lazy } = createCatalog([agentServiceOf(compiled, offeredOperations(compiled))]);
  return toolText(compiled, name, lazy);
}

/** The tool's definition as JSON, or the answer of `describe_operation` in a lazy listing. */
async function toolText(compiled: CompiledService, name: string, lazy: boolean): Promise<string | undefined> {
  const { service, operationSettings } = compiled;
  const readOnly = agentAccessOf(name, operationSettings(name), service.settings) === 'read-only';
  const catalog = createCatalog([agentServiceOf(compiled, [{ name, readOnly }])], {
    tokenBudget: lazy ? 0 : Number.POSITIVE_INFINITY,
  });
  const [definition] = catalog.tools;
  if (!lazy || definition === undefined) return definition;
  // A listing of one operation can need no prefix, as in the listing of the service.
  const operation = catalog.operations[0]?.tool;
  const host: AgentHost = {
    info: { name: 'soapstone', version: '' },
    catalog: () => catalog,
    call: () => Promise.reject(new Error('a preview calls no operation')),
  };
  const params = { name: 'describe_operation', arguments: { operation } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const signal = new AbortController().signal;
  const answer = await handleMessage(Buffer.from(message), host, { signal, notify: () => {} });
  const { result } = JSON.parse(answer?.text ?? '{}') as {
    result?: { isError?: boolean; content: readonly { text: string }[] };
  };
  return result === undefined || result.isError === true ? undefined : result.content[0]?.text;
}

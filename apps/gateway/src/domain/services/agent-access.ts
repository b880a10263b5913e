import type { AgentAccess, OperationSettings, ServiceSettings } from './service-settings.js';

/**
 * Returns the access of agents to an operation. An operation without an explicit setting is offered only if its own method policy includes
 * GET, which is the owner's statement that it changes nothing. The policy of the service and the name of the operation are not enough.
 */
export function agentAccessOf(
  name: string,
  { methodPolicy }: Pick<OperationSettings, 'methodPolicy'>,
  { agents }: Pick<ServiceSettings, 'agents'>,
): AgentAccess {
  if (agents === undefined) return 'no';
  if (Object.hasOwn(agents.operations, name)) return agents.operations[name] as AgentAccess;
  return methodPolicy === 'GET' || methodPolicy === 'GET + POST' ? 'read-only' : 'no';
}

/**
 * Whether the owner says that an operation changes nothing: agents may call it as `read-only`, or its own method policy includes GET. Keys
 * that only read may call such operations.
 */
export function readsOnly(
  name: string,
  { methodPolicy }: Pick<OperationSettings, 'methodPolicy'>,
  { agents }: Pick<ServiceSettings, 'agents'>,
): boolean {
  if (methodPolicy === 'GET' || methodPolicy === 'GET + POST') return true;
  return (
    agents !== undefined && Object.hasOwn(agents.operations, name) && agents.operations[name] === 'read-only'
  );
}

/** The text of the owner about an operation, as a member of what agents are offered. Absent if there is none. */
export function agentDescriptionOf(
  name: string,
  { agentDescriptions }: Pick<ServiceSettings, 'agentDescriptions'>,
): { readonly description?: string } {
  if (agentDescriptions === undefined || !Object.hasOwn(agentDescriptions, name)) return {};
  return { description: agentDescriptions[name] as string };
}

/** A limit of a vendor that a tool exceeds, as `soapstone report --agents` prints it. */
export interface ToolFinding {
  /** The name of the limit: `openai-top`. */
  readonly limit: string;
  readonly vendor: string;
  /** Whether the request fails, fails in a mode that its user has to choose, or a keyword has no effect. */
  readonly effect: 'rejects' | 'strict' | 'ignores';
  readonly message: string;
  /** The public page that describes the limit. */
  readonly source: string;
}

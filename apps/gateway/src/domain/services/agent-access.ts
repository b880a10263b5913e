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

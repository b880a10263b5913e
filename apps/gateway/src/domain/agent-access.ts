import type { AgentAccess, OperationSettings, ServiceSettings } from './service-settings.js';

/**
 * The access of agents to an operation. An operation without a setting of the owner is offered only if its own method policy has
 * GET, which is the owner's word that it changes nothing; the policy of the whole service and the name of the operation say too little.
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

import { expect, test } from 'vitest';
import { agentAccessOf } from './agent-access.js';
import type { MethodPolicy } from './service-settings.js';

test.each<[MethodPolicy, Record<string, 'no' | 'read-only' | 'yes'> | undefined, string]>([
  // Agents see nothing until the owner switches them on.
  ['GET', undefined, 'no'],
  // Only the policy of the operation itself is the owner's word that it reads.
  ['GET', {}, 'read-only'],
  ['GET + POST', {}, 'read-only'],
  ['POST', {}, 'no'],
  ['Inherit', {}, 'no'],
  // The owner's setting for the operation overrides its method policy.
  ['GET', { GetUser: 'no' }, 'no'],
  ['POST', { GetUser: 'read-only' }, 'read-only'],
  ['POST', { GetUser: 'yes' }, 'yes'],
  ['POST', { GetUsers: 'yes' }, 'no'],
])('agent access: policy %s and settings %j give %s', (methodPolicy, operations, access) => {
  const settings = operations === undefined ? {} : { agents: { operations } };
  expect(agentAccessOf('GetUser', { methodPolicy }, settings)).toBe(access);
});

test('agent access: a name of the prototype is not a setting', () => {
  expect(agentAccessOf('constructor', { methodPolicy: 'POST' }, { agents: { operations: {} } })).toBe('no');
});

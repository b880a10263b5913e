import { expect, test } from 'vitest';
import { agentAccessOf } from './agent-access.js';
import type { MethodPolicy } from './service-settings.js';

test.each<[MethodPolicy, Record<string, 'no' | 'read-only' | 'yes'> | undefined, string]>([
  // Agents see nothing until the owner gives them access.
  ['GET', undefined, 'no'],
  // Only the operation's own policy is the owner's statement that it changes nothing.
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

test('agent access: a name from the prototype is not a setting', () => {
  expect(agentAccessOf('constructor', { methodPolicy: 'POST' }, { agents: { operations: {} } })).toBe('no');
});

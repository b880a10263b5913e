import { expect, test } from 'vitest';
import { loadServices } from '../servers/served-service.js';
import { directoryOf, testTerminal } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';
import { exposeServices } from './exposed-services.js';

test('tools for agents: operations that a design hides are none, and cannot be named', async () => {
  const cwd = directoryOf({
    'users.wsdl': USERS_WSDL,
    'design.yaml':
      'operations: { Ping: { hidden: true }, GetUser: { result: { rename: { name: fullName } } } }',
  });
  const { terminal } = testTerminal({ cwd });
  const services = await loadServices(['users.wsdl'], { design: 'design.yaml' }, terminal);
  const [service] = exposeServices(services, {});
  expect(service?.operations).toEqual([{ name: 'GetUser', readOnly: false }]);
  const schema = service?.mapper.compile('GetUser').jsonSchema('output');
  expect(JSON.stringify(schema)).toContain('"fullName"');
  for (const options of [{ operations: ['Ping'] }, { reads: ['Ping'] }])
    expect(() => exposeServices(services, options)).toThrow(/Ping/);
});

import { expect, test } from 'vitest';
import { loadServices } from '../local-servers/served-service.js';
import { directoryOf, testTerminal } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';
import { readDescriptions } from './descriptions.js';
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

test('--descriptions: the words of the user replace the documentation, and a name that no service has is told', async () => {
  const cwd = directoryOf({ 'users.wsdl': USERS_WSDL, 'words.yaml': 'GetUser: Finds one user by number.' });
  const { terminal } = testTerminal({ cwd });
  const services = await loadServices(['users.wsdl'], {}, terminal);
  const descriptions = await readDescriptions('words.yaml', cwd);
  const [service] = exposeServices(services, { descriptions });
  expect(service?.operations).toEqual([
    { name: 'GetUser', readOnly: false, description: 'Finds one user by number.' },
    { name: 'Ping', readOnly: false },
  ]);
  expect(() => exposeServices(services, { descriptions: new Map([['GetUsr', 'x']]) })).toThrow(
    /--descriptions: no operation "GetUsr" .*did you mean GetUser/,
  );
});

test.each([
  ['no text', 'GetUser: 1', /words\.yaml:1:1: GetUser: must be a text/],
  ['a text that is too long', `GetUser: ${'x'.repeat(801)}`, /must not have more than 800 characters/],
  ['a list', '- GetUser', /words\.yaml:1:1: must be an object/],
  ['no YAML', '{"GetUser": ', /cannot use the descriptions:\n {2}words\.yaml:1:/],
  ['__proto__ that is no text', '{"__proto__": {"a": 1}, "constructor": 2}', /constructor: must be a text/],
])('--descriptions: %s is refused with its place', async (_what, text, message) => {
  await expect(readDescriptions('words.yaml', directoryOf({ 'words.yaml': text }))).rejects.toThrow(message);
});

import { expect, test } from 'vitest';
import { keysOfPointer, readDesign } from './design-text.js';
import { headerNames, secretNames } from './secret-names.js';
import { changeSession, readSession, replaceSession } from './session-lines.js';

const SESSION = {
  login: { operation: 'Login', input: { user: 'crm', password: { secret: 'crm' } } },
  token: { result: 'sessionId' },
  send: { member: '*/sessionId' },
};
const TEXT = `# names first
names: camel
session:
  login: { operation: Login, input: { user: crm, password: { secret: crm } } }
  token: { result: sessionId } # as a text
  send: { member: "*/sessionId" }
`;

const sessionIn = (text: string) => readSession(readDesign(text).json);

test('a session is written below what the file has, and read back', () => {
  const text = replaceSession('# names first\nnames: camel\n', SESSION);
  expect(text).toBe(TEXT.replace(' # as a text', ''));
  expect(sessionIn(text)).toEqual(SESSION);
  expect(replaceSession(text, undefined)).toBe('# names first\nnames: camel\n');
  expect(sessionIn('names: camel\n')).toBeUndefined();
  expect(sessionIn('session: [')).toBeUndefined();
});

test('one value changes one line, and an empty part goes with its last value', () => {
  const renewed = changeSession(TEXT, ['renew', 'statuses'], [401, 403]);
  expect(renewed).toBe(`${TEXT}  renew:\n    statuses: [ 401, 403 ]\n`);
  expect(sessionIn(renewed)).toMatchObject({ renew: { statuses: [401, 403] } });
  expect(changeSession(renewed, ['renew', 'statuses'], undefined)).toBe(TEXT);
  expect(changeSession(TEXT, ['token', 'expires'], 'seconds')).toContain(
    'token: { result: sessionId, expires: seconds } # as a text',
  );
  expect(changeSession('session: [', ['logout'], 'Logout')).toBe('session: [');
});

test('the secrets of a design are found wherever it names them', () => {
  const json =
    '{"fill":{"*/Auth":{"Key":{"secret":"b"}},"A/secret":"x","B/o":{"secret":{"secret":"c"}}},"session":{"login":{"input":{"p":{"secret":"a"}}}}}';
  expect(secretNames(json)).toEqual(['a', 'b', 'c']);
  expect(secretNames('{}')).toEqual([]);
  expect(
    headerNames('{"fill":{"A/b":{"header":"X-B"},"A/c":{"secret":"s"},"A":{"d":{"header":"X-A"}}}}'),
  ).toEqual(['X-A', 'X-B']);
});

test('the path of a problem is turned into the keys of the design', () => {
  expect(keysOfPointer('/design/fill/*~1Auth/a~01')).toEqual(['fill', '*/Auth', 'a~1']);
  expect(keysOfPointer('/activate')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { changeFills, changeLoginInput, readFills, readLoginInput } from './fill-lines.js';

const DIRECTIVES = ['secret', 'generate', 'header'];
const TEXT = `# Our carrier.
names: camel

fill:
  # Theirs since March.
  '*/Auth': { Key: { secret: carrier-key }, Version: '2' } # both
  GetQuote/RequestId: { generate: uuid }
rename: { UsrNm: userName }
`;

test('the line for one operation wins over the line for all', () => {
  const fills = readFills(`${TEXT.replace('rename', '  GetQuote/Auth/Version: 3\nrename')}`, DIRECTIVES);
  expect(fills.find('GetQuote', 'Auth/Key')).toEqual({
    operation: '*',
    value: { kind: 'secret', name: 'carrier-key' },
  });
  expect(fills.find('GetQuote', 'Auth/Version')).toEqual({
    operation: 'GetQuote',
    value: { kind: 'constant', text: '3' },
  });
  expect(fills.find('Other', 'Auth/Version')?.value).toEqual({ kind: 'constant', text: '2' });
  expect(fills.find('GetQuote', 'RequestId')?.value).toEqual({ kind: 'generate', name: 'uuid' });
  expect(fills.find('Other', 'RequestId')).toBeUndefined();
  expect(readFills('fill: [', DIRECTIVES).find('a', 'b')).toBeUndefined();
});

test('an edit keeps the comments, the quotes and the order of the file', () => {
  const changed = changeFills(TEXT, [
    { operation: '*', path: 'Auth/Key', value: { kind: 'secret', name: 'new-key' } },
    { operation: '*', path: 'Auth/@pin', value: { kind: 'constant', text: '0815' } },
    {
      operation: 'GetQuote',
      path: 'Count',
      value: { kind: 'constant', text: '12345678901234567890', as: 'number' },
    },
    { operation: 'GetQuote', path: 'RequestId', value: undefined },
  ]);
  expect(changed).toBe(`# Our carrier.
names: camel

fill:
  # Theirs since March.
  '*/Auth': { Key: { secret: new-key }, Version: '2', "@pin": "0815" } # both
  GetQuote/Count: 12345678901234567890
rename: { UsrNm: userName }
`);
});

test('the last line takes what is empty without it along', () => {
  const remove = (operation: string, path: string) => ({ operation, path, value: undefined });
  const one = changeFills(TEXT, [remove('*', 'Auth/Key'), remove('*', 'Auth/Version')]);
  expect(one).not.toContain('Auth');
  expect(changeFills(one, [remove('GetQuote', 'RequestId')])).not.toContain('fill');
  expect(changeFills('fill: { Ping/Text: a }\n', [remove('Ping', 'Text')])).toBe('');
  // A missing line cannot be removed.
  expect(changeFills('fill: { Ping/Text: a }\n', [remove('Ping', 'Other')])).toContain('Ping/Text: a');
});

test('an empty file gets its first line, and a file that is not YAML stays', () => {
  const change = { operation: 'Put/1', path: 'a~1b', value: { kind: 'secret', name: 's' } };
  expect(changeFills('', [change])).toBe('fill:\n  Put~11/a~1b: { secret: s }\n');
  expect(changeFills('fill: [', [change])).toBe('fill: [');
});

test('the input of a login has lines like those of fill, below the session', () => {
  const text = `session:
  login: { operation: Login, input: { user: crm } } # once
  logout: Logout
`;
  const secret = { kind: 'secret', name: 'crm' };
  const changed = changeLoginInput(text, 'credentials/password', secret);
  expect(changed).toBe(`session:
  login: { operation: Login, input: { user: crm, credentials/password: { secret: crm } } } # once
  logout: Logout
`);
  const read = readLoginInput(changed, DIRECTIVES);
  expect([read('user'), read('credentials/password'), read('other')]).toEqual([
    { kind: 'constant', text: 'crm' },
    secret,
    undefined,
  ]);
  expect(changeLoginInput(changed, 'credentials/password', undefined)).toBe(text);
  expect(changeLoginInput(text, 'user', undefined)).toContain('login: { operation: Login } # once');
});

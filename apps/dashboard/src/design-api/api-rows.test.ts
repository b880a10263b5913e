import { expect, test } from 'vitest';
import { readOperations } from '../design-file/operation-lines.js';
import { memberRows, operationRows, pathFor } from './api-rows.js';
import { requestText, responseText } from './example.js';

const member = (path: string) => ({ path, type: 'xs:string', required: false, many: false });
const proposal = {
  inputs: ['GetUser', '__proto__', 'ListUsers'].map((operation) => ({
    operation,
    members: ['$headers/Token', 'User', 'User/$value', 'User/a~1b'].map(member),
    more: false,
  })),
  results: [{ operation: 'GetUser', members: [member('User/DOB')], more: false }],
};
const lines = readOperations(
  JSON.stringify({
    operations: {
      GetUser: {
        route: 'GET /people/{id}',
        result: { rename: { 'User/DOB': 'birthDate' } },
        input: { omit: ['User'] },
      },
    },
  }),
);

test('operations are found by name and by path, with the problems of their lines', () => {
  const problems = [
    { at: ['operations', 'GetUser', 'route'], message: 'must have a path' },
    { at: ['operations', '__proto__'], message: 'is wrong' },
    { at: ['fill', 'GetUser/a'], message: 'is elsewhere' },
  ];
  const found = (search: string) =>
    operationRows(proposal, lines, problems, search).map(({ name, problems: own }) => [name, ...own]);
  expect(found('')).toEqual([
    ['GetUser', 'route: must have a path'],
    ['__proto__', 'is wrong'],
    ['ListUsers'],
  ]);
  expect(found(' /PEOPLE')).toEqual([['GetUser', 'route: must have a path']]);
  expect(found('users')).toEqual([['ListUsers']]);
});

test('members have the names of their lines; header blocks and texts have none', () => {
  const [row] = operationRows(proposal, lines, [], 'GetUser');
  expect(
    memberRows(proposal, row!).map(({ side, path, key, name, omitted }) => [side, path, key, name, omitted]),
  ).toEqual([
    ['input', 'User', 'User', undefined, true],
    ['input', 'User/a~1b', 'a/b', undefined, false],
    ['result', 'User/DOB', 'DOB', 'birthDate', false],
  ]);
});

test('members say what a line makes of their XML', () => {
  const sides = {
    input: {
      documents: { User: { element: 'NFe', as: 'cdata' } },
      raw: ['User'],
      sign: { '.': '@Id', 'User/a~1b': 'document' },
    },
    result: { dataSets: { 'User/DOB': { element: 'Shop' } }, short: ['$any', 5], documents: { $any: '*' } },
  };
  const written = readOperations(JSON.stringify({ operations: { GetUser: sides } }));
  const [row] = operationRows(proposal, written, [], 'GetUser');
  expect(memberRows(proposal, row!).map(({ path, xml }) => [path, xml])).toEqual([
    ['User', 'document NFe, $xml'],
    ['User/a~1b', 'signed'],
    ['User/DOB', 'DataSet'],
  ]);
  expect(written.get('GetUser')?.result.xml.get('$any')).toBe('document, short keys');
});

test.each([
  ['GetUser', '/get-user'],
  ['get_user.v2', '/get-user-v2'],
  ['Übung', '/bung'],
])('the path for %s is %s', (operation, path) => {
  expect(pathFor(operation)).toBe(path);
});

test('an example is what a client sends and gets', () => {
  const shown = {
    method: 'PUT',
    route: '/v1/users/{id}/{b}',
    path: ['a/b'],
    query: [['q', 'ü&']],
    body: '{"a":1.50}',
    result: null,
    status: 204,
  };
  expect(requestText(shown)).toBe('PUT /v1/users/a%2Fb/{b}?q=%C3%BC%26\n\n{\n  "a": 1.50\n}');
  expect(responseText(shown)).toBe('204');
  expect(requestText({ ...shown, method: 'GET', body: null, query: [] })).toBe('GET /v1/users/a%2Fb/{b}');
});

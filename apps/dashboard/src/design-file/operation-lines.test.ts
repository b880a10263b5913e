import { describe, expect, test } from 'vitest';
import { readDesign } from './design-text.js';
import {
  changeHidden,
  changeLifted,
  changeName,
  changeOmitted,
  changeRoute,
  changeStatus,
} from './operation-edits.js';
import { readOperations } from './operation-lines.js';

const FILE = `# ours
names: camel # for programs
operations:
  GetUser: { route: 'get  /users/{userId}', status: 202 } # first
  Audit:
    hidden: true
    result:
      omit: [Trace, "A/B"]
      rename: { User/DOB: birthDate }
`;

describe('what a design says about operations', () => {
  test('is read for tables', () => {
    const lines = readOperations(readDesign(FILE).json);
    expect(lines.get('GetUser')).toMatchObject({
      route: { method: 'GET', path: '/users/{userId}' },
      status: '202',
      hidden: false,
    });
    const { hidden, result } = lines.get('Audit')!;
    expect([hidden, [...result.omitted], [...result.renamed]]).toEqual([
      true,
      ['Trace', 'A/B'],
      [['User/DOB', 'birthDate']],
    ]);
  });

  test('bodies, faults, pages and names of values are read as they are written', () => {
    const { json } = readDesign(
      `operations:
  Find:
    body: user
    faults: { NotFound: 404, __proto__: 409, Bad: [1] }
    page: { items: Users/User, from: 1, most: 20, keep: { id: searchId } }
    result: { values: { Status: { A: active, 1: true, 2: 1.50 }, None: 1 } }
`,
    );
    const { body, faults, page, result } = readOperations(json).get('Find')!;
    expect([body, [...faults]]).toEqual([
      'user',
      [
        ['NotFound', '404'],
        ['__proto__', '409'],
      ],
    ]);
    expect([[...page!.lines], [...page!.keep]]).toEqual([
      [
        ['items', 'Users/User'],
        ['from', '1'],
        ['most', '20'],
      ],
      [['id', 'searchId']],
    ]);
    expect(result.values.get('None')?.size).toBe(0);
    const names = new Map(result.values.get('Status'));
    expect([names.get('A'), names.get('1'), names.get('2')?.kind]).toEqual([
      { text: 'active', kind: 'text' },
      { text: 'true', kind: 'boolean' },
      'number',
    ]);
  });

  test.each([undefined, '{"operations":[]}', '{"operations":{"A":null,"B":{"input":1,"route":2}}}'])(
    'bad designs have no lines: %s',
    (json) => {
      for (const { route, input } of readOperations(json).values())
        expect([route, input.omitted.size]).toEqual([undefined, 0]);
    },
  );

  test('changes keep comments and the order of the lines', () => {
    let text = changeRoute(FILE, 'GetUser', { method: 'PUT', path: '/people/{userId}' });
    text = changeStatus(text, 'GetUser', undefined);
    text = changeName(text, 'GetUser', 'input', 'User/@id', 'key');
    text = changeHidden(text, 'Audit', false);
    text = changeOmitted(text, 'Audit', 'result', 'Trace', false);
    text = changeOmitted(text, 'Audit', 'input', 'Old', true);
    text = changeRoute(text, '__proto__', { method: 'GET', path: '/a' });
    expect(text).toBe(`# ours
names: camel # for programs
operations:
  GetUser: { route: "PUT /people/{userId}", input: { rename: { User/@id: key } } } # first
  Audit:
    result:
      omit: [ "A/B" ]
      rename: { User/DOB: birthDate }
    input:
      omit: [ Old ]
  __proto__:
    route: GET /a
`);
    expect(readOperations(readDesign(text).json).get('__proto__')?.route).toEqual({
      method: 'GET',
      path: '/a',
    });
  });

  test('members are lifted by a list; a line that lifts the whole result stays', () => {
    const lifted = changeLifted(FILE, 'Audit', 'result', 'Users', true);
    expect(lifted).toContain('      lift: [ Users ]\n');
    const both = changeLifted(lifted, 'Audit', 'result', 'Users/User/Roles', true);
    expect([...readOperations(readDesign(both).json).get('Audit')!.result.lifted!]).toEqual([
      'Users',
      'Users/User/Roles',
    ]);
    expect(changeLifted(lifted, 'Audit', 'result', 'Users', false)).not.toContain('lift');
    const whole = 'operations:\n  A: { result: { lift: User } }\n';
    expect(changeLifted(whole, 'A', 'result', 'Users', true)).toBe(whole);
    expect(readOperations(readDesign(whole).json).get('A')?.result.lifted).toBeUndefined();
  });

  test('what is empty is removed, and an empty file stays one', () => {
    const hidden = changeHidden('', 'GetUser', true);
    expect(hidden).toBe('operations:\n  GetUser:\n    hidden: true\n');
    expect(changeHidden(hidden, 'GetUser', false)).toBe('');
    const omitted = changeOmitted('', 'GetUser', 'result', 'A', true);
    expect(changeOmitted(omitted, 'GetUser', 'result', 'A', false)).toBe('');
  });

  test.each(['operations: [', 'operations: 1\n', 'operations: { GetUser: [1] }\n'])(
    'a text that has no place for a line stays: %s',
    (text) => {
      expect(changeRoute(text, 'GetUser', { method: 'GET', path: '/a' })).toBe(text);
      expect(changeOmitted(text, 'GetUser', 'input', 'A', false)).toBe(text);
    },
  );

  test('a key without a value gets one', () => {
    expect(changeHidden('operations:\n', 'GetUser', true)).toBe(
      'operations:\n  GetUser:\n    hidden: true\n',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { readDesign } from './design-text.js';
import {
  changeBase,
  changeEnvelope,
  changeHidden,
  changeLifted,
  changeLine,
  changeName,
  changeOmitted,
  changeRoute,
  changeStatus,
  defaultTyped,
} from './operation-edits.js';
import { readOperations, readRouteLines } from './operation-lines.js';

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

describe('lines of all routes, locations and defaults', () => {
  const file =
    'base: /v1 # ours\nenvelope: true\noperations:\n  Find:\n    safe: true\n    location: /a/{b}\n    input: { defaults: { MaxRows: 50, Sort: name, On: true } }\n';

  test('are read', () => {
    const { json } = readDesign(file);
    expect(readRouteLines(json)).toEqual({ base: '/v1', envelope: true });
    const { safe, location, input } = readOperations(json).get('Find')!;
    expect([safe, location, [...input.defaults]]).toEqual([
      true,
      '/a/{b}',
      [
        ['MaxRows', '50'],
        ['Sort', 'name'],
        ['On', 'true'],
      ],
    ]);
    expect(readRouteLines('{"base":5,"envelope":"true"}')).toEqual({ base: '5', envelope: false });
    expect(readRouteLines(undefined)).toEqual({ base: undefined, envelope: false });
  });

  test('are written and removed', () => {
    expect(changeEnvelope(changeBase(file, '/v2'), false)).toBe(
      file.replace('/v1', '/v2').replace('envelope: true\n', ''),
    );
    expect(changeEnvelope(changeBase('', '/v1'), true)).toBe('base: /v1\nenvelope: true\n');
    expect(changeBase('base: /v1\n', undefined)).toBe('');
    const written = [
      ['a', 'xs:int', '007'],
      ['b', 'xs:int', '7.0'],
      ['c', 'xs:boolean', 'true'],
      ['d', 'xs:string', '7'],
    ].reduce(
      (text, [path = '', type = '', typed = '']) =>
        changeLine(text, 'Find', ['input', 'defaults', path], defaultTyped(typed, type)),
      '',
    );
    expect(written).toBe(
      'operations:\n  Find:\n    input:\n      defaults:\n        a: "007"\n        b: 7.0\n        c: true\n        d: "7"\n',
    );
    expect(defaultTyped('', 'xs:int')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import {
  encodeRoute,
  locationOf,
  type ParsedRoute,
  queryOfRoute,
  type RouteTable,
  routesOf,
} from '../../routes.js';
import { attribute, el, part, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { WorkMeter } from '../../work.js';
import { addMembers } from './join-json.js';
import { textAt } from './text-at.js';

function directory() {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(el('UserID', 'long'), times(el('Mail', 'string'), 0, 1), times(el('Note', 'string'), 0, 9)),
    { attributes: [attribute('Lang', 'string')] },
  );
  const key = schema.complex('Key', sequence(el('Tenant', 'string'), el('UserID', 'long')));
  const message = (...members: ReturnType<typeof el>[]) => schema.complex(undefined, sequence(...members));
  schema.element('GetUser', message(el('Key', key), times(el('Fields', 'string'), 0, 9)));
  schema.element('GetUserResponse', message(el('User', user)));
  schema.element(
    'SaveUser',
    message(el('UserID', 'long'), el('User', user), times(el('Notify', 'boolean'), 0, 1)),
  );
  schema.element('SaveUserResponse', message(el('UserID', 'long'), el('User', user)));
  schema.element('AddUsers', message(times(el('User', user), 1, 9)));
  schema.element('AddUsersResponse', message(el('Count', 'int')));
  schema.element('UserNotFound', message(el('UserID', 'long')));
  return schema.service({
    GetUser: { faults: [{ name: 'UserNotFound', part: part('fault', 'UserNotFound'), use: 'literal' }] },
    SaveUser: {},
    AddUsers: {},
  });
}

const design: Design = {
  names: 'camel',
  base: '/v1',
  operations: {
    GetUser: { route: 'GET /tenants/{key.tenant}/users/{key.userId}' },
    SaveUser: {
      route: 'PUT /users/{userId}',
      status: 201,
      body: 'user',
      location: '/users/{result.userId}/{user.mail}/{userId}',
    },
    AddUsers: { route: 'POST /users' },
  },
};

const model = directory();
const mapper = createMapper(model, { design });
const table = routesOf(design) as RouteTable;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const found = (method: string, path: string) => {
  const match = table.match(path);
  if (match.kind !== 'found') throw new Error(match.kind);
  const matched = match.methods.get(method);
  if (matched === undefined) throw new Error(`no ${method} at ${path}`);
  return matched;
};
/** The envelope of a request by a route, or its problems. */
const send = (method: string, path: string, query = '', body = ''): string | readonly string[] => {
  const { route, values } = found(method, path);
  const operation = mapper.compile(route.operation);
  try {
    if (route.body === undefined)
      return text(operation.toXml(operation.fromQuery(queryOfRoute(route, { values, query }))).body);
    return text(encodeRoute(operation, route, { values, query, body: encodeUtf8(body) }).body);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return error.errors.map(
      ({ path: at, keyword, parameter, message }) => `${at} ${keyword} ${parameter ?? '-'} ${message}`,
    );
  }
};
const plain = (operation: string, input: object): string => text(mapper.compile(operation).toXml(input).body);

describe('routes: a route takes the input from path, query string and body', () => {
  test('a GET from path and query string, with all digits', () => {
    expect(send('GET', '/v1/tenants/a%20b/users/9007199254740993', 'fields=x&fields=y%2Fz')).toBe(
      plain('GetUser', { key: { tenant: 'a b', userId: 9007199254740993n }, fields: ['x', 'y/z'] }),
    );
  });

  test('a body that is one member, the others in path and query string', () => {
    expect(send('PUT', '/v1/users/7', 'notify=true', ' {"userId":8,"mail":"a@b"} ')).toBe(
      plain('SaveUser', { userId: 7, user: { userId: 8, mail: 'a@b' }, notify: true }),
    );
  });

  test.each([
    '{"mail":"a@b"},"notify":true',
    '{},"notify":true,"user":{}',
    '{"mail":"a@b"},"notify":{"x":1}',
    'null,"notify":true',
    '"a","notify":true',
    '[1,2],"notify":true',
    '"a\\",1","notify":"b",1',
  ])('a body of more than one value is no JSON: %s', (body) => {
    const { route, values } = found('PUT', '/v1/users/7');
    const json = encodeUtf8(body);
    expect(() => encodeRoute(mapper.compile('SaveUser'), route, { values, query: '', body: json })).toThrow(
      'Unexpected token , at line 1',
    );
  });

  test('problems point into the designed input, and name parameters', () => {
    expect(send('GET', '/v1/tenants/a/users/x', 'key.userId=3&nofield=1')).toEqual([
      '/key/userId duplicate key.userId must be given once: it is not a list',
      '/nofield additionalProperties nofield is not a query parameter of this operation',
    ]);
    expect(send('PUT', '/v1/users/x', '', '{"userId":"y","UserID":1}')).toEqual([
      '/userId type userId must be an integer (xs:long), got string "x"',
      '/user/userId type - must be an integer (xs:long), got string "y"',
      expect.stringMatching(/^\/user\/UserID additionalProperties - /),
    ]);
    expect(send('POST', '/v1/users', '', '[1]')).toEqual([
      expect.stringMatching(/^ type - must be an object/),
    ]);
  });

  test('members below an object of the body are put into it, and a second value is an error', () => {
    const nested: Design = {
      operations: { SaveUser: { route: 'PUT /users/{User.UserID}/{UserID}', body: 'User' } },
    };
    const [route] = (routesOf(nested) as RouteTable).routes as [ParsedRoute];
    const operation = createMapper(model, { design: nested }).compile('SaveUser');
    const write = (body: string) =>
      text(encodeRoute(operation, route, { values: ['1', '2'], query: '', body: encodeUtf8(body) }).body);
    expect(write('{}')).toBe(text(operation.toXml({ UserID: 2, User: { UserID: 1 } }).body));
    expect(write('{"Mail":"m"}')).toBe(
      text(operation.toXml({ UserID: 2, User: { UserID: 1, Mail: 'm' } }).body),
    );
    expect(() => write('{"UserID":1}')).toThrow(
      expect.objectContaining({
        errors: [
          {
            path: '/User/UserID',
            keyword: 'duplicateKey',
            parameter: 'User.UserID',
            message: 'must not be in the body too: the path has it',
          },
        ],
      }),
    );
  });

  test('a call whose query string exceeds its work is too complex', () => {
    const { route, values } = found('PUT', '/v1/users/7');
    const body = encodeUtf8('{"userId":1}');
    const write = () =>
      encodeRoute(
        mapper.compile('SaveUser'),
        route,
        { values, query: 'notif=true', body },
        { work: WorkMeter.attempt(0) },
      );
    expect(write).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });

  test('Location from input and result', () => {
    const { route } = found('PUT', '/v1/users/7');
    const body = encodeUtf8('{"mail":"a/b ü"}');
    const at = (result: string) => locationOf(route, { values: ['7'], body }, encodeUtf8(result));
    expect(at('{"user":{"userId":1},"userId":9007199254740993}')).toBe(
      '/users/9007199254740993/a%2Fb%20%C3%BC/7',
    );
    expect(at('{"userId":null}')).toBeUndefined();
    expect(at('{"userId":".."}')).toBeUndefined();
    expect(at('{"userId":"\\ud800"}')).toBeUndefined();
  });
});

describe('routes: paths', () => {
  test.each([
    ['/v1/users', 'found'],
    ['/v1/us%65rs', 'found'],
    ['/v1/users/', 'none'],
    ['/v1//users', 'none'],
    ['/v1/users/..', 'none'],
    ['/v1/users/%2e%2E', 'none'],
    ['/v1/users/__proto__', 'found'],
    ['/v1/constructor', 'none'],
    ['/v1/__proto__', 'none'],
    ['/v1/users/1/2', 'none'],
    [`/v1/users${'/x'.repeat(5_000)}`, 'none'],
    ['/users', 'none'],
    ['', 'none'],
    ['/', 'none'],
    ['/V1/users', 'none'],
    ['/v1/users/a%2Fb', 'malformed'],
    ['/v1/users/%00', 'malformed'],
    ['/v1/users/%zz', 'malformed'],
    ['/v1/users/%ff', 'malformed'],
  ])('%s: %s', (path, kind) => {
    expect(table.match(path).kind).toBe(kind);
  });

  test('a text wins over a member, from the left, and each method has its own best route', () => {
    const many = routesOf({
      operations: {
        A: { route: 'GET /a/{x}/c' },
        B: { route: 'GET /a/b/d' },
        C: { route: 'GET /a/b/{y}' },
        D: { route: 'POST /a/{x}/{y}' },
      },
    }) as RouteTable;
    const at = (path: string) => {
      const match = many.match(path);
      return match.kind === 'found'
        ? [...match.methods].map(([method, { route, values }]) => [method, route.operation, ...values])
        : match.kind;
    };
    expect(at('/a/b/d')).toEqual([
      ['GET', 'B'],
      ['POST', 'D', 'b', 'd'],
    ]);
    expect(at('/a/b/c')).toEqual([
      ['GET', 'C', 'c'],
      ['POST', 'D', 'b', 'c'],
    ]);
    expect(at('/a/q/c')).toEqual([
      ['GET', 'A', 'q'],
      ['POST', 'D', 'q', 'c'],
    ]);
    expect(at('/a/q/d')).toEqual([['POST', 'D', 'q', 'd']]);
  });
});

describe('mistakes of the owner', () => {
  const problemsOf = (operations: object, more: object = {}) =>
    checkDesign(directory(), { ...more, operations } as Design).problems.map(
      ({ at, message }) => `${at.slice(1).join(' > ')}: ${message}`,
    );

  test.each<[object, string]>([
    [
      { GetUser: { route: 'GET /users/{Key.UserId}' } },
      'GetUser > route: cannot have {Key.UserId}: Key has no member "UserId"; did you mean UserID?',
    ],
    [
      { GetUser: { route: 'GET users' } },
      'GetUser > route: must have a path that begins with /, as in /users/{userId}',
    ],
    [
      { GetUser: { route: 'FETCH /users' } },
      'GetUser > route: must begin with a method (GET, POST, PUT, PATCH, DELETE), as in GET /users/{userId}',
    ],
    [
      { GetUser: { route: 'GET /users/x{Key}' } },
      'GetUser > route: must have members as whole segments: the keys of one member in braces, as in {userId} or {user.id}',
    ],
    [
      { GetUser: { route: 'GET /users//x' } },
      'GetUser > route: must have no empty segment, and no / at its end',
    ],
    [{ GetUser: { route: 'GET /../x' } }, 'GetUser > route: must not have the segment ..'],
    [
      { GetUser: { route: 'GET /{Key}' } },
      'GetUser > route: cannot have {Key}: Key is an object, and a path has texts: name one of its members',
    ],
    [
      { GetUser: { route: 'GET /{Fields}' } },
      'GetUser > route: cannot have {Fields}: Fields is a list, and a path has one value',
    ],
    [
      { GetUser: { route: 'GET /{__proto__}' } },
      'GetUser > route: cannot have {__proto__}: the input of GetUser has no member "__proto__"',
    ],
    [{ GetUser: { route: 'GET /{Key.UserID}/{Key.UserID}' } }, 'GetUser > route: has {Key.UserID} twice'],
    [
      { GetUser: { route: 'POST /{Key.UserID}' } },
      'GetUser > route: cannot have {Key.UserID}: the rest of Key is in the body; say body: Key',
    ],
    [{ GetUser: { route: 'GET /users', body: 'Key' } }, 'GetUser > body: must be absent: a GET has no body'],
    [
      { GetUser: { route: 'POST /users', body: '*' } },
      "GetUser > body: changes nothing: '*' is the default of a POST",
    ],
    [
      { GetUser: { route: 'GET /users', safe: true } },
      'GetUser > safe: changes nothing: GetUser has the name of an operation that only reads',
    ],
    [
      { GetUser: { route: 'GET /users', status: 302 } },
      'GetUser > status: must be 201, 202 or 204, got number 302',
    ],
    [
      { GetUser: { route: 'GET /users', status: 200 } },
      'GetUser > status: changes nothing: the status is 200 without it',
    ],
    [
      { GetUser: { route: 'GET /users', faults: { UserNotfound: 404 } } },
      'GetUser > faults > UserNotfound: GetUser declares no fault "UserNotfound"; did you mean UserNotFound?',
    ],
    [
      { GetUser: { route: 'GET /users', faults: { UserNotFound: 200 } } },
      'GetUser > faults > UserNotFound: must be a status from 400 to 599, got number 200',
    ],
    [
      { GetUser: { route: 'GET /users', faults: { UserNotFound: 502 } } },
      'GetUser > faults > UserNotFound: changes nothing: the status of a fault is 502 without it',
    ],
    [
      { SaveUser: { route: 'GET /users' } },
      'SaveUser > route: must not be a GET, because SaveUser has not the name of an operation that only reads; if it does, say safe: true',
    ],
    [
      { AddUsers: { route: 'DELETE /users' } },
      'AddUsers > route: leaves a member without a place: a DELETE has no body, and its required field User is a list of objects',
    ],
    [
      { SaveUser: { route: 'PUT /users', body: 'Usr' } },
      'SaveUser > body: the input of SaveUser has no member "Usr"; did you mean User?',
    ],
    [
      { SaveUser: { route: 'PUT /users/{UserID}', body: 'UserID' } },
      'SaveUser > body: uses UserID twice: it is in the path',
    ],
    [
      { SaveUser: { route: 'PUT /x', location: '/x' } },
      'SaveUser > location: has no meaning without status: 201 or status: 202',
    ],
    [
      { SaveUser: { route: 'PUT /x', status: 201, location: '/x/{result.Usr}' } },
      'SaveUser > location: cannot have {result.Usr}: the result of SaveUser has no member "Usr"; did you mean User?',
    ],
    [
      { SaveUser: { route: 'PUT /x/{UserID}' }, GetUser: { route: 'PUT /x/{Key.UserID}', body: 'Key' } },
      'GetUser > route: conflicts with the route of SaveUser, PUT /x/{UserID}: the same paths match both',
    ],
    [{ SaveUser: { status: 201 } }, 'SaveUser > status: changes nothing: the operation has no route'],
    [
      { SaveUser: { hidden: true, route: 'PUT /x' } },
      'SaveUser > route: changes nothing: the operation is hidden',
    ],
    [
      { SaveUsr: { route: 'PUT /x' } },
      'SaveUsr: no operation of this service is called "SaveUsr"; did you mean SaveUser?',
    ],
  ])('%j', (operations, expected) => {
    expect(problemsOf(operations)).toContain(expected);
    expect(() => createMapper(directory(), { design: { operations } as Design })).toThrow();
  });

  test('Location takes no member of the query string, and a session has no routes', () => {
    const users = { route: 'PUT /x/{UserID}', body: 'User', status: 201, location: '/x/{Notify}' };
    expect(problemsOf({ SaveUser: users })).toEqual([
      'SaveUser > location: cannot have {Notify}: it is in the query string, and Location takes members of the path, the body and the result',
    ]);
    const session = {
      login: { operation: 'GetUser', input: { Key: { Tenant: 'a', UserID: 1 } } },
      token: { result: 'User/Mail' },
      send: { httpHeader: 'X-Token' },
    };
    expect(problemsOf({ GetUser: { route: 'GET /users' } }, { session })).toContain(
      'GetUser > route: changes nothing: the session calls the operation, and clients do not see it',
    );
  });

  test('all problems are reported at once', () => {
    expect(
      problemsOf({
        GetUser: { route: 'GET /users/{Key.Nothing}', faults: { None: 404 } },
        SaveUser: { route: 'GET /users/{UserID}', safe: true, input: { rename: { Nobody: 'x' } } },
        AddUsers: { route: 'DELETE /users' },
      }),
    ).toHaveLength(5);
  });

  test.each([
    [{ envelope: true }, 'changes nothing: no operation has a route'],
    [{ envelope: 'yes' }, 'must be true or absent, got string "yes"'],
    [{ envelope: false }, 'must be true or absent, got boolean false'],
    [
      { envelope: true, operations: { SaveUser: { route: 'PUT /users/{UserID}', status: 204 } } },
      'changes nothing: every route has the status 204, and so no body',
    ],
  ])('an envelope around nothing: %j', (design, message) => {
    expect(checkDesign(directory(), design as Design).problems).toContainEqual({ at: ['envelope'], message });
  });

  test('a base without a route changes nothing', () => {
    expect(checkDesign(directory(), { base: '/v1' }).problems).toEqual([
      { at: ['base'], message: 'changes nothing: no operation has a route' },
    ]);
  });
});

test.each([
  ['{}', '{"a":1}'],
  [' { } \n', ' { "a":1}'],
  ['{"b":{}}', '{"b":{},"a":1}'],
  ['[1]', '[1]'],
  ['', ''],
  ['}', '}'],
  ['{', '{'],
  ['  ', '  '],
])('members are added to %j', (json, expected) => {
  expect(text(addMembers(encodeUtf8(json), '"a":1'))).toBe(expected);
});

test.each<[string, string[], string | undefined]>([
  ['{"a":1}', ['a'], '1'],
  ['{"x":{"a":2},"a":-1.50}', ['a'], '-1.50'],
  ['{"x":[{"a":2},"a"],"y":"a","a":true}', ['a'], 'true'],
  ['{"b":{"c":[1,{"d":1}],"d":"\\"x"},"d":2}', ['b', 'd'], '"x'],
  ['{"b":{},"d":2}', ['b', 'd'], undefined],
  ['{"b":[{"d":1}]}', ['b', 'd'], undefined],
  ['{"b":null}', ['b'], undefined],
  ['{"b":[1]}', ['b'], undefined],
  ['{ "\\u0062" : { "__proto__" : "z" } }', ['b', '__proto__'], 'z'],
  ['[{"a":1}]', ['a'], undefined],
  ['{"a":"\\', ['a'], undefined],
])('the value in %s at %j', (json, path, expected) => {
  expect(textAt(encodeUtf8(json), path, 1_000)).toBe(expected);
});

test('a value is searched in a limited number of bytes', () => {
  const json = encodeUtf8(`{"x":"${'y'.repeat(50)}","a":1}`);
  for (let most = 0; most < json.length - 2; most++) expect(textAt(json, ['a'], most)).toBeUndefined();
  expect(textAt(json, ['a'], json.length)).toBe('1');
});

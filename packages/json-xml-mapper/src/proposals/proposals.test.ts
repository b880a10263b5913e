import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { checkDesign } from '../designs.js';
import { createOperationShapes } from '../operation/operation-shapes.js';
import { el, part, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { listFaults, listInputs, listResults, printProposal, proposeDesign } from './proposals.js';

/** A service with a login, whose other calls want the token as a member. */
function orders({ tokenOf = 'sessionId', loginAs = 'Login' } = {}) {
  const schema = new SchemaLiteral();
  const message = (name: string, ...members: readonly Particle[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  message(loginAs, el('user', 'string'), el('password', 'string'), times(el('locale', 'string'), 0, 1));
  message(`${loginAs}Response`, el('sessionId', 'string'), times(el('expires', 'boolean'), 0, 1));
  const line = schema.complex('Line', sequence(el('sku', 'string')));
  message('Find', el(tokenOf, 'string'), times(el('line', line), 0, 'unbounded'), el('apiKey', 'string'));
  message('FindResponse', el('name', 'string'));
  message('Logout', el(tokenOf, 'string'));
  message('LogoutResponse', times(el('done', 'boolean'), 0, 1));
  return schema.service({ [loginAs]: {}, Find: {}, Logout: {} });
}

test('a login with a credential, an answer with a token, and a place for it are proposed as a session', () => {
  const model = orders();
  const { session, secrets } = proposeDesign(model);
  expect(session).toEqual({
    login: {
      operation: 'Login',
      input: { user: { secret: 'login-user' }, password: { secret: 'login-password' } },
    },
    // `expires` is not a time: it is left out.
    token: { result: 'sessionId' },
    send: { member: '*/sessionId' },
    logout: 'Logout',
  });
  expect([...secrets]).toEqual([['Find/apiKey', 'api-key']]);
  const fill = Object.fromEntries([...secrets].map(([path, secret]) => [path, { secret }]));
  expect(checkDesign(model, { fill, session }).problems).toEqual([]);
});

test.each([
  ['no call has a place for the token', { tokenOf: 'reference' }],
  ['no operation is called like a login', { loginAs: 'RegisterUser' }],
])('no session is proposed if %s', (_why, changes) => {
  expect(proposeDesign(orders(changes)).session).toBeUndefined();
});

test.each(['header block', 'member'] as const)('a token in a %s is filled by the session alone', (place) => {
  const schema = new SchemaLiteral();
  const message = (name: string, ...members: readonly Particle[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  const inHeader = place === 'header block';
  message('Login', el('password', 'string'));
  message('LoginResponse', el('accessToken', 'string'));
  message('Auth', el('accessToken', 'string'));
  message('Find', el('text', 'string'), ...(inHeader ? [] : [el('accessToken', 'string')]));
  message('FindResponse', el('name', 'string'));
  const block = { part: part('auth', 'Auth'), use: 'literal', required: true, faults: [] } as const;
  const find = inHeader ? { input: { headers: [block] } } : {};
  const model = schema.service({ Login: {}, Find: find });
  const { session, secrets } = proposeDesign(model);
  expect(session?.send).toEqual(inHeader ? { soapHeader: 'Auth/accessToken' } : { member: '*/accessToken' });
  expect([...secrets]).toEqual([]);
});

test('a proposal fits the service as the options of the mapper have it', () => {
  const schema = new SchemaLiteral();
  const message = (name: string, ...members: readonly Particle[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  message('Login', el('password', 'string'));
  // The only member of a result, which `unwrap` leaves out.
  message('LoginResponse', el('Result', schema.complex('Result', sequence(el('token', 'string')))));
  message('Find', el('token', 'string'));
  message('FindResponse', el('name', 'string'));
  const model = schema.service({ Login: {}, Find: {} });
  expect(proposeDesign(model).session?.token).toEqual({ result: 'token' });
  const { session } = proposeDesign(model, { unwrap: 'none' });
  // UW-7: the whole body.
  expect(session?.token).toEqual({ result: 'LoginResponse/Result/token' });
  expect(checkDesign(model, { session }, { unwrap: 'none' }).problems).toEqual([]);
});

test('the printed proposal is live in its names alone; what is guessed is commented out', () => {
  const text = printProposal(proposeDesign(orders()));
  expect(text).toContain(`# session:
#   login: { operation: 'Login', input: { user: { secret: 'login-user' }, password: { secret: 'login-password' } } }
#   token: { result: 'sessionId' }
#   send: { member: '*/sessionId' }
#   logout: 'Logout'
`);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['names: camel']);
});

test('inputs are listed in schema order, with the members of objects below them', () => {
  const [, find] = listInputs(createOperationShapes(orders()));
  expect(find).toEqual({
    operation: 'Find',
    members: [
      { path: 'sessionId', type: 'xs:string', required: true, many: false },
      { path: 'line', type: 'object', required: false, many: true },
      { path: 'line/sku', type: 'xs:string', required: true, many: false },
      { path: 'apiKey', type: 'xs:string', required: true, many: false },
    ],
    more: false,
  });
});

test('values that are enumerated are listed with their members, and declared faults by their operations', () => {
  const schema = new SchemaLiteral();
  const status = schema.simple('Status', 'string', { enumeration: ['A', 'on leave'] });
  const codes = schema.list('Codes', schema.simple('Code', 'int', { enumeration: ['7'] }));
  const many = schema.simple('Many', 'string', {
    enumeration: Array.from({ length: 201 }, (_, index) => `v${index}`),
  });
  schema.element('Get', schema.complex(undefined, sequence(el('many', many))));
  schema.element(
    'GetResponse',
    schema.complex(
      undefined,
      sequence(el('status', status), el('codes', codes), el('ok', 'boolean'), el('n', 'int')),
    ),
  );
  schema.element('Ping', schema.complex(undefined, sequence(el('n', 'int'))));
  schema.element('PingResponse', schema.complex(undefined, sequence(el('n', 'int'))));
  schema.element('Missing', schema.complex(undefined, sequence(el('n', 'int'))));
  const faults = [{ name: 'Missing', part: part('fault', 'Missing'), use: 'literal' }] as const;
  const shapes = createOperationShapes(schema.service({ Get: { faults }, Ping: {} }));
  expect(listResults(shapes)[0]?.members.map(({ path, values }) => [path, values])).toEqual([
    ['status', ['A', 'on leave']],
    ['codes', ['7']],
    ['ok', ['true', 'false']],
    ['n', undefined],
  ]);
  expect(listInputs(shapes)[0]?.members[0]?.values).toHaveLength(200);
  expect(listFaults(shapes)).toEqual([{ operation: 'Get', faults: ['Missing'] }]);
});

test('a type that contains itself is listed once on each path', () => {
  const schema = new SchemaLiteral();
  const node = schema.complex('Node', (self) =>
    sequence(el('name', 'string'), times(el('child', self), 0, 1)),
  );
  schema.element('Put', schema.complex(undefined, sequence(el('root', node), el('other', node))));
  schema.element('PutResponse', schema.complex(undefined, sequence(el('ok', 'string'))));
  const [put] = listInputs(createOperationShapes(schema.service({ Put: {} })));
  expect(put?.members.map(({ path }) => path)).toEqual([
    'root',
    'root/name',
    'root/child',
    'other',
    'other/name',
    'other/child',
  ]);
});

test('each operation lists its share of the members, and says if there are more', () => {
  const schema = new SchemaLiteral();
  const names = Array.from({ length: 100 }, (_, index) => `Put${index}`);
  const members = Array.from({ length: 101 }, (_, index) => el(`m${index}`, 'string'));
  const record = schema.complex('Record', sequence(...members));
  for (const name of names) {
    schema.element(name, record);
    schema.element(`${name}Response`, schema.complex(undefined, sequence(el('ok', 'string'))));
  }
  const operations = Object.fromEntries(names.map((name) => [name, {}]));
  const listed = listInputs(createOperationShapes(schema.service(operations)));
  expect(listed).toHaveLength(100);
  expect(listed.map((each) => [each.members.length, each.more])).toEqual(names.map(() => [100, true]));
});

test('objects around a list are lifted, if their key is that of such an object everywhere', () => {
  const schema = new SchemaLiteral();
  const message = (name: string, ...members: readonly Particle[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  const list = (name: string, item: Particle) => schema.complex(name, sequence(times(item, 0, 'unbounded')));
  const user = schema.complex(
    'User',
    sequence(el('Roles', list('ArrayOfRole', el('Role', 'string'))), el('Page', 'int')),
  );
  message(
    'Find',
    el('Ids', list('ArrayOfLong', el('long', 'long'))),
    el('One', schema.complex('One', sequence(el('Text', 'string')))),
  );
  message(
    'FindResponse',
    el('Users', list('ArrayOfUser', el('User', user))),
    el('Page', list('Page', el('Row', 'int'))),
  );
  // The whole result is an object around the list.
  message('List');
  message('ListResponse', el('ListResult', list('ArrayOfText', el('Text', 'string'))));
  const model = schema.service({ Find: {}, List: {} });
  const proposed = proposeDesign(model);
  expect([...(proposed.design.lift ?? [])].sort()).toEqual(['Ids', 'Roles', 'Users']);
  expect(checkDesign(model, proposed.design).problems).toEqual([]);
  expect(printProposal({ ...proposed, design: { ...proposed.design, lift: ['Ids', "It's"] } })).toContain(
    "\n# These are objects around a list: the list takes their place.\nlift:\n  - 'Ids'\n  - 'It''s'\n",
  );
});

test('a list whose key others have, too, is lifted by its path', () => {
  const schema = new SchemaLiteral();
  const message = (name: string, ...members: readonly Particle[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  const list = (name: string, item: Particle) => schema.complex(name, sequence(times(item, 0, 'unbounded')));
  const user = schema.complex(
    'User',
    sequence(el('Page', list('Rows', el('Row', 'int'))), el('Name', 'string')),
  );
  message('Find', el('Page', 'int'));
  message('FindResponse', el('Users', list('ArrayOfUser', el('User', user))), el('Count', 'int'));
  const model = schema.service({ Find: {} });
  const { design, routes } = proposeDesign(model);
  expect(design.lift).toEqual(['Users']);
  expect(design.operations?.['Find']).toEqual({ result: { lift: ['Users/User/Page'] } });
  expect(checkDesign(model, design).problems).toEqual([]);
  expect([...routes]).toEqual([]);
});

describe('routes', () => {
  const schema = new SchemaLiteral();
  const optional = (name: string) => times(el(name, 'string'), 0, 1);
  const user = schema.complex('User', sequence(el('UserID', 'long'), optional('Name')));
  const messages: Readonly<Record<string, readonly Particle[]>> = {
    GetUser: [el('UserID', 'long')],
    ListUsers: [optional('Dept')],
    // Matches the paths of GetUser.
    FetchUser: [el('Key', 'string')],
    CreateUser: [el('User', user)],
    UpdateUser: [el('UserID', 'long'), el('User', user)],
    DeleteUser: [el('UserID', 'long')],
    GetBusPass: [el('Day', 'date'), el('Line', 'string')],
    ListCompanies: [],
    // Characters that a GET cannot have, no noun, no verb, and characters that a path cannot have.
    SearchUsers: [times(el('User', user), 1, 'unbounded')],
    Get: [el('UserID', 'long')],
    Ping: [],
    GetÜser: [el('UserID', 'long')],
  };
  for (const [name, members] of Object.entries(messages)) {
    schema.element(name, schema.complex(undefined, sequence(...members)));
    schema.element(
      `${name}Response`,
      schema.complex(undefined, sequence(el('A', 'string'), el('B', 'string'))),
    );
  }
  const model = schema.service(Object.fromEntries(Object.keys(messages).map((name) => [name, {}])));

  test('are proposed by verb, noun and the only required text', () => {
    const proposed = proposeDesign(model);
    const { FetchUser, GetUser, ...routes } = Object.fromEntries(proposed.routes);
    expect([FetchUser, GetUser].filter((route) => route !== undefined)).toHaveLength(1);
    expect(routes).toMatchObject({
      ListUsers: 'GET /users',
      CreateUser: 'POST /users',
      UpdateUser: 'PUT /users/{userId}',
      DeleteUser: 'DELETE /users/{userId}',
      GetBusPass: 'GET /bus-passes',
      ListCompanies: 'GET /companies',
    });
    expect(Object.keys(routes)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:Get|Ping|GetÜser)$/)]),
    );
    const operations = Object.fromEntries([...proposed.routes].map(([name, route]) => [name, { route }]));
    expect(checkDesign(model, { ...proposed.design, operations }).problems).toEqual([]);
  });

  test('are printed as comments, of the same block as lists that are lifted', () => {
    const proposed = proposeDesign(model);
    expect(printProposal(proposed)).toContain(
      "# operations:\n#   'GetUser': { route: 'GET /users/{userId}' }\n",
    );
    const operations = { ListUsers: { result: { lift: ['A/B'] } } };
    const text = printProposal({ ...proposed, design: { ...proposed.design, operations } });
    expect(text).toContain(
      "\noperations:\n  'ListUsers':\n#     route: 'GET /users'\n    result: { lift: ['A/B'] }\n#   'GetUser': { route: 'GET /users/{userId}' }\n",
    );
  });
});

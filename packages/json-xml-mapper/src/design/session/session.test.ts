import { describe, expect, test } from 'vitest';
import type { Design, SessionDesign } from '../../api/design.js';
import type { SessionRules } from '../../api/session.js';
import { checkDesign, designNeeds } from '../../designs.js';
import { isFillError, isMappingError, isOperationNotFoundError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

/** A service whose calls want the token of a login as a member. */
function crm() {
  const schema = new SchemaLiteral();
  schema.element(
    'Login',
    schema.complex(undefined, sequence(el('user', 'string'), el('password', 'string'))),
  );
  const user = schema.complex('User', sequence(el('id', 'int'), el('seconds', 'int')));
  schema.element(
    'LoginResponse',
    schema.complex(
      undefined,
      sequence(
        el('sessionId', 'string'),
        times(el('expiresAt', 'dateTime'), 0, 1),
        times(el('serverUrl', 'string'), 0, 1),
        times(el('User', user), 0, 1),
        times(el('role', 'string'), 0, 'unbounded'),
        times(el('admin', 'boolean'), 0, 1),
      ),
    ),
  );
  schema.element(
    'Find',
    schema.complex(undefined, sequence(el('sessionId', 'string'), el('name', 'string'))),
  );
  schema.element('FindResponse', schema.complex(undefined, sequence(el('name', 'string'))));
  schema.element('Logout', schema.complex(undefined, sequence(el('sessionId', 'string'))));
  schema.element('LogoutResponse', schema.complex(undefined, sequence(times(el('done', 'boolean'), 0, 1))));
  schema.element('Ping', schema.complex(undefined, sequence(times(el('text', 'string'), 0, 1))));
  schema.element('PingResponse', schema.complex(undefined, sequence(el('name', 'string'))));
  return schema.service({ Login: {}, Find: {}, Logout: {}, Ping: {} });
}

const SESSION: SessionDesign = {
  login: { operation: 'Login', input: { user: 'crm', password: { secret: 'crm' } } },
  token: { result: 'sessionId', expires: 'expiresAt' },
  send: { member: '*/sessionId' },
  endpoint: { result: 'serverUrl', hosts: ['*.crm.example'] },
  renew: { after: '50m', before: '2m', faults: ['INVALID_SESSION_ID'], statuses: [401] },
  logout: 'Logout',
};
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const NOW = Date.UTC(2026, 0, 1);

test('DF-7: clients see neither the login nor the token, and calls send it', () => {
  const mapper = createMapper(crm(), { design: { session: SESSION } });
  expect(mapper.operations.map(({ name }) => name)).toEqual(['Find', 'Ping']);
  expect(mapper.model.exposed.map(({ name }) => name)).toEqual(['Find', 'Ping']);
  for (const name of ['Login', 'Logout'])
    expect(errorOf(() => mapper.compile(name))).toSatisfy(isOperationNotFoundError);
  const find = mapper.compile('Find');
  expect(JSON.stringify([find.jsonSchema('input'), find.example('input')])).not.toContain('sessionId');
  const fills = { session: () => 't-1' };
  expect(errorOf(() => find.toXml({ name: 'a', sessionId: 'mine' }, { fills }))).toSatisfy(isMappingError);
  expect(text(find.toXml({ name: 'a' }, { fills }))).toContain('sessionId>t-1<');
  expect(text(find.toXml({ name: 'a' }, { fills: 'hidden' }))).toContain('sessionId>***<');
  const error = errorOf(() => find.toXml({ name: 'a' }));
  expect(isFillError(error) && error.message).toBe(
    'the token of the session, which the design fills "sessionId" with, is not set',
  );
  const { session } = mapper;
  const login = session?.login?.toXml({}, { fills: { secret: (name) => `s-${name}` } });
  expect(login && text(login)).toMatch(/user>crm<.*password>s-crm</);
  const logout = session?.logout?.toXml({}, { fills });
  expect(logout && text(logout)).toContain('sessionId>t-1<');
  expect(designNeeds({ session: SESSION })).toEqual({
    secrets: ['crm'],
    headers: [],
    generates: false,
    login: 'Login',
  });
  expect(checkDesign(crm(), { session: SESSION })).toMatchObject({
    problems: [],
    hidden: ['Login', 'Logout'],
  });
});

test('DF-7: the owner can show the login', () => {
  const mapper = createMapper(crm(), { design: { session: { ...SESSION, shown: true } } });
  expect(mapper.operations.map(({ name }) => name)).toEqual(['Login', 'Find', 'Logout', 'Ping']);
  expect(Object.keys(mapper.compile('Login').jsonSchema('input')['properties'] ?? {})).toEqual([]);
});

describe('the answer of a login', () => {
  const rulesOf = (changes: Partial<SessionDesign>): SessionRules =>
    createMapper(crm(), {
      // Its logout has a member for the token.
      design: { session: { ...SESSION, ...(changes.send && { logout: undefined }), ...changes } },
    }).session as SessionRules;
  const KNOWN = ['https://login.crm.example:8443/soap'];
  const read = (changes: Partial<SessionDesign>, answer: object) =>
    rulesOf(changes).read({ result: {}, headers: {}, ...answer }, NOW, KNOWN);

  test.each<[string, Partial<SessionDesign>, object, object]>([
    [
      'a member with the time of its end',
      {},
      { result: { sessionId: 'a', expiresAt: '2026-01-01T00:10:00Z' } },
      { token: 'a', expiresAt: NOW + 600_000 },
    ],
    [
      'a time without a zone is in UTC, and "after" is an upper bound',
      {},
      { result: { sessionId: 'a', expiresAt: '2026-01-01T12:00:00' } },
      { token: 'a', expiresAt: NOW + 50 * 60_000 },
    ],
    [
      'a number of seconds',
      { token: { result: 'sessionId', expires: 'User/seconds' } },
      { result: { sessionId: 'a', User: { seconds: 60 } } },
      { token: 'a', expiresAt: NOW + 60_000 },
    ],
    ['no end', { renew: undefined }, { result: { sessionId: 'a' } }, { token: 'a' }],
    [
      'all cookies, but for those that end',
      { token: { cookie: '*' }, send: { cookie: true } },
      { headers: { 'set-cookie': ['a=1; Path=/; HttpOnly', 'b="2"; Max-Age=120', 'c=; Max-Age=0', 'bad'] } },
      { token: 'a=1; b="2"', expiresAt: NOW + 120_000 },
    ],
    [
      'one cookie',
      { token: { cookie: 'JSESSIONID' }, send: { cookie: true }, renew: undefined },
      { headers: { 'set-cookie': ['a=1', 'JSESSIONID=x=y'] } },
      { token: 'x=y' },
    ],
    [
      'an HTTP header',
      { token: { httpHeader: 'X-Session' }, send: { httpHeader: 'X-Session' }, renew: undefined },
      { headers: { 'x-session': 'abc' } },
      { token: 'abc' },
    ],
    [
      'an address of the service',
      { renew: undefined },
      { result: { sessionId: 'a', serverUrl: 'https://login.crm.example:8443/other' } },
      { token: 'a', endpoint: 'https://login.crm.example:8443/other' },
    ],
    [
      'an address that the design allows',
      { renew: undefined },
      { result: { sessionId: 'a', serverUrl: 'https://na1.crm.example/soap' } },
      { token: 'a', endpoint: 'https://na1.crm.example/soap' },
    ],
  ])('%s', (_title, changes, answer, expected) => {
    expect(read(changes, answer)).toEqual(expected);
  });

  test.each<[string, Partial<SessionDesign>, object]>([
    ['the answer of Login has no sessionId', {}, { result: {} }],
    ['the answer of Login has no sessionId', {}, { result: { sessionId: '' } }],
    [
      'the answer of Login sets no cookie JSESSIONID',
      { token: { cookie: 'JSESSIONID' }, send: { cookie: true } },
      { headers: { 'set-cookie': 'a=1' } },
    ],
    [
      'the answer of Login has no HTTP header X-Session',
      { token: { httpHeader: 'X-Session' }, send: { httpHeader: 'X-Session' } },
      {},
    ],
    [
      'the token of Login has characters that an HTTP header cannot have',
      { send: { httpHeader: 'X-Session' } },
      { result: { sessionId: 'a\r\nX-Other: b' } },
    ],
    [
      'the address in the answer of Login is on a host that session > endpoint > hosts does not have',
      {},
      { result: { sessionId: 'a', serverUrl: 'https://crm.example.evil.test/' } },
    ],
    [
      'the address in the answer of Login is on a host that session > endpoint > hosts does not have',
      {},
      { result: { sessionId: 'a', serverUrl: 'https://na1.crm.example:8444/' } },
    ],
    [
      'the address in the answer of Login is on a host that session > endpoint > hosts does not have',
      {},
      { result: { sessionId: 'a', serverUrl: 'https://u:p@na1.crm.example/' } },
    ],
    [
      'the address in the answer of Login is not an https: URL',
      {},
      { result: { sessionId: 'a', serverUrl: 'http://na1.crm.example/' } },
    ],
    [
      'the address in the answer of Login is not an https: URL',
      {},
      { result: { sessionId: 'a', serverUrl: 'file:///etc/passwd' } },
    ],
    ['the token of Login has more than 65536 characters', {}, { result: { sessionId: 'a'.repeat(65_537) } }],
  ])('is refused: %s', (message, changes, answer) => {
    const error = errorOf(() => read(changes, answer));
    expect(error).toMatchObject({ name: 'LoginAnswerError', message });
  });

  test('a token is sent where the design says', () => {
    expect(rulesOf({}).headersOf('t')).toEqual({});
    expect(rulesOf({ send: { httpHeader: 'X-S' } }).headersOf('t')).toEqual({ 'X-S': 't' });
    expect(rulesOf({ send: { cookie: 'sid' } }).headersOf('t')).toEqual({ cookie: 'sid=t' });
    const all = { token: { cookie: '*' }, send: { cookie: true } } as const;
    expect(rulesOf(all).headersOf('a=1; b=2')).toEqual({ cookie: 'a=1; b=2' });
  });

  test('faults and statuses that refuse a session', () => {
    const { isRefused } = rulesOf({});
    const fault = { code: '{urn:e}Server', reason: 'no', detail: {} };
    expect(isRefused({ status: 401 })).toBe(true);
    expect(isRefused({ status: 500, fault })).toBe(false);
    for (const change of [
      { code: '{urn:f}INVALID_SESSION_ID' },
      { code: 'sf:INVALID_SESSION_ID' },
      { code: '{http://schemas.xmlsoap.org/soap/envelope/}Client.INVALID_SESSION_ID' },
      { subcodes: ['{urn:f}INVALID_SESSION_ID'] },
      { name: 'INVALID_SESSION_ID' },
      { reason: 'INVALID_SESSION_ID' },
      { detail: { '{urn:f}INVALID_SESSION_ID': {} } },
    ])
      expect(isRefused({ status: 500, fault: { ...fault, ...change } })).toBe(true);
    const none = rulesOf({ renew: undefined });
    expect(none.isRefused({ status: 401, fault: { ...fault, code: 'INVALID_SESSION_ID' } })).toBe(false);
  });
});

test('the end of a session: in the past, it would be a login for each call; none is longer than 366 days', () => {
  const rules = createMapper(crm(), { design: { session: { ...SESSION, renew: undefined } } }).session;
  const read = (expiresAt: string) =>
    rules?.read({ result: { sessionId: 'a', expiresAt }, headers: {} }, NOW, []).expiresAt;
  expect(() => read('2025-12-31T23:59:59Z')).toThrow(
    'the answer of Login says that the session has ended already, at expiresAt: check the clocks and time zones',
  );
  expect(() => read('2026-01-01T00:00:00Z')).toThrow('has ended already');
  expect(read('2026-01-01T00:00:01Z')).toBe(NOW + 1_000);
  expect(read('9999-12-31T23:59:59Z')).toBe(NOW + 366 * 86_400_000);
  const seconds = createMapper(crm(), {
    design: {
      session: { ...SESSION, renew: undefined, token: { result: 'sessionId', expires: 'User/seconds' } },
    },
  }).session;
  const lasting = (value: number) =>
    seconds?.read({ result: { sessionId: 'a', User: { seconds: value } }, headers: {} }, NOW, []).expiresAt;
  expect(lasting(999_999_999_999)).toBe(NOW + 366 * 86_400_000);
  expect(() => lasting(0)).toThrow('has ended already');
});

test('a token that is sent as a cookie is one cookie', () => {
  const { session } = createMapper(crm(), {
    design: { session: { ...SESSION, logout: undefined, send: { cookie: 'sid' } } },
  });
  const read = (sessionId: string) => session?.read({ result: { sessionId }, headers: {} }, NOW, []).token;
  expect(read('a=b')).toBe('a=b');
  expect(() => read('a; admin=1')).toThrow('the token of Login has a semicolon, which a cookie cannot have');
  for (const token of ['a\tb', 'a\u0000', 'a\u007f', 'a\r\nb: c', '\u20ac'])
    expect(() => read(token)).toThrow('has characters that an HTTP header cannot have');
});

describe('DF-16: a token that a program hands in', () => {
  const ONE = { token: { provided: true }, send: { member: '*/sessionId' }, logout: 'Logout' } as const;
  const TWO: SessionDesign = {
    token: { provided: ['token', 'sign'] },
    send: { member: { '*/sessionId': 'token', 'Find/name': 'sign' } },
  };

  test('nothing logs in, and calls send the token', () => {
    const mapper = createMapper(crm(), { design: { session: ONE } });
    // Login is an operation like any other.
    expect(mapper.operations.map(({ name }) => name)).toEqual(['Login', 'Find', 'Ping']);
    const { session } = mapper;
    expect([session?.provided, session?.login]).toEqual([[], undefined]);
    expect(session?.take('t-1')).toBe('t-1');
    expect(session?.valuesOf('t-1')).toBe(undefined);
    const sent = mapper.compile('Find').toXml({ name: 'a' }, { fills: { session: () => 't-1' } });
    expect(text(sent)).toContain('sessionId>t-1<');
    expect(designNeeds({ session: ONE })).toEqual({
      secrets: [],
      headers: [],
      generates: false,
      provided: [],
    });
    expect(() => session?.read({ result: {}, headers: {} }, NOW, [])).toThrow('nothing logs in');
  });

  test('its values are members each', () => {
    const mapper = createMapper(crm(), { design: { session: TWO } });
    const { session } = mapper;
    expect(session?.provided).toEqual(['token', 'sign']);
    const token = session?.take({ sign: 's"1', token: 't-1' }) ?? '';
    const values = session?.valuesOf(token);
    expect(values).toEqual(
      new Map([
        ['token', 't-1'],
        ['sign', 's"1'],
      ]),
    );
    const find = mapper.compile('Find');
    const fills = { session: (part?: string) => values?.get(part ?? '') };
    expect(text(find.toXml({}, { fills }))).toMatch(/sessionId>t-1<.*name>s"1</);
    expect(text(find.toXml({}, { fills: 'hidden' }))).toMatch(/sessionId>\*\*\*<.*name>\*\*\*</);
    const error = errorOf(() =>
      find.toXml({}, { fills: { session: (part) => (part === 'token' ? 't' : undefined) } }),
    );
    expect(isFillError(error) && error.message).toBe(
      'the value sign of the session’s token, which the design fills "name" with, is not set',
    );
    expect(checkDesign(crm(), { session: TWO }).filled).toContainEqual(
      expect.objectContaining({ operation: 'Find', keys: ['name'], source: 'session', name: 'sign' }),
    );
  });

  test.each<[SessionDesign, unknown, string]>([
    [ONE, { token: 'a' }, 'must be a text'],
    [ONE, '', 'must have no value that is empty'],
    [ONE, 'a'.repeat(65_537), 'the token has more than 65536 characters'],
    [TWO, 'a', 'must be an object with the values token and sign'],
    [TWO, { token: 'a' }, 'must be an object with the values token and sign'],
    [TWO, { token: 'a', sign: 'b', other: 'c' }, 'must be an object with the values token and sign'],
    [TWO, JSON.parse('{"token":"a","__proto__":"b"}'), 'must be an object with the values token and sign'],
    [TWO, { token: 'a', sign: '' }, 'must have no value that is empty'],
    [{ token: { provided: true }, send: { httpHeader: 'X-S' } }, 'a\nb', 'an HTTP header cannot have'],
    [{ token: { provided: true }, send: { cookie: 'sid' } }, 'a;b', 'which a cookie cannot have'],
  ])('%j does not take %j', (session, token, message) => {
    const { session: rules } = createMapper(crm(), { design: { session } });
    expect(() => rules?.take(token as string)).toThrow(message);
  });
});

describe('mistakes of the owner', () => {
  const problemsOf = (changes: object, fill?: Design['fill']) =>
    checkDesign(crm(), { fill, session: { ...SESSION, ...changes } } as Design).problems.map(
      ({ at, message }) => `${at.join(' > ')}: ${message}`,
    );

  test('a path that begins with the record, which the result omits, is told where it begins', () => {
    const schema = new SchemaLiteral();
    const ticket = schema.complex(undefined, sequence(el('value', 'string'), el('until', 'dateTime')));
    schema.element('Login', schema.complex(undefined, sequence(times(el('user', 'string'), 0, 1))));
    schema.element('LoginResponse', schema.complex(undefined, sequence(el('ticket', ticket))));
    schema.element('Find', schema.complex(undefined, sequence(el('key', 'string'))));
    const model = schema.service({ Login: {}, Find: { output: 'none' } });
    const problemsWith = (result: string, send = '*/key') =>
      checkDesign(model, {
        session: { login: { operation: 'Login' }, token: { result }, send: { member: send } },
      }).problems;
    expect(problemsWith('value')).toEqual([]);
    expect(problemsWith('ticket/value')).toMatchObject([
      {
        at: ['session', 'token', 'result'],
        message:
          'the result of Login is the content of "ticket", so the path begins after it; did you mean value?',
        nearest: 'value',
      },
    ]);
    expect(problemsWith('ticket/none')).toMatchObject([
      { message: 'the result of Login has no member "ticket"' },
    ]);
    // Two letters in the wrong order are one mistake.
    expect(problemsWith('value', '*/kye')).toMatchObject([{ nearest: 'key' }]);
  });

  test('all of them at once, with the nearest name and what was expected', () => {
    expect(
      problemsOf({
        login: { operation: 'Login', input: { usr: 'crm' } },
        token: { result: 'sesionId', expires: 'admin' },
        send: { member: ['*/sesionId', 'Ping/sessionId'] },
        endpoint: { result: 'role' },
        logout: 'Logoff',
      }),
    ).toMatchInlineSnapshot(`
      [
        "session > login > input > usr: the input of Login has no member "usr"; did you mean user?",
        "session > send > member > 0: no operation has an input with "sesionId"; did you mean sessionId, as in Find?",
        "session > send > member > 1: the input of Ping has no member "sessionId"",
        "session > login: must give the whole input of Login: user is missing",
        "session > token > result: the result of Login has no member "sesionId"; did you mean sessionId?",
        "session > token > expires: must be a date and time or a number of seconds, not xs:boolean",
        "session > endpoint > result: must be one value: role of the result of Login can occur more than once",
        "session > logout: no operation of this service is called "Logoff"; did you mean Logout?",
      ]
    `);
    expect(
      problemsOf({
        token: { result: 'User', expires: 'User/idd' },
        login: { operation: 'Logn' },
        logout: 'Find',
      }),
    ).toMatchInlineSnapshot(`
      [
        "session > login > operation: no operation of this service is called "Logn"; did you mean Login?",
        "session > logout: must need nothing but the token: fill the other members of Find, such as name",
      ]
    `);
    expect(problemsOf({ login: { operation: 'Login', input: { user: 'a' } } })).toMatchInlineSnapshot(`
      [
        "session > login: must give the whole input of Login: password is missing",
      ]
    `);
  });

  test('a member that both the session and a line of fill write', () => {
    expect(problemsOf({}, { 'Login/user': 'a', '*/sessionId': 'b' })).toMatchInlineSnapshot(`
      [
        "session > login > input > user: fills a member that Login/user fills already",
        "session > send > member: fills a member that */sessionId fills already",
      ]
    `);
  });

  test.each<[unknown, string]>([
    ['x', 'session: must be an object: login, token,'],
    [{}, 'session > login: must say the operation that logs in'],
    [{ ...SESSION, logn: 1 }, 'did you mean login?'],
    [{ ...SESSION, login: {} }, 'must have an operation: operation: Login'],
    [{ ...SESSION, login: { operation: '*' } }, 'must be one operation'],
    [
      { ...SESSION, login: { operation: 'Login', input: { user: { header: 'X-A' } } } },
      'all clients share one login',
    ],
    [{ ...SESSION, token: {} }, 'must have one of result, soapHeader, cookie, httpHeader'],
    [{ ...SESSION, token: { result: 'a', cookie: 'b' } }, 'provided, not 2'],
    [{ ...SESSION, token: { httpHeader: 'a b' } }, 'must name an HTTP header, such as X-Session'],
    [{ ...SESSION, token: { result: 'a//b' } }, 'must be names separated by /'],
    [{ ...SESSION, token: { cookie: '*' } }, 'names all cookies: name one, or send cookie: true'],
    [{ ...SESSION, send: { cookie: true } }, 'must name the cookie'],
    [{ ...SESSION, send: { member: 'sessionId' } }, 'must name an operation or *, and a member'],
    [{ ...SESSION, send: { member: 'Login/user' } }, 'must not be in Login, whose answer has the token'],
    [{ ...SESSION, send: { member: [] } }, 'must name a member'],
    [{ ...SESSION, endpoint: { result: 'a', hosts: ['https://a'] } }, 'must be a host, crm.example.com or'],
    [
      { ...SESSION, renew: { after: 50 } },
      'must be a duration, 90s, 50m, 12h or 30d (1s to 366d), got number 50',
    ],
    [{ ...SESSION, renew: { after: '9000d' } }, 'must be a duration'],
    [{ ...SESSION, renew: { statuses: [200] } }, 'must be an HTTP status from 400 to 599'],
    [
      { ...SESSION, renew: { faults: Array.from({ length: 51 }, () => 'a') } },
      'a list of at most 50 entries',
    ],
    [{ ...SESSION, token: { provided: true } }, 'session > login: cannot be beside token > provided'],
    [{ ...SESSION, token: { provided: true } }, 'session > endpoint: cannot be beside token > provided'],
    [{ ...SESSION, token: { provided: true } }, 'session > renew > after: cannot be beside'],
    [{ token: { provided: true, expires: 'a' }, send: { member: '*/sessionId' } }, 'comes with its end'],
    [{ token: { provided: 'yes' }, send: { member: '*/sessionId' } }, 'must be true, or list the names'],
    [{ token: { provided: ['a', 'a'] }, send: { member: { '*/sessionId': 'a' } } }, 'each once, got'],
    [{ token: { provided: ['__proto__'] }, send: { member: {} } }, 'must be true, or list the names'],
    [{ token: { provided: ['a'] }, send: { httpHeader: 'X-S' } }, 'sends one value, and the token has 1'],
    [{ token: { provided: ['a'] }, send: { member: '*/sessionId' } }, 'must say which value each member has'],
    [
      { token: { provided: ['token', 'sign'] }, send: { member: { '*/sessionId': 'tokn' } } },
      'must be a value of the token, token or sign, got string "tokn"; did you mean token?',
    ],
    [
      { token: { provided: ['token', 'sign'] }, send: { member: { '*/sessionId': 'token' } } },
      'session > send > member: sends the value sign of the token in no member',
    ],
    [{ token: { provided: true }, send: { member: { '*/sessionId': 'a' } } }, 'must be the path of a member'],
    [{ token: { provided: true }, send: { cookie: true } }, 'must name the cookie'],
    [{ token: { provided: true }, send: { member: '*/sesionId' } }, 'did you mean sessionId, as in Find?'],
    [{ ...SESSION, logout: 'Login' }, 'must not be the operation that logs in'],
    [{ ...SESSION, repeatable: 'yes' }, 'must be true or false'],
    [JSON.parse('{"__proto__": {"login": 1}}'), 'is not known here'],
  ])('%j: %s', (session, message) => {
    const { problems } = checkDesign(crm(), { session } as Design);
    expect(problems.map(({ at, message }) => `${at.join(' > ')}: ${message}`).join('\n')).toContain(message);
  });
});

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

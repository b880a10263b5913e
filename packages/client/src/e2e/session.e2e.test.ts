import type { SessionDesign } from '@soapstone/json-xml-mapper/design';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, createSessionStore } from '../index.js';
import { type Answer, envelope, type HttpServer, startHttpServer } from '../testing/echo-server.js';

const DAY = 86_400_000;

const wsdl = (address: string): string => `<definitions targetNamespace="urn:s" xmlns:t="urn:s"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
    <xs:element name="Login"><xs:complexType><xs:sequence><xs:element name="userName" type="xs:string"/>
      <xs:element name="password" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="LoginResponse"><xs:complexType><xs:sequence><xs:element name="sessionId" type="xs:string"/>
      <xs:element name="seconds" type="xs:int" minOccurs="0"/><xs:element name="serverUrl" type="xs:string" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Session"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    ${['GetUser', 'SaveUser']
      .map(
        (name) => `<xs:element name="${name}"><xs:complexType><xs:sequence>
      <xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="${name}Response"><xs:complexType><xs:sequence>
      <xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`,
      )
      .join('')}
    <xs:element name="Logout"><xs:complexType/></xs:element><xs:element name="LogoutResponse"><xs:complexType/></xs:element>
  </xs:schema></types>
  <message name="Session"><part name="header" element="t:Session"/></message>
  ${['Login', 'GetUser', 'SaveUser', 'Logout']
    .map(
      (name) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message>
    <message name="${name}Response"><part name="parameters" element="t:${name}Response"/></message>`,
    )
    .join('')}
  <portType name="S">${['Login', 'GetUser', 'SaveUser', 'Logout']
    .map(
      (name) =>
        `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`,
    )
    .join('')}</portType>
  <binding name="S" type="t:S"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${['Login', 'GetUser', 'SaveUser', 'Logout']
      .map(
        (name) => `<operation name="${name}"><soap:operation soapAction="urn:s#${name}"/><input>
      ${name === 'Login' ? '' : '<soap:header message="t:Session" part="header" use="literal"/>'}<soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output></operation>`,
      )
      .join('')}</binding>
  <service name="S"><port name="S" binding="t:S"><soap:address location="${address}"/></port></service>
</definitions>`;

/** A server with sessions: it counts logins, and refuses one while another session is valid. */
class Upstream {
  logins = 0;
  refusedLogins = 0;
  executed: string[] = [];
  valid: string | undefined;
  seconds: number | undefined;
  serverUrl: string | undefined;
  cookies = false;
  password = 'letmein';

  answer(body: string, cookie: string | undefined): Answer {
    const name = /<(?:\w+:)?(Login|GetUser|SaveUser|Logout)[ />]/.exec(body)?.[1] ?? '';
    if (name === 'Login') return this.#login(body);
    const token = this.cookies
      ? /sid=([^;]*)/.exec(cookie ?? '')?.[1]
      : />([^<>]*)<\/\w+:id>/.exec(body)?.[1];
    if (token === undefined || token !== this.valid) return fault('t:INVALID_SESSION_ID', 'no session');
    this.executed.push(name);
    if (name === 'Logout') this.valid = undefined;
    return answered(name, name === 'Logout' ? '' : `<t:name>Ada</t:name><t:name>${token}</t:name>`);
  }

  #login(body: string): Answer {
    this.logins++;
    if (!body.includes(`>crm<`) || !body.includes(`>${this.password}<`))
      return fault('t:LOGIN_FAILED', 'wrong password');
    if (this.valid !== undefined) {
      this.refusedLogins++;
      return fault('t:ALREADY', 'a session is valid');
    }
    this.valid = `token-${this.logins}`;
    const seconds = this.seconds === undefined ? '' : `<t:seconds>${this.seconds}</t:seconds>`;
    const serverUrl = this.serverUrl === undefined ? '' : `<t:serverUrl>${this.serverUrl}</t:serverUrl>`;
    return {
      ...answered('Login', `<t:sessionId>${this.valid}</t:sessionId>${seconds}${serverUrl}`),
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        ...(this.cookies && { 'set-cookie': [`sid=${this.valid}; Path=/`, 'lang=en'] }),
      },
    };
  }
}

function answered(name: string, content: string): Answer {
  return { body: envelope(`<t:${name}Response xmlns:t="urn:s">${content}</t:${name}Response>`) };
}

function fault(code: string, reason: string): Answer {
  const body = `<s:Fault xmlns:t="urn:s"><faultcode>${code}</faultcode><faultstring>${reason}</faultstring></s:Fault>`;
  return { status: 500, body: envelope(body) };
}

const DESIGN = {
  session: {
    login: { operation: 'Login', input: { userName: 'crm', password: { secret: 'crm' } } },
    token: { result: 'sessionId', expires: 'seconds' },
    send: { soapHeader: 'Session/id' },
    renew: { before: '0s', faults: ['INVALID_SESSION_ID'] },
    logout: 'Logout',
  },
} as const;

let upstream: Upstream;
let server: HttpServer;
let now: number;
beforeEach(async () => {
  upstream = new Upstream();
  now = Date.UTC(2026, 0, 1);
  server = await startHttpServer(({ body, headers }) => upstream.answer(String(body), headers.cookie));
});
afterEach(() => server.stop());

const open = (options: ClientOptions = {}) =>
  createClient(wsdl(server.address), {
    design: DESIGN,
    fills: { secret: (name) => (name === 'crm' ? 'letmein' : undefined), now: () => now },
    ...options,
  });

test('200 first calls make one login, and closing the client logs out', async () => {
  const client = await open();
  expect(client.$operations).toEqual(['GetUser', 'SaveUser']);
  const results = await Promise.all(Array.from({ length: 200 }, () => client.$operation('GetUser')({})));
  expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
    new Set([JSON.stringify({ name: ['Ada', 'token-1'] })]),
  );
  expect(upstream.logins).toBe(1);
  await client.$close();
  expect(upstream.executed.filter((name) => name === 'Logout')).toEqual(['Logout']);
  expect(upstream.valid).toBeUndefined();
});

test('no hook sees the login, and no client can call it or send the token', async () => {
  const seen: string[] = [];
  await using client = await open({
    hooks: {
      request: ({ operation }) => void seen.push(operation),
      response: ({ body }) => void seen.push(String(body)),
    },
  });
  await client.$operation('GetUser')({});
  expect(seen[0]).toBe('GetUser');
  expect(seen.join()).not.toContain('LoginResponse');
  expect(() => client.$operation('Login')).toThrow('no operation "Login" in this service');
  await expect(
    client.$operation('GetUser')({}, { soapHeaders: { Session: { id: 'mine' } } }),
  ).rejects.toMatchObject({ name: 'ValidationError' });
});

test('a fault renews the session once: a call that reads is sent again, another says SESSION_RENEWED', async () => {
  await using client = await open();
  const [get, save] = [client.$operation('GetUser'), client.$operation('SaveUser')];
  await get({});
  upstream.valid = undefined;
  expect(
    new Set((await Promise.all([get({}), get({}), get({})])).map((each) => JSON.stringify(each))),
  ).toEqual(new Set([JSON.stringify({ name: ['Ada', 'token-2'] })]));
  expect(upstream.logins).toBe(2);
  now += DAY;
  upstream.valid = undefined;
  await expect(save({})).rejects.toMatchObject({ name: 'SessionError', code: 'SESSION_RENEWED' });
  expect(upstream.executed).not.toContain('SaveUser');
  expect(await save({})).toEqual({ name: ['Ada', 'token-3'] });
  expect(upstream.executed.filter((name) => name === 'SaveUser')).toHaveLength(1);
});

test('repeatable: any call is sent again, exactly once', async () => {
  await using client = await open({ design: { session: { ...DESIGN.session, repeatable: true } } });
  const save = client.$operation('SaveUser');
  await save({});
  upstream.valid = undefined;
  expect(await save({})).toEqual({ name: ['Ada', 'token-2'] });
  expect(upstream.executed).toEqual(['SaveUser', 'SaveUser']);
});

test('streams and items are read in the session, too', async () => {
  await using client = await open();
  const get = client.$operation('GetUser');
  await get({});
  upstream.valid = undefined;
  const names: unknown[] = [];
  for await (const name of get.items({}, 'name')) names.push(name);
  expect(names).toEqual(['Ada', 'token-2']);
  let text = '';
  for await (const chunk of get.stream({})) text += Buffer.from(chunk).toString();
  expect(JSON.parse(text)).toEqual({ name: ['Ada', 'token-2'] });
});

test('30 days: each session is used to its end, and no login is refused', async () => {
  upstream.seconds = 12 * 3_600;
  await using client = await open();
  let ends = now + 12 * 3_600_000;
  const start = now;
  for (; now < start + 30 * DAY; now += 3 * 3_600_000) {
    if (now >= ends) {
      upstream.valid = undefined;
      ends = now + 12 * 3_600_000;
    }
    await client.$operation('GetUser')({});
  }
  expect([upstream.logins, upstream.refusedLogins]).toEqual([60, 0]);
});

describe('a login that fails', () => {
  test('a wrong password is tried once in 30 seconds, by all clients of a store', async () => {
    upstream.password = 'other';
    const sessionStore = createSessionStore();
    await using one = await open({ sessionStore });
    await using two = await open({ sessionStore });
    const calls = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => [one, two][at % 2]!.$operation('GetUser')({})),
    );
    for (const call of calls)
      expect(call).toMatchObject({ reason: { name: 'SessionError', code: 'UPSTREAM_LOGIN_FAILED' } });
    expect(JSON.stringify(calls)).not.toContain('letmein');
    expect(upstream.logins).toBe(1);
    upstream.password = 'letmein';
    now += 29_999;
    await expect(one.$operation('GetUser')({})).rejects.toMatchObject({ retryAfterMs: 1 });
    now += 1;
    await one.$operation('GetUser')({});
    await two.$operation('GetUser')({});
    expect(upstream.logins).toBe(2);
  });

  test('an address on another host is not called', async () => {
    upstream.serverUrl = 'http://169.254.169.254/latest';
    await using client = await open({
      design: { session: { ...DESIGN.session, endpoint: { result: 'serverUrl' } } },
    });
    await expect(client.$operation('GetUser')({})).rejects.toMatchObject({
      code: 'UPSTREAM_LOGIN_FAILED',
      message: expect.stringContaining('on a host that session > endpoint > hosts does not have') as string,
    });
    expect(server.received).toHaveLength(1);
  });
});

test('later calls go to the address that the login names', async () => {
  const other = await startHttpServer(({ body, headers }) => upstream.answer(String(body), headers.cookie));
  try {
    upstream.serverUrl = other.address;
    const { host } = new URL(other.address);
    await using client = await open({
      design: { session: { ...DESIGN.session, endpoint: { result: 'serverUrl', hosts: [host] } } },
    });
    await client.$operation('GetUser')({});
    expect([server.received.length, other.received.length]).toEqual([1, 1]);
  } finally {
    await other.stop();
  }
});

test('cookies: those of the login are sent with every call', async () => {
  upstream.cookies = true;
  await using client = await open({
    design: { session: { ...DESIGN.session, token: { cookie: '*' }, send: { cookie: true } } },
  });
  await client.$operation('GetUser')({}, { soapHeaders: { Session: { id: 'unused' } } });
  expect(server.received.at(-1)?.headers.cookie).toBe('sid=token-1; lang=en');
});

describe('a token that the program has itself (DF-16)', () => {
  const provided = (send: SessionDesign['send'], session?: (name?: string) => string | undefined) =>
    createClient(wsdl(server.address), {
      design: { session: { token: { provided: true }, send, logout: 'Logout' } },
      fills: { session },
    });

  test('is sent with each call, and closing the client does not log out', async () => {
    upstream.valid = 'mine';
    const client = await provided({ soapHeader: 'Session/id' }, () => upstream.valid);
    expect(client.$operations).toEqual(['Login', 'GetUser', 'SaveUser']);
    expect(await client.$operation('GetUser')({})).toEqual({ name: ['Ada', 'mine'] });
    upstream.valid = 'next';
    expect(await client.$operation('SaveUser')({})).toEqual({ name: ['Ada', 'next'] });
    await client.$close();
    expect([upstream.logins, upstream.executed]).toEqual([0, ['GetUser', 'SaveUser']]);
  });

  test('is a cookie, also for results that are read piece by piece', async () => {
    upstream.cookies = true;
    upstream.valid = 'mine';
    await using client = await provided({ cookie: 'sid' }, () => upstream.valid);
    expect(await client.$operation('SaveUser')({})).toEqual({ name: ['Ada', 'mine'] });
    const names: unknown[] = [];
    for await (const name of client.$operation('GetUser').items({}, 'name')) names.push(name);
    expect(names).toEqual(['Ada', 'mine']);
  });

  test('that is missing, or that a cookie cannot have, fails the call, and nothing is sent', async () => {
    await using none = await provided({ httpHeader: 'X-Session' });
    await expect(none.$operation('GetUser')({})).rejects.toMatchObject({
      name: 'SessionError',
      code: 'UPSTREAM_LOGIN_FAILED',
    });
    await using inMessage = await provided({ soapHeader: 'Session/id' });
    await expect(inMessage.$operation('GetUser')({})).rejects.toThrow('the token of the session');
    await using wrong = await provided({ cookie: 'sid' }, () => 'a; b');
    await expect(wrong.$operation('GetUser')({})).rejects.toThrow('has a semicolon');
    expect(upstream.executed).toEqual([]);
  });
});

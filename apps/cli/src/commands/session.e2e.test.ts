import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServing } from '../serve/serve.js';
import { directoryOf, runCommand, testTerminal } from '../testing/run-command.js';

const OPERATIONS = ['Login', 'GetUser', 'SaveUser', 'Logout'];
const element = (name: string, members: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const text = (name: string): string => `<xs:element name="${name}" type="xs:string"/>`;
const WSDL = `<definitions targetNamespace="urn:s" xmlns:t="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
    ${element('Login', text('userName') + text('password'))}${element('LoginResponse', text('sessionId'))}
    ${['GetUser', 'SaveUser'].map((name) => element(name, text('sessionId') + text('name')) + element(`${name}Response`, text('name'))).join('')}
    ${element('Logout', text('sessionId'))}${element('LogoutResponse', '')}
  </xs:schema></types>
  ${OPERATIONS.map(
    (name) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message>
  <message name="${name}Response"><part name="parameters" element="t:${name}Response"/></message>`,
  ).join('')}
  <portType name="S">${OPERATIONS.map(
    (name) =>
      `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`,
  ).join('')}</portType>
  <binding name="S" type="t:S"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${OPERATIONS.map(
    (
      name,
    ) => `<operation name="${name}"><soap:operation soapAction="urn:s#${name}"/><input><soap:body use="literal"/></input>
    <output><soap:body use="literal"/></output></operation>`,
  ).join('')}</binding>
  <service name="S"><port name="S" binding="t:S"><soap:address location="http://127.0.0.1:9/"/></port></service>
</definitions>`;
const DESIGN = `session:
  login: { operation: Login, input: { userName: crm, password: { secret: crm } } }
  token: { result: sessionId }
  send: { member: '*/sessionId' }
  renew: { faults: [INVALID_SESSION_ID] }
  logout: Logout
`;
const BAD = `session:
  login: { operation: Logn, input: { userName: crm } }
  token: { result: sessionId }
  send: { member: '*/sesionId' }
`;
const PROVIDED = `session:
  token: { provided: true }
  send: { member: '*/sessionId' }
  logout: Logout
`;
const PARTS = `session:
  token: { provided: [token, sign] }
  send: { member: { '*/sessionId': token, 'GetUser/name': sign } }
`;
const cwd = directoryOf({
  's.wsdl': WSDL,
  'design.yaml': DESIGN,
  'bad.yaml': BAD,
  'provided.yaml': PROVIDED,
  'parts.yaml': PARTS,
});

let server: Server;
let endpoint: string;
let logins: number;
let valid: string | undefined;
let seen: string[];

beforeEach(async () => {
  [logins, valid, seen] = [0, undefined, []];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const name = /<(?:\w+:)?(Login|GetUser|SaveUser|Logout)[ >]/.exec(body)?.[1] ?? '';
      seen.push(name);
      const answer = (content: string, status = 200): void => {
        response.writeHead(status, { 'Content-Type': 'text/xml' });
        response.end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
        );
      };
      const fault = (code: string): void =>
        answer(
          `<s:Fault xmlns:t="urn:s"><faultcode>t:${code}</faultcode><faultstring>no</faultstring></s:Fault>`,
          500,
        );
      if (name === 'Login') {
        logins++;
        if (valid !== undefined || !body.includes('>letmein<')) return fault('LOGIN_FAILED');
        valid = `token-${logins}`;
        return answer(`<LoginResponse xmlns="urn:s"><sessionId>${valid}</sessionId></LoginResponse>`);
      }
      if (valid === undefined || !body.includes(`>${valid}<`)) return fault('INVALID_SESSION_ID');
      if (name === 'Logout') valid = undefined;
      return answer(
        `<${name}Response xmlns="urn:s">${name === 'Logout' ? '' : '<name>Ada</name>'}</${name}Response>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('design check and show: the session, and mistakes with their places', async () => {
  const bad = await runCommand(['design', 'check', 's.wsdl', 'bad.yaml'], { cwd });
  expect(bad.out).toBe(
    `bad.yaml:2:12: session > login > operation: no operation of this service is called "Logn"; did you mean Login?
bad.yaml:4:11: session > send > member: no operation has an input with "sesionId"; did you mean sessionId, as in GetUser?
`,
  );
  const shown = await runCommand(['design', 'show', 's.wsdl', 'design.yaml'], { cwd });
  expect(shown.out).toBe(`Login
  userName  always "crm"
  password  the secret crm
  hidden
GetUser
  sessionId  the token of the session
SaveUser
  sessionId  the token of the session
Logout
  sessionId  the token of the session
  hidden
`);
});

test('call: logs in, calls and logs out', async () => {
  const call = [
    'call',
    's.wsdl',
    'GetUser',
    '{"name":"a"}',
    '--design',
    'design.yaml',
    '--endpoint',
    endpoint,
  ];
  const { out, err, exitCode } = await runCommand([...call, '--secret', 'crm=letmein', '--result'], { cwd });
  expect([err, JSON.parse(out), exitCode]).toEqual(['', { name: 'Ada' }, 0]);
  expect(seen).toEqual(['Login', 'GetUser', 'Logout']);
  const wrong = await runCommand([...call, '--secret', 'crm=canary-1'], { cwd });
  expect(wrong.err).toContain('cannot log in to the SOAP service: Login failed with a SOAP fault: no');
  expect([wrong.exitCode, wrong.err.includes('canary')]).toEqual([4, false]);
  const hidden = await runCommand(
    ['call', 's.wsdl', 'Login', '{}', '--design', 'design.yaml', '--secret', 'crm=x'],
    {
      cwd,
    },
  );
  expect(hidden.err).toContain('no operation "Login"');
});

test('call: a token that a program made is given like a secret, and nothing logs in or out', async () => {
  valid = 'mine';
  const call = ['call', 's.wsdl', 'GetUser', '{"name":"a"}', '--endpoint', endpoint, '--result', '--design'];
  const one = await runCommand([...call, 'provided.yaml', '--secret', 'session=mine'], { cwd });
  expect([one.err, JSON.parse(one.out)]).toEqual(['', { name: 'Ada' }]);
  const two = await runCommand([...call, 'parts.yaml', '--secret', 'token=mine', '--secret', 'sign=s'], {
    cwd,
  });
  expect(two.err).toContain('additionalProperties');
  const inputless = call.map((each) => (each === '{"name":"a"}' ? '{}' : each));
  const parts = await runCommand(
    [...inputless, 'parts.yaml', '--secret', 'token=mine', '--secret', 'sign=s'],
    { cwd },
  );
  expect([parts.err, JSON.parse(parts.out)]).toEqual(['', { name: 'Ada' }]);
  const missing = await runCommand([...inputless, 'parts.yaml', '--secret', 'token=mine'], { cwd });
  expect(missing.err).toContain('the design needs the secret "sign"');
  expect(seen).toEqual(['GetUser', 'GetUser']);
  const shown = await runCommand(['design', 'show', 's.wsdl', 'parts.yaml'], { cwd });
  expect(shown.out).toContain('  name  the value sign of the session’s token\n');
});

test('openapi: neither the login nor the token is in the document', async () => {
  const { out } = await runCommand(['openapi', 's.wsdl', '--design', 'design.yaml'], { cwd });
  expect(out).toContain('GetUser');
  expect(out).not.toMatch(/Login|Logout|sessionId|password/);
});

test('serve: one login for all calls; a fault renews it once, and SESSION_RENEWED tells what to do', async () => {
  const { terminal } = testTerminal({ cwd });
  const { url, close } = await startServing(
    ['s.wsdl'],
    { port: 0, endpoint, header: {}, design: 'design.yaml', secret: new Map([['crm', 'letmein']]) },
    { terminal, exitCode: 0 },
  );
  const post = async (name: string, accept = 'application/json') => {
    const response = await fetch(`${url}/api/v1/local/s/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: '{"name":"a"}',
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    };
  };
  try {
    const numbers = 'application/json; IEEE754Compatible=true';
    const calls = await Promise.all(
      Array.from({ length: 40 }, (_, at) => post('GetUser', at % 2 === 0 ? numbers : undefined)),
    );
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
    expect(logins).toBe(1);
    expect((await post('Login')).status).toBe(404);
    valid = undefined;
    expect(await post('SaveUser')).toMatchObject({
      status: 503,
      retryAfter: '0',
      body: { error: { type: 'UPSTREAM_ERROR', code: 'SESSION_RENEWED', sent: true } },
    });
    expect((await post('SaveUser')).status).toBe(200);
    expect(logins).toBe(2);
  } finally {
    await close();
  }
  expect(seen.at(-1)).toBe('Logout');
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRestApi } from './create-rest-api.js';

const NAMES = ['Login', 'GetUser', 'SaveUser'];
const element = (name: string, ...members: readonly string[]): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members.map((each) => `<xs:element name="${each}" type="xs:string"/>`).join('')}</xs:sequence></xs:complexType></xs:element>`;
const each = (print: (name: string) => string): string => NAMES.map(print).join('');
const wsdl = (
  address: string,
): string => `<definitions targetNamespace="urn:s" xmlns:t="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><types>
  <xs:schema targetNamespace="urn:s" elementFormDefault="qualified">${each((name) =>
    name === 'Login'
      ? element(name, 'password') + element(`${name}Response`)
      : element(name, 'name') + element(`${name}Response`, 'name'),
  )}</xs:schema></types>
  ${each((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message><message name="${name}Response"><part name="p" element="t:${name}Response"/></message>`)}
  <portType name="S">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}</portType>
  <binding name="S" type="t:S"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (name) =>
      `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
  )}</binding>
  <service name="S"><port name="S" binding="t:S"><soap:address location="${address}"/></port></service></definitions>`;

let server: Server;
let address: string;
let logins: number;
let valid: string | undefined;
beforeEach(async () => {
  [logins, valid] = [0, undefined];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const name = NAMES.find((each) => body.includes(`${each}>`) || body.includes(`:${each} `)) ?? '';
      const isLogin = name === 'Login' && body.includes('>letmein<') && valid === undefined;
      const isValid = valid !== undefined && request.headers.cookie === `sid=${valid}`;
      if (isLogin) valid = String(++logins);
      const content =
        isLogin || isValid
          ? `<${name}Response xmlns="urn:s">${isLogin ? '' : '<name>Ada</name>'}</${name}Response>`
          : '';
      response.writeHead(isLogin || isValid ? 200 : 401, {
        'content-type': 'text/xml',
        ...(isLogin && { 'set-cookie': `sid=${valid}; HttpOnly` }),
      });
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const open = (password = 'letmein') =>
  createRestApi(wsdl(address), {
    onError: () => undefined,
    client: {
      design: {
        session: {
          login: { operation: 'Login', input: { password: { secret: 'crm' } } },
          token: { cookie: 'sid' },
          send: { cookie: true },
          renew: { statuses: [401] },
        },
      },
      fills: { secret: () => password },
    },
  });
const post = async (api: Awaited<ReturnType<typeof open>>, name: string, accept = 'application/json') => {
  const headers = { 'content-type': 'application/json', accept };
  const response = await api.fetch(
    new Request(`http://api.test/${name}`, { method: 'POST', headers, body: '{"name":"a"}' }),
  );
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};

test('all calls of an API share one login, which its clients do not see', async () => {
  const api = await open();
  const calls = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      post(api, 'GetUser', at % 2 === 0 ? undefined : 'application/json;IEEE754Compatible=true'),
    ),
  );
  expect(new Set(calls.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['200 {"name":"Ada"}']),
  );
  expect(logins).toBe(1);
  expect((await post(api, 'Login')).status).toBe(404);
  expect(api.openapi()).not.toMatch(/Login|password/);
  await api.close();
});

test('a status that refuses the session: 503, Retry-After 0 and SESSION_RENEWED, then the call works', async () => {
  const api = await open();
  await post(api, 'SaveUser');
  valid = undefined;
  const refused = await post(api, 'SaveUser');
  expect([refused.status, refused.retryAfter]).toEqual([503, '0']);
  expect(refused.text).toContain('SESSION_RENEWED');
  expect((await post(api, 'SaveUser')).status).toBe(200);
  expect(logins).toBe(2);
  await api.close();
});

test('a wrong password: 502 with the seconds to wait, and nothing of the login', async () => {
  const api = await open('canary-1');
  const { status, retryAfter, text } = await post(api, 'GetUser');
  expect([status, retryAfter]).toEqual([502, '30']);
  expect(text).toContain('UPSTREAM_LOGIN_FAILED');
  expect(text).not.toMatch(/canary|Login\b|401/);
  await api.close();
});

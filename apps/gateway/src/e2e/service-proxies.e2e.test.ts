import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoggingProxy,
  openLoggingProxy,
} from '../../../../packages/soap-transport/src/testing/logging-proxy.js';
import {
  type LoopbackServer,
  serveHttp,
} from '../../../../packages/soap-transport/src/testing/loopback-server.js';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope } from '../testing/hostile-upstream.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:f" targetNamespace="urn:f">
  <types><xs:schema targetNamespace="urn:f" elementFormDefault="qualified">
    <xs:element name="Get"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
    <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="size" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Get"/></message><message name="out"><part name="p" element="t:GetResponse"/></message>
  <portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://erp.corp.example/"/></port></service>
</definitions>`;
const URL_OF_WSDL = 'http://erp.corp.example/f?wsdl';
const LOGIN = { basic: { username: 'own', password: 'CANARY-2' } };

let under: GatewayUnderTest;
let upstream: LoopbackServer;
/** With the login of the operator, and with that of a service. */
let branch: LoggingProxy;
let partner: LoggingProxy;
let owner: OwnerClient;

beforeAll(async () => {
  upstream = await serveHttp((message, reply) => {
    message.resume().on('end', () => {
      reply.setHeader('content-type', 'text/xml');
      if (message.method === 'GET') reply.end(WSDL);
      else reply.end(envelope('<GetResponse xmlns="urn:f"><size>7</size></GetResponse>'));
    });
  });
  const leadsTo = () => upstream.host;
  branch = await openLoggingProxy({ login: 'svc:CANARY-1', leadsTo });
  partner = await openLoggingProxy({ login: 'own:CANARY-2', leadsTo });
  under = await startUnderTest({
    OUTBOUND_PROXIES: `branch=http://svc:CANARY-1@${branch.host}, partner=http://${partner.host}`,
    EGRESS_ALLOW: '*.corp.example',
  });
});
afterAll(async () => {
  await under?.stop();
  await branch?.close();
  await partner?.close();
  await upstream?.close();
});
beforeEach(async () => {
  branch.requests.length = 0;
  partner.requests.length = 0;
  owner = checkAnswers(await createOwner(under));
});

/** Registers a service from files. Returns its path. */
async function service(settings: object): Promise<string> {
  const files = [{ path: 'f.wsdl', content: Buffer.from(WSDL).toString('base64') }];
  const answer = await owner.send('POST', '/api/manage/services', { files, settings });
  return `/api/manage/services/${answer.json<{ serviceId: string }>().serviceId}`;
}

async function tryGet(path: string): Promise<string> {
  const answer = await owner.send('POST', `${path}/operations/Get/try`, { input: '{}' });
  return answer.json<{ body: string }>().body;
}

const targets = (proxy: LoggingProxy) => proxy.requests.map(({ method, target }) => `${method} ${target}`);

test('only a proxy that the operator has named can be chosen', async () => {
  const path = await service({});
  const refused = await owner.send('PATCH', path, { settings: { proxy: 'nobody' } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.json())).toContain('choose one of branch, partner');
  expect(JSON.stringify(refused.json())).toContain('/settings/proxy');
  for (const proxy of ['http://10.0.0.1:80', 'BRANCH', '', '../branch', '__proto__']) {
    const answer = await owner.send('PATCH', path, { settings: { proxy } });
    expect([proxy, answer.status]).toEqual([proxy, 400]);
  }
  const shown = (await owner.send('GET', path)).json<{ proxies: string[]; settings: { proxy: null } }>();
  expect([shown.proxies, shown.settings.proxy]).toEqual([['branch', 'partner'], null]);
});

test('calls and the connection test go through it, with the login of the operator, and stop when it is removed', async () => {
  const path = await service({ proxy: 'branch' });
  expect(JSON.parse(await tryGet(path))).toMatchObject({ result: { size: 7 } });
  expect(targets(branch)).toEqual(['POST http://erp.corp.example/']);
  const tested = await owner.send('POST', `${path}/connection-test`, {});
  expect(tested.json()).toMatchObject({ reached: true });
  expect(targets(branch)).toHaveLength(2);
  await owner.send('PATCH', path, { settings: { proxy: null } });
  expect(await tryGet(path)).toContain('UPSTREAM_DNS');
  expect(targets(branch)).toHaveLength(2);
});

test('a service logs in with a login of its own, which no answer and no log shows', async () => {
  const path = await service({ proxy: 'partner' });
  expect(await tryGet(path)).toContain('asks for a login (407)');
  for (const body of [{}, { basic: LOGIN.basic, digest: LOGIN.basic }, { oauth: {} }, { basic: {} }])
    expect((await owner.send('PUT', `${path}/proxy-login`, body)).status).toBe(400);
  expect((await owner.send('PUT', `${path}/proxy-login`, LOGIN)).status).toBe(200);
  expect(JSON.parse(await tryGet(path))).toMatchObject({ result: { size: 7 } });
  expect((await owner.send('GET', `${path}/proxy-login`)).json()).toEqual({ stored: true });
  const shown = (await owner.send('GET', path)).json<{ secrets: { proxyLogin: boolean } }>();
  expect(shown.secrets.proxyLogin).toBe(true);
  // Another service of the account has no part in it.
  const other = await service({ proxy: 'partner' });
  expect(await tryGet(other)).toContain('asks for a login (407)');
  expect((await owner.send('DELETE', `${path}/proxy-login`)).status).toBe(200);
  expect(await tryGet(path)).toContain('asks for a login (407)');
  const seen = JSON.stringify(shown) + under.logLines.join('\n');
  for (const secret of ['CANARY-2', Buffer.from('own:CANARY-2').toString('base64')])
    expect(seen).not.toContain(secret);
});

test('documents are fetched through it: a registration, a draft, and a revision with the login of the service', async () => {
  const body = { url: URL_OF_WSDL, settings: { proxy: 'branch' } };
  const answer = await owner.send('POST', '/api/manage/services', body);
  expect(answer.status).toBe(201);
  expect((await owner.send('POST', '/api/manage/drafts', body)).status).toBe(201);
  expect(targets(branch)).toEqual([`GET ${URL_OF_WSDL}`, `GET ${URL_OF_WSDL}`]);
  const direct = await owner.send('POST', '/api/manage/services', { url: URL_OF_WSDL });
  expect(direct.status).toBeGreaterThanOrEqual(400);
  const path = await service({ proxy: 'partner' });
  await owner.send('PUT', `${path}/proxy-login`, LOGIN);
  const revision = await owner.send('POST', `${path}/revisions`, { url: URL_OF_WSDL });
  expect(revision.status).toBe(201);
  expect(targets(partner)).toEqual([`GET ${URL_OF_WSDL}`]);
});

test('a first import logs in at the proxy with the login that is sent with it, which is kept for calls', async () => {
  const settings = { proxy: 'partner' };
  const body = { url: URL_OF_WSDL, settings };
  const refused = await owner.send('POST', '/api/manage/services', body);
  expect([refused.status, JSON.stringify(refused.json())]).toEqual([
    400,
    expect.stringContaining('asks for a login (407)'),
  ]);
  const unusable = { ...body, proxyLogin: { basic: { username: 'a:b', password: 'CANARY-2' } } };
  expect((await owner.send('POST', '/api/manage/services', unusable)).status).toBe(400);
  const draft = await owner.send('POST', '/api/manage/drafts', { ...body, proxyLogin: LOGIN });
  expect(draft.status).toBe(201);
  partner.requests.length = 0;
  const answer = await owner.send('POST', '/api/manage/services', { ...body, proxyLogin: LOGIN });
  expect(answer.status).toBe(201);
  const shown = answer.json<{ serviceId: string; secrets: { proxyLogin: boolean } }>();
  expect(shown.secrets.proxyLogin).toBe(true);
  expect(JSON.parse(await tryGet(`/api/manage/services/${shown.serviceId}`))).toMatchObject({
    result: { size: 7 },
  });
  expect(targets(partner)).toEqual([`GET ${URL_OF_WSDL}`, 'POST http://erp.corp.example/']);
  for (const text of [JSON.stringify(answer.json()), JSON.stringify(draft.json()), under.logLines.join('\n')])
    expect(text).not.toContain('CANARY-2');
});

test('the address check holds behind it', async () => {
  const path = await service({ proxy: 'branch' });
  for (const endpoint of [
    'http://10.1.2.3/',
    'http://0xa010203:8080/',
    'https://[fd00::1]/',
    'http://127.1/',
  ])
    for (const at of [`http://${branch.host}/`, endpoint]) {
      await owner.send('PATCH', path, { settings: { endpoint: at } });
      expect(await tryGet(path), at).toContain('UPSTREAM_ADDRESS_REFUSED');
    }
  expect(branch.requests).toEqual([]);
});

test('a service whose proxy is gone is not called another way', async () => {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  await under.register(account, {
    source: { kind: 'files', files: new Map([['f.wsdl', Buffer.from(WSDL)]]), main: 'f.wsdl' },
    slug: 'f',
    settings: { proxy: 'gone' },
  });
  const answer = await under.send(`/api/v1/${account.id}/f/Get`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(502);
  expect(answer.json<{ error: object }>().error).toMatchObject({ code: 'UPSTREAM_CONNECT' });
  expect(JSON.stringify(answer.json())).toContain('this gateway has no proxy \\"gone\\"');
});

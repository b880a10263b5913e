import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LoggingProxy,
  openLoggingProxy,
} from '../../../../packages/soap-transport/src/testing/logging-proxy.js';
import {
  type LoopbackServer,
  serveHttp,
} from '../../../../packages/soap-transport/src/testing/loopback-server.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope } from '../testing/hostile-upstream.js';

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
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://erp.example/"/></port></service>
</definitions>`;

let under: GatewayUnderTest;
let proxy: LoggingProxy;
let upstream: LoopbackServer;
beforeAll(async () => {
  upstream = await serveHttp((message, reply) => {
    message.resume().on('end', () => {
      reply.setHeader('content-type', 'text/xml');
      reply.end(envelope('<GetResponse xmlns="urn:f"><size>7</size></GetResponse>'));
    });
  });
  proxy = await openLoggingProxy({ login: 'svc:CANARY-1', leadsTo: () => upstream.host });
  under = await startUnderTest({
    OUTBOUND_PROXY: `http://svc:CANARY-1@${proxy.host}`,
    OUTBOUND_NO_PROXY: '127.0.0.0/8',
    EGRESS_ALLOW: '127.0.0.1,*.corp.example',
  });
});
afterAll(async () => {
  await under?.stop();
  await proxy?.close();
  await upstream?.close();
});

async function callOf(endpoint: string) {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  await under.register(account, {
    source: { kind: 'files', files: new Map([['f.wsdl', Buffer.from(WSDL)]]), main: 'f.wsdl' },
    slug: 'f',
    settings: { endpoint },
  });
  return await under.send(`/api/v1/${account.id}/f/Get`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
}

test('OUTBOUND_PROXY: names of EGRESS_ALLOW are passed on, OUTBOUND_NO_PROXY is called directly, private addresses are refused', async () => {
  expect((await callOf('http://erp.corp.example/users')).json()).toMatchObject({ result: { size: 7 } });
  expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'POST http://erp.corp.example/users',
  ]);
  expect((await callOf(`http://${upstream.host}/`)).json()).toMatchObject({ result: { size: 7 } });
  for (const endpoint of [
    'http://10.1.2.3/',
    'http://0xa010203:8080/',
    'https://[fd00::1]/',
    'http://169.254.169.254/',
  ]) {
    const refused = await callOf(endpoint).catch((error: unknown) => ({ status: 0, text: String(error) }));
    expect(JSON.stringify(refused), endpoint).toMatch(/EGRESS_ALLOW|UPSTREAM_ADDRESS_REFUSED|private/);
  }
  expect(proxy.requests).toHaveLength(1);
});

test('OUTBOUND_PROXY: a name without an address is refused without telling callers the name', async () => {
  const answer = await callOf('https://no-such-host.invalid/');
  const text = JSON.stringify(answer.json());
  expect(text).toContain('UPSTREAM_DNS');
  expect(text).toContain('the operator can name the host in EGRESS_ALLOW');
  expect(text).not.toContain('no-such-host');
  expect(proxy.requests).toHaveLength(1);
});

test('OUTBOUND_PROXY: what it refuses names the setting; its login is in no answer and no log', async () => {
  proxy.requests.length = 0;
  await upstream.close();
  const answer = await callOf('http://erp.corp.example/users');
  const text = JSON.stringify(answer.json());
  expect(answer.status).toBe(502);
  expect(text).toContain('the proxy of OUTBOUND_PROXY cannot reach the upstream (502)');
  const all = `${text}${under.logLines.join('\n')}`;
  expect(all).not.toContain('CANARY-1');
  expect(all).not.toContain(Buffer.from('svc:CANARY-1').toString('base64'));
});

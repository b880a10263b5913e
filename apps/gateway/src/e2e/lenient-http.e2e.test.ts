import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

const BODY = envelope('<GetResponse xmlns="urn:f"><size>7</size></GetResponse>');

let under: GatewayUnderTest;
let upstream: Server;
beforeAll(async () => {
  under = await startUnderTest();
  // Ends its lines with LF alone.
  upstream = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!data.toString('latin1').includes('Envelope>')) return;
      socket.end(
        `HTTP/1.1 200 OK\nContent-Type: text/xml\nContent-Length: ${Buffer.byteLength(BODY)}\n\n${BODY}`,
      );
    });
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await under?.stop();
  upstream?.close();
});

/** A call of a service whose server breaks HTTP, and the test of its connection. */
async function outcomeWith(settings: { readonly lenientHttp?: boolean }) {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  const { port } = upstream.address() as { port: number };
  await under.register(account, {
    source: { kind: 'files', files: new Map([['f.wsdl', Buffer.from(WSDL)]]), main: 'f.wsdl' },
    slug: 'f',
    settings: { endpoint: `http://127.0.0.1:${port}/`, ...settings },
  });
  return await under.send(`/api/v1/${account.id}/f/Get`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
}

test('lenientHttp: off, a response that breaks HTTP is refused, and the message names rule and setting', async () => {
  const answer = await outcomeWith({});
  expect(answer.status).toBe(502);
  const { error } = answer.json<{ error: { message: string } }>();
  expect(error.message).toMatch(/does not end with CR and LF \(RFC 9112 §2\.2\).*the setting "lenientHttp"/);
});

test('lenientHttp: on, it is read', async () => {
  const answer = await outcomeWith({ lenientHttp: true });
  expect(answer.json()).toMatchObject({ result: { size: 7 } });
});

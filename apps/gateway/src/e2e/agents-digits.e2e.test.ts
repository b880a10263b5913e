import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/account.js';
import type { RegisteredService } from '../domain/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:bank" targetNamespace="urn:bank">
  <types><xs:schema targetNamespace="urn:bank" elementFormDefault="qualified">
    <xs:complexType name="Values"><xs:sequence><xs:element name="id" type="xs:long"/>
      <xs:element name="amount" type="xs:decimal" maxOccurs="unbounded"/><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Pay" type="t:Values"/><xs:element name="PayResponse" type="t:Values"/>
    <xs:element name="Refused"><xs:complexType><xs:sequence><xs:element name="most" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="Pay"><part name="p" element="t:Pay"/></message>
  <message name="PayResponse"><part name="p" element="t:PayResponse"/></message>
  <message name="Refused"><part name="p" element="t:Refused"/></message>
  <portType name="Bank"><operation name="Pay"><input message="t:Pay"/><output message="t:PayResponse"/><fault name="Refused" message="t:Refused"/></operation></portType>
  <binding name="Bank" type="t:Bank"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Pay"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
      <fault name="Refused"><soap:fault name="Refused" use="literal"/></fault></operation></binding>
  <service name="Bank"><port name="Bank" binding="t:Bank"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

let under: GatewayUnderTest;
/** Answers with the content of the request, digit for digit; payments with id 2 are refused. */
let server: Server;
let account: Account;
let service: RegisteredService;
let key: string;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push(body);
    const refused = /id>2</.test(body);
    const content = refused
      ? '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><Refused xmlns="urn:bank"><most>100.00</most></Refused></detail></s:Fault>'
      : /<(\w+:)?Body>(.*)<\/(\w+:)?Body>/s
          .exec(body)![2]!
          .replaceAll(/(<\/?(?:\w+:)?)Pay\b/g, '$1PayResponse');
    response
      .writeHead(refused ? 500 : 200, { 'Content-Type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  under = await startUnderTest();
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  service = await under.register(account, {
    source: { kind: 'files', files: new Map([['bank.wsdl', Buffer.from(WSDL)]]), main: 'bank.wsdl' },
    slug: 'bank',
    settings: {
      agents: { operations: { Pay: 'yes' } },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
  });
});

afterAll(async () => {
  await under?.stop();
  server?.close();
});

const headers = (): Record<string, string> => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

/** Calls the tool with the text of its arguments. */
const pay = (args: string): Promise<Answer> =>
  under.send(`/mcp/v1/${account.id}/bank`, {
    method: 'POST',
    headers: { ...headers(), 'MCP-Protocol-Version': '2025-11-25' },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Pay","arguments":${args}}}`,
  });

/** Makes the same call of the JSON API. */
const post = (body: string): Promise<Answer> =>
  under.send(`/api/v1/${account.id}/bank/Pay`, { method: 'POST', headers: headers(), body });

const FIGURES = '{"id":9007199254740993,"amount":[12345678901234567890.10,-0.10]}';
const WRITTEN = /id>9007199254740993<.*amount>12345678901234567890\.10<.*amount>-0\.10</;

test('agents: digits reach the XML and come back as they are written', async () => {
  const { text } = await pay(FIGURES);
  expect(seen.at(-1)).toMatch(WRITTEN);
  const result = '{"id":"9007199254740993","amount":["12345678901234567890.10",-0.10]}';
  expect(text).toContain(`"structuredContent":${result}`);
  expect(text).toContain(JSON.stringify(result));
});

test('agents: a message that a thread encodes and decodes keeps its digits too', async () => {
  const note = 'x'.repeat(200_000);
  const { text } = await pay(FIGURES.replace('}', `,"note":"${note}"}`));
  expect(seen.at(-1)).toMatch(WRITTEN);
  expect(text).toContain(
    '"structuredContent":{"id":"9007199254740993","amount":["12345678901234567890.10",-0.10],"note"',
  );
});

test('agents: the detail of a fault keeps its digits', async () => {
  const { text } = await pay('{"id":2,"amount":[1]}');
  expect(JSON.parse(text).result.content[0].text).toContain('"most":100.00');
});

test('agents: the JSON API has canonical digits, and no stored response is of the other form', async () => {
  await under.setOperation(service, 'Pay', { methodPolicy: 'GET + POST', cacheSeconds: 60 });
  const query = 'id=7&amount=1.50';
  const get = (): Promise<Answer> =>
    under.send(`/api/v1/${account.id}/bank/Pay?${query}`, { headers: headers() });
  const before = seen.length;
  expect((await pay('{"id":7,"amount":[1.50]}')).text).toContain('"amount":[1.50]');
  expect((await get()).text).toMatch(/"amount":\[1\.5\].*"cached":false/);
  expect((await pay('{"id":7,"amount":[1.50]}')).text).toContain('"amount":[1.50]');
  expect((await get()).text).toMatch(/"amount":\[1\.5\].*"cached":true/);
  expect(seen.length).toBe(before + 2);
  await under.setOperation(service, 'Pay', { methodPolicy: 'Inherit', cacheSeconds: 0 });

  expect((await post(FIGURES)).text).toContain(
    '{"id":9007199254740993,"amount":[12345678901234567890.1,-0.1]}',
  );
  expect(seen.at(-1)).toMatch(/amount>12345678901234567890\.1<.*amount>-0\.1</);
});

test('agents: the official client accepts the digits by the output schema', async () => {
  const client = new Client({ name: 'judge', version: '1' });
  const fetchThere = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const answer = await under.sendTo(String(url), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body ?? ''),
    });
    const hasBody = ![202, 204].includes(answer.status);
    return new Response(hasBody ? answer.text : null, {
      status: answer.status,
      headers: answer.headers as Record<string, string>,
    });
  };
  const url = new URL(`${under.baseUrl}/mcp/v1/${account.id}/bank`);
  const options = { fetch: fetchThere, requestInit: { headers: { 'X-API-Key': key } } };
  await client.connect(new StreamableHTTPClientTransport(url, options) as never);
  // The client checks structured content against the schemas that it has listed.
  await client.listTools();
  const args = { id: '9007199254740993', amount: ['12345678901234567890.10', '-0.10', '+007.50'] };
  const { structuredContent } = await client.callTool({ name: 'Pay', arguments: args });
  expect(seen.at(-1)).toMatch(/>9007199254740993<.*>12345678901234567890\.10<.*>-0\.10<.*>\+007\.50</);
  expect(structuredContent).toEqual({
    id: '9007199254740993',
    amount: ['12345678901234567890.10', -0.1, 7.5],
  });
  await client.close();
});

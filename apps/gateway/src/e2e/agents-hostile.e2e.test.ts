import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

/** A pattern that would keep a backtracking engine busy for hours, a list, and a type that contains itself. */
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:h" targetNamespace="urn:h">
  <types><xs:schema targetNamespace="urn:h" elementFormDefault="qualified">
    <xs:simpleType name="Slow"><xs:restriction base="xs:string"><xs:pattern value="(a+)+b"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Node"><xs:sequence><xs:element name="node" type="t:Node" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Try"><xs:complexType><xs:sequence>
      <xs:element name="slow" type="t:Slow" minOccurs="0"/><xs:element name="n" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="node" type="t:Node" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="TryResponse"><xs:complexType><xs:sequence><xs:element name="n" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Try"><part name="p" element="t:Try"/></message><message name="TryResponse"><part name="p" element="t:TryResponse"/></message>
  <portType name="H"><operation name="Try"><input message="t:Try"/><output message="t:TryResponse"/></operation></portType>
  <binding name="H" type="t:H"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Try"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="H"><port name="H" binding="t:H"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

let under: GatewayUnderTest;
let server: Server;
let account: Account;
let key: string;
/** The number of requests that reached the SOAP service. */
let reached = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    reached += 1;
    response
      .writeHead(200, { 'Content-Type': 'text/xml' })
      .end(
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><TryResponse xmlns="urn:h"><n>1</n></TryResponse></s:Body></s:Envelope>',
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  under = await startUnderTest();
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  await register(account);
});

afterAll(async () => {
  await under?.stop();
  server?.close();
});

async function register(owner: Account): Promise<void> {
  await under.register(owner, {
    source: { kind: 'files', files: new Map([['h.wsdl', Buffer.from(WSDL)]]), main: 'h.wsdl' },
    slug: 'h',
    settings: {
      agents: { operations: { Try: 'yes' } },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
  });
}

interface Called {
  readonly result: { readonly isError: boolean; readonly content: readonly { readonly text: string }[] };
}

/** Calls `Try` with arguments as JSON text. */
async function call(args: string, owner = account, apiKey = key) {
  const answer = await under.send(`/mcp/v1/${owner.id}/h`, {
    method: 'POST',
    headers: {
      'X-API-Key': apiKey,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Try","arguments":${args}}}`,
  });
  return { answer, error: () => JSON.parse(answer.json<Called>().result.content[0]!.text).error };
}

describe('agents: hostile arguments', () => {
  test.each<[name: string, args: string, code: string]>([
    ['text for a pattern that backtracks', `{"slow":"${'a'.repeat(50_000)}"}`, 'SCHEMA_VIOLATION'],
    ['fifty thousand unknown members', `{${many(50_000, (i) => `"x${i}":1`)}}`, 'SCHEMA_VIOLATION'],
    ['a hundred thousand wrong items', `{"n":[${many(100_000, () => '"x"')}]}`, 'LIMIT_EXCEEDED'],
    ['one member twice', '{"n":[1],"n":[2]}', 'DUPLICATE_KEY'],
    [
      'values nested ten thousand deep',
      `${'{"node":'.repeat(10_000)}{}${'}'.repeat(10_000)}`,
      'LIMIT_EXCEEDED',
    ],
    ['a number of a hundred thousand digits', `{"n":[${'9'.repeat(100_000)}]}`, 'LIMIT_EXCEEDED'],
  ])('the explanation of %s is bounded, and nothing is sent', async (_name, args, code) => {
    const before = reached;
    const { answer, error } = await call(args);
    expect(answer.status).toBe(200);
    expect(error().code).toBe(code);
    expect((error().details ?? []).length).toBeLessThanOrEqual(100);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(reached).toBe(before);
  });

  test('repeating a message makes another call, because there are no sessions whose messages could be replayed', async () => {
    const before = reached;
    const first = await call('{"n":[1]}');
    const second = await call('{"n":[1]}');
    expect([first.answer.text, reached]).toEqual([second.answer.text, before + 2]);
  });
});

test('agents: above the per-minute limit, a call says when to retry, and nothing is sent', async () => {
  const limited = await under.createAccount({ plan: 'Free' });
  const { key: own } = await under.createKey(limited.id);
  await register(limited);
  const asked = async () => (await call('{}', limited, own)).answer.json<Called>().result;
  await expect.poll(async () => (await asked()).isError, { interval: 1, timeout: 20_000 }).toBe(true);
  const before = reached;
  const { error } = await call('{}', limited, own);
  expect(error()).toMatchObject({ type: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: expect.any(Number) });
  expect(error().retryAfterSeconds).toBeGreaterThan(0);
  expect(error().retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(reached).toBe(before);
});

function many(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join();
}

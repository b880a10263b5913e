import { defined } from '@soapstone/options/defined';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { importRevision } from '../owners/registration/register.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { listenForChanges } from '../testing/listen-for-changes.js';

/** A service with the operation `Find`, whose request has these elements. */
const wsdl = (elements: string): string => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:v" targetNamespace="urn:v">
  <types><xs:schema targetNamespace="urn:v" elementFormDefault="qualified">
    <xs:element name="Find"><xs:complexType><xs:sequence>${elements}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="n" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Find"><part name="p" element="t:Find"/></message><message name="FindResponse"><part name="p" element="t:FindResponse"/></message>
  <portType name="V">${['Find', 'Hidden'].map((name) => `<operation name="${name}"><input message="t:Find"/><output message="t:FindResponse"/></operation>`).join('')}</portType>
  <binding name="V" type="t:V"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${['Find', 'Hidden'].map((name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`).join('')}</binding>
  <service name="V"><port name="V" binding="t:V"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

const sourceOf = (elements: string) =>
  ({ kind: 'files', files: new Map([['v.wsdl', Buffer.from(wsdl(elements))]]), main: 'v.wsdl' }) as const;

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

let under: GatewayUnderTest;
let account: Account;
let key: string;

beforeAll(async () => {
  under = await startUnderTest();
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
});

afterAll(() => under?.stop());

function headersOf(method: string, name?: string): Record<string, string> {
  return {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...defined({ 'Mcp-Name': name }),
  };
}

async function ask<T>(method: string, params: object, name?: string): Promise<T> {
  const answer = await under.send(`/mcp/v1/${account.id}/v`, {
    method: 'POST',
    headers: headersOf(method, name),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  return answer.json<{ result: T }>().result;
}

interface Listing {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: { readonly properties: object };
  }[];
}

test('agents: a new revision notifies clients, keeps names, approvals and descriptions of tools, and offers its changes as a resource', async () => {
  const service = await under.register(account, {
    source: sourceOf('<xs:element name="text" type="xs:string"/>'),
    slug: 'v',
    settings: {
      agents: { operations: { Find: 'read-only' } },
      agentDescriptions: { Find: 'Finds a text. Ask for few at once.', Gone: 'Is no operation.' },
    },
  });
  const before = await ask<Listing>('tools/list', {});
  const told = listenForChanges(`${under.baseUrl}/mcp/v1/${account.id}/v`, key);
  await expect.poll(() => told.text).toContain('acknowledged');

  const next = sourceOf('<xs:element name="text" type="xs:string"/><xs:element name="limit" type="xs:int"/>');
  const { registration, store, changes } = under.gateway;
  const { number } = await importRevision(service, next, registration);
  const current = (await store.services.find(account.id, service.id))!;
  await store.services.update({ ...current, revision: number, updatedAt: current.updatedAt + 1 });
  await changes.announce(account.id);

  await expect.poll(() => told.text).toContain('notifications/tools/list_changed');
  await expect.poll(() => told.text).toContain('notifications/resources/list_changed');
  told.close();
  const after = await ask<Listing>('tools/list', {});
  expect(after.tools.map(({ name }) => name)).toEqual(before.tools.map(({ name }) => name));
  // Only what the owner approved, and in the owner's words.
  expect(after.tools.map(({ name }) => name)).toEqual(['Find']);
  for (const { tools } of [before, after])
    expect(tools[0]?.description).toBe('SOAP operation Find of V. Finds a text. Ask for few at once.');
  expect(Object.keys(after.tools[0]!.inputSchema.properties)).toEqual(['text', 'limit']);

  const uri = 'soapstone://v/changes.json';
  const { contents } = await ask<{ contents: readonly { text: string }[] }>('resources/read', { uri }, uri);
  const diff = JSON.parse(contents[0]!.text);
  expect(diff).toMatchObject({ revision: 2, before: 1, breaking: true });
  // The other operation changed too, but agents cannot call it.
  expect(diff.changes.map(({ operation, path }: Record<string, string>) => [operation, path])).toEqual([
    ['Find', '/limit'],
  ]);
});

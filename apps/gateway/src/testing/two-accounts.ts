import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createKey, hashKey, keyHint } from '../domain/accounts/api-key.js';
import { type GatewayUnderTest, startUnderTest } from './gateway-under-test.js';
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import type { Answer } from './https-client.js';
import { type SurvivingGateway, startSurvivor } from './surviving-gateway.js';

const NS = 'urn:example:texts';

/** A service with texts and numbers of any length, written for these tests. */
const wsdl = (endpoint: string): string => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:t="${NS}" targetNamespace="${NS}" name="Texts">
<types><xs:schema targetNamespace="${NS}" elementFormDefault="qualified">
  <xs:element name="Get"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence>
    <xs:element name="text" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="number" type="xs:decimal" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="Get"><part name="p" element="t:Get"/></message>
<message name="GetResponse"><part name="p" element="t:GetResponse"/></message>
<portType name="Texts"><operation name="Get"><input message="t:Get"/><output message="t:GetResponse"/></operation></portType>
<binding name="Texts" type="t:Texts"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Get"><soap:operation soapAction="${NS}:Get"/>
    <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="Texts"><port name="Texts" binding="t:Texts"><soap:address location="${endpoint}"/></port></service>
</definitions>`;

/** A SOAP 1.1 response of `Get`: the header blocks, and the members of its result as XML. */
export const getResponse = (members: string, headers = ''): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${headers}</s:Header><s:Body>` +
  `<GetResponse xmlns="${NS}">${members}</GetResponse></s:Body></s:Envelope>`;

/** An account with a service in front of a scripted server. */
export interface AccountOfTest {
  readonly accountId: string;
  readonly upstream: HostileUpstream;
  /** Calls `Get`. */
  call(input?: object): Promise<Answer>;
  /** Calls `Get` as a tool of an agent. */
  callTool(): Promise<Answer>;
  /** Sends a request to `/api/manage/services/{id}` and the path below it, as a program of the owner. */
  manage(method: string, below: string, body?: unknown): Promise<Answer>;
}

/** A gateway in its own process with two accounts: one whose service and settings are hostile, and one beside it. */
export interface TwoAccounts {
  readonly survivor: SurvivingGateway;
  readonly attacker: AccountOfTest;
  readonly victim: AccountOfTest;
  /** Checks that the process serves the other account, and that it closes all descriptors but those that it had `before`. */
  expectUnharmed(before: number): Promise<void>;
}

/** Starts the servers for the tests of the file. The members are set before the first test. */
export function setTwoAccounts(): TwoAccounts {
  const scene = {} as { -readonly [Member in keyof TwoAccounts]: TwoAccounts[Member] };
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-survives-'));
    const under = await startUnderTest({ DATA_DIR: dataDir });
    const accounts = [await createAccount(under), await createAccount(under)] as const;
    await under.stop();
    scene.survivor = await startSurvivor(dataDir);
    [scene.attacker, scene.victim] = accounts.map((create) => create(scene.survivor)) as [
      AccountOfTest,
      AccountOfTest,
    ];
    for (const { upstream } of [scene.attacker, scene.victim]) {
      upstream.answer = (_request, response) => void response.end(getResponse('<text>a</text>'));
    }
    expect((await scene.attacker.call()).status).toBe(200);
    expect((await scene.victim.call()).status).toBe(200);
  });
  afterAll(async () => {
    await scene.survivor?.gateway.kill();
    await scene.attacker?.upstream.stop();
    await scene.victim?.upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  scene.expectUnharmed = async (before) => {
    const answer = await scene.victim.call();
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"text":["a"]')]);
    // Connections to the scripted servers, and processes that wait for work, may stay for a while.
    await expect.poll(scene.survivor.descriptors, { timeout: 60_000 }).toBeLessThan(before + 20);
  };
  return scene;
}

async function createAccount(
  under: GatewayUnderTest,
): Promise<(survivor: SurvivingGateway) => AccountOfTest> {
  const upstream = await startHostileUpstream();
  const account = await under.createAccount({ plan: 'Pro' });
  const { id, slug } = await under.register(account, {
    source: { kind: 'files', files: new Map([['texts.wsdl', Buffer.from(wsdl(upstream.address))]]) },
    slug: 'texts',
    settings: { agents: { operations: { Get: 'read-only' } } },
  });
  const { key } = await under.createKey(account.id);
  const ownerKey = createKey('management');
  await under.gateway.store.apiKeys.create(
    {
      id: randomUUID(),
      accountId: account.id,
      purpose: 'management',
      name: 'owner',
      hint: keyHint(ownerKey),
      createdAt: Date.now(),
    },
    hashKey(ownerKey, under.gateway.secrets.apiKeyPepper),
  );
  const json = { 'Content-Type': 'application/json' };
  return (survivor) => ({
    accountId: account.id,
    upstream,
    call: (input = {}) =>
      survivor.send(`/api/v1/${account.id}/${slug}/Get`, {
        method: 'POST',
        headers: { ...json, 'X-API-Key': key },
        body: JSON.stringify(input),
      }),
    callTool: () =>
      survivor.send(`/mcp/v1/${account.id}/${slug}`, {
        method: 'POST',
        headers: { ...json, Accept: 'application/json, text/event-stream', 'X-API-Key': key },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Get","arguments":{}}}',
      }),
    manage: (method, below, body) =>
      survivor.send(`/api/manage/services/${id}${below}`, {
        method,
        headers: { ...json, 'X-API-Key': ownerKey },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  });
}

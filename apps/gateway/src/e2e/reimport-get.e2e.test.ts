import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const example = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../examples/user-directory/${name}`, import.meta.url)), 'utf8');

/** More optional fields than a query string may have parameters (GQ-1); clients that send a body do not notice. */
const OPTIONAL = Array.from(
  { length: 50 },
  (_, n) => `<xs:element name="extra${n}" type="xs:string" minOccurs="0"/>`,
).join('');

let under: GatewayUnderTest;
let owner: OwnerClient;
let path: string;

beforeAll(async () => {
  under = await startUnderTest();
  owner = await createOwner(under);
  const pro = (current: Account) => ({ ...current, plan: 'Pro', billingAnchor: Date.now() }) as const;
  const account = (await under.gateway.store.accounts.update(owner.accountId, pro))!;
  await under.gateway.changes.announce(owner.accountId);
  const files = new Map<string, Uint8Array>();
  for (const name of ['user-directory.wsdl', 'user-directory.xsd']) {
    files.set(name, new TextEncoder().encode(await example(name)));
  }
  const source = { kind: 'files', files, main: 'user-directory.wsdl' } as const;
  const service = await under.register(account, { source, slug: 'users' });
  path = `/api/manage/services/${service.id}`;
});
afterAll(() => under?.stop());

async function reimport(): Promise<{ inForce: boolean; breaking: boolean; changes: object[] }> {
  const file = (name: string, content: string) => ({
    path: name,
    content: Buffer.from(content).toString('base64'),
  });
  const wsdl = await example('user-directory.wsdl');
  const more = wsdl.replace(
    /(<xs:element name="GetUser">[\s\S]*?<xs:sequence>[\s\S]*?)(<\/xs:sequence>)/,
    `$1${OPTIONAL}$2`,
  );
  expect(more).not.toBe(wsdl);
  const files = [
    file('user-directory.wsdl', more),
    file('user-directory.xsd', await example('user-directory.xsd')),
  ];
  const answer = await owner.send('POST', `${path}/revisions`, { files, main: 'user-directory.wsdl' });
  expect(answer.status).toBe(201);
  return answer.json();
}

test('a revision that makes GET impossible waits for approval if GET is offered', async () => {
  const set = await owner.send('PUT', `${path}/operations/GetUser`, { methodPolicy: 'GET + POST' });
  expect(set.status).toBe(200);
  const { inForce, breaking, changes } = await reimport();
  expect({ inForce, breaking }).toEqual({ inForce: false, breaking: true });
  expect(changes).toContainEqual({
    operation: 'GetUser',
    message: 'query',
    path: '',
    change: 'removed',
    breaking: true,
    after: expect.stringMatching(/50/),
  });
});

test('the same revision is published if GET is not offered', async () => {
  await owner.send('PUT', `${path}/operations/GetUser`, { methodPolicy: 'POST' });
  const { inForce, breaking, changes } = await reimport();
  expect({ inForce, breaking }).toEqual({ inForce: true, breaking: false });
  expect(changes).not.toContainEqual(expect.objectContaining({ message: 'query' }));
});

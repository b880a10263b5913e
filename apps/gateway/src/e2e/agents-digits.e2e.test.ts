import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { type BankScene, startBank } from '../testing/bank-scene.js';
import type { GatewayUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';

let bank: BankScene;
let under: GatewayUnderTest;
let account: Account;
let service: RegisteredService;
let key: string;
let seen: readonly string[];

beforeAll(async () => {
  bank = await startBank({ agents: { operations: { Pay: 'yes' } } });
  ({ under, account, service, key, seen } = bank);
});

afterAll(async () => {
  await bank?.stop();
});

const headers = (): Record<string, string> => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

/** Calls the tool with arguments as JSON text. */
const pay = (args: string): Promise<Answer> =>
  under.send(`/mcp/v1/${account.id}/bank`, {
    method: 'POST',
    headers: { ...headers(), 'MCP-Protocol-Version': '2025-11-25' },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Pay","arguments":${args}}}`,
  });

/** Makes the same call through the JSON API. */
const post = (body: string): Promise<Answer> =>
  under.send(`/api/v1/${account.id}/bank/Pay`, { method: 'POST', headers: headers(), body });

const FIGURES = '{"id":9007199254740993,"amount":[12345678901234567890.10,-0.10]}';
const WRITTEN = /id>9007199254740993<.*amount>12345678901234567890\.10<.*amount>-0\.10</;

test('agents: digits reach the XML and come back unchanged', async () => {
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

test('agents: the JSON API returns canonical digits, and the cache keeps both forms apart', async () => {
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

test('agents: the official client accepts the digits according to the output schema', async () => {
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
  // The client validates structured content against the schemas that it has listed.
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

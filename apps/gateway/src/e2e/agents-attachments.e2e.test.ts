import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { FILES_WSDL, type FilesService, PDF, PNG, startFilesService, WAV } from '../testing/files-service.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

let under: GatewayUnderTest;
let service: FilesService;
let account: Account;
let key: string;

beforeAll(async () => {
  service = await startFilesService();
  under = await startUnderTest();
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  await under.register(account, {
    source: { kind: 'files', files: new Map([['files.wsdl', Buffer.from(FILES_WSDL)]]), main: 'files.wsdl' },
    slug: 'files',
    settings: {
      agents: { operations: { Convert: 'yes' } },
      endpoint: service.address,
    },
  });
});

afterAll(async () => {
  await under?.stop();
  service?.stop();
});

interface Result {
  readonly isError: boolean;
  readonly content: readonly Record<string, unknown>[];
  readonly structuredContent: Record<string, unknown>;
}

async function convert(): Promise<Result> {
  const params = {
    name: 'Convert',
    arguments: { photo: { contentType: 'image/png', data: PNG.toString('base64') } },
  };
  const answer = await under.send(`/mcp/v1/${account.id}/files`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return answer.json<{ result: Result }>().result;
}

test('agents: base64 in arguments is sent as a MIME part if the WSDL requires one', async () => {
  expect((await convert()).isError).toBe(false);
  expect(service.seen[0]?.contentType).toMatch(/^multipart\/related/);
  expect(service.seen[0]?.body.includes(PNG)).toBe(true);
  expect(service.seen[0]?.body.includes(PNG.toString('base64'))).toBe(false);
});

test('agents: files in a response become content blocks by media type, and base64 in the result', async () => {
  const { content, structuredContent } = await convert();
  expect(content.slice(1)).toEqual([
    { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
    { type: 'audio', data: WAV.toString('base64'), mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'cid:paper%40x', mimeType: 'application/pdf', blob: PDF.toString('base64') },
    },
  ]);
  expect(structuredContent).toMatchObject({
    picture: PNG.toString('base64'),
    sound: { contentType: 'audio/wav', data: WAV.toString('base64') },
  });
});

test('agents: a file above a megabyte is only in the result', async () => {
  service.sends.picture = Buffer.alloc(1_100_000, 7);
  const { content, structuredContent } = await convert();
  service.sends.picture = PNG;
  expect(content.slice(1).map(({ type }) => type)).toEqual(['audio', 'resource']);
  expect(String(structuredContent['picture']).length).toBeGreaterThan(1_400_000);
});

import { createServer, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { defined } from '@soapstone/options/defined';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

let under: GatewayUnderTest;
let soap: UserDirectory;
/** A server that holds each response until the test releases it. */
let slow: Server;
let account: Account;
let key: string;
let asked = 0;
let abandoned = 0;
const waiting: (() => void)[] = [];

beforeAll(async () => {
  slow = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    waiting.push(() => response.writeHead(500, { 'Content-Type': 'text/plain' }).end('no'));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  await under.register(account, {
    source: { kind: 'url', url: soap.wsdlAddress },
    slug: 'slow',
    settings: {
      agents: { operations: { GetUser: 'read-only' } },
      endpoint: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`,
    },
  });
});

afterAll(async () => {
  await under?.stop();
  await soap?.stop();
  slow?.closeAllConnections();
  slow?.close();
});

/** Calls the tool and collects the notifications and the response. */
function start(progressToken?: string): { read: { text: string }; disconnect(): void } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...defined({ progressToken }),
  };
  const request = httpsRequest(new URL(`${under.baseUrl}/mcp/v1/${account.id}/slow`), {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'GetUser',
    },
  });
  const read = { text: '' };
  request.on('response', (response) => {
    response.on('data', (chunk) => {
      read.text += String(chunk);
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  const params = { name: 'GetUser', arguments: { userId: 1 }, _meta };
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  return { read, disconnect: () => request.destroy() };
}

function answerAll(): void {
  for (const answer of waiting.splice(0)) answer();
}

describe('agents: a slow SOAP service', () => {
  test('a client that requests progress is notified that the request was sent, before the result', async () => {
    const { read } = start('p1');
    await expect
      .poll(() => read.text)
      .toContain('"progressToken":"p1","progress":1,"message":"The arguments');
    expect(read.text).not.toContain('"result"');
    answerAll();
    await expect.poll(() => read.text).toContain('"isError":true');
  });

  test('a client that disconnects ends the request to the SOAP service, and the log records it', async () => {
    const before = { asked, abandoned };
    const { disconnect } = start();
    await expect.poll(() => asked).toBe(before.asked + 1);
    expect(abandoned).toBe(before.abandoned);
    disconnect();
    await expect.poll(() => abandoned).toBe(before.abandoned + 1);
    await expect
      .poll(() =>
        under.logLines.some((line) => line.includes('"method":"MCP"') && line.includes('"status":499')),
      )
      .toBe(true);
  });

  test('a call is answered without progress if no event stream is available', async () => {
    const before = asked + 50;
    const streams = Array.from({ length: 50 }, (_, index) => start(`s${index}`));
    await expect
      .poll(() => streams.filter(({ read }) => read.text.includes('"progress":1')))
      .toHaveLength(50);
    // The client may be notified before the SOAP service has read the request.
    await expect.poll(() => asked).toBe(before);
    const { read } = start('late');
    await expect.poll(() => asked).toBe(before + 1);
    answerAll();
    await expect.poll(() => read.text).toContain('"isError":true');
    expect(read.text).not.toContain('notifications/progress');
    await expect
      .poll(() => streams.filter((stream) => stream.read.text.includes('"isError":true')))
      .toHaveLength(50);
  });
});

import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../index.js';
import { envelope, manyTexts, startHttpServer, TEXT, textWsdl } from '../testing/echo-server.js';

const MIB = 1024 * 1024;

describe.each([
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
] as const)('a response of 50 MB over %s', (_name, way) => {
  test('items: arrive one by one, in bounded memory', async () => {
    const server = await startHttpServer(() => ({ body: manyTexts(50_048) }));
    await using client = await createClient(textWsdl(['A'], server.address), {
      ...way,
      // A busy machine takes its time.
      timeout: 300_000,
    });
    let count = 0;
    let most = 0;
    const before = process.memoryUsage().rss;
    for await (const item of client.$operation('A').items<string>({}, 'text')) {
      if (item.length === TEXT.length) count += 1;
      if (count % 5_000 === 0) most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(count).toBe(50_048);
    // Includes the memory of the server, which runs in this process too.
    expect(most).toBeLessThan(200 * MIB);
    await server.stop();
  });
});

describe.each([
  ['undici', {}, 128 * MIB],
  // Node's own fetch reads a Blob ahead of its connection, so only what arrives is checked.
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }, Number.POSITIVE_INFINITY],
] as const)('a file of 128 MB, twice in a request over %s', (_name, way, bound) => {
  test('an undeclared part and a value of MTOM: read while they are sent, in bounded memory over undici', {
    timeout: 600_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-'));
    const path = join(directory, 'large.bin');
    // Sparse: it takes no space on the disk.
    const handle = await open(path, 'w');
    await handle.truncate(128 * MIB);
    await handle.close();
    const before = process.memoryUsage().rss;
    let received = 0;
    let most = 0;
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        most = Math.max(most, process.memoryUsage().rss - before);
      });
      request.on('end', () =>
        response
          .writeHead(200, { 'content-type': 'text/xml' })
          .end(envelope('<t:AResponse xmlns:t="urn:t"/>')),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const wsdl = textWsdl(['A'], address).replace('type="xs:string"', 'type="xs:base64Binary"');
    await using client = await createClient(wsdl, { ...way, mtom: 'always', timeout: 300_000 });
    const file = await openAsBlob(path);
    const { request } = await client
      .$operation('A')
      .full({ text: [file] }, { attachments: [{ contentId: 'more@example.com', data: file }] });
    expect(request.attachments.map(({ data }) => data)).toEqual([file, file]);
    expect(received).toBeGreaterThan(256 * MIB);
    // Includes what the server, in the same process, has not read yet.
    expect(most).toBeLessThan(bound);
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { serveProcess } from './server-process.js';

/**
 * The pass-through, with an upstream that speaks JSON: what is passed is parsed and printed again by V8 itself, and nothing else. What
 * reading the messages costs a gateway at least, where no SOAP, no schema, no key and no limit is in the way.
 */
await serveProcess(async ({ upstream }: { upstream: string }) => {
  const { origin, pathname } = new URL(upstream);
  const agent = new Agent({ connections: 64 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const answer = await agent.request({
        origin,
        path: pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: copyJson(Buffer.concat(chunks)),
      });
      const body = copyJson(Buffer.from(await answer.body.bytes()));
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

function copyJson(bytes: Buffer): Buffer {
  return Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { serveProcess } from './server-process.js';

/** The limit: node:http and undici, nothing parsed. The client sends the envelope itself and gets the envelope back. */
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
        headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:bench:orders/ListOrders"' },
        body: Buffer.concat(chunks),
      });
      const body = Buffer.from(await answer.body.bytes());
      response
        .writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': body.length })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

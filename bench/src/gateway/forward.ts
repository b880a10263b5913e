import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveProcess } from '@soapstone/testing/server-process';
import { Agent } from 'undici';

/** How a server forwards. */
export interface Forwarding {
  /** Headers of its requests. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-type': string };
  /** The bytes that it forwards for a request body and for a response body. */
  readonly copy: (body: Buffer) => Buffer;
}

/** A server of node:http in this process that forwards every request with undici, over keep-alive connections. */
export async function serveForwarding({ headers, copy }: Forwarding): Promise<void> {
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
          headers,
          body: copy(Buffer.concat(chunks)),
        });
        const body = copy(Buffer.from(await answer.body.bytes()));
        response
          .writeHead(200, { 'Content-Type': headers['content-type'], 'Content-Length': body.length })
          .end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveProcess } from '@soapstone/testing/server-process';
import { loginEnvelope, ordersEnvelope, ordersJson, ordersWsdl } from './orders.js';

/**
 * A SOAP server that costs as little as possible: it reads the requested size and returns prepared bytes. A JSON request
 * gets the same orders as JSON.
 */
await serveProcess(async () => {
  const ready = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end(ordersWsdl(address()));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = Buffer.concat(chunks).toString('latin1');
      if (message.includes(':Login') || message.includes('<Login')) {
        response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(loginEnvelope());
        return;
      }
      const count = Number(/limit(?:>|":)(\d+)/.exec(message)?.[1] ?? 1);
      const json = request.headers['content-type'] === 'application/json';
      const key = `${json} ${count}`;
      const body = ready.get(key) ?? Buffer.from(json ? ordersJson(count) : ordersEnvelope(count));
      ready.set(key, body);
      response
        .writeHead(200, {
          'Content-Type': json ? 'application/json' : 'text/xml; charset=utf-8',
          'Content-Length': body.length,
        })
        .end(body);
    });
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: address() };
});

import { expect, test } from 'vitest';
import { serveHttp } from '../testing/loopback-server.js';
import { soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';

test('the name is resolved once per connection: the checked address is the one it connects to', async () => {
  const server = await serveHttp((_message, reply) => reply.end('<ok/>'));
  const asked: string[] = [];
  const transport = createTransport({
    egress: { allow: [server.host] },
    limits: { dnsTtlMs: 0 },
    resolver: async (name) => {
      asked.push(name);
      // The second result would be the private address.
      return [{ address: asked.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    },
  });
  const response = await transport.send(soapRequest(`http://soap.example.com:${server.port}/`));
  expect(await textOf(response)).toBe('<ok/>');
  expect(asked).toEqual(['soap.example.com']);
  await transport.close();
  await server.close();
});

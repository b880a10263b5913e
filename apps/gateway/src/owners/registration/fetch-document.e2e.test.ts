import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from '@soapstone/soap-transport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocumentFetch } from './fetch-document.js';

const server = createServer((_request, response) => response.end('<definitions/>'));
const transport = createTransport({
  egress: { allow: ['127.0.0.1'] },
  limits: { breakerFailures: 5 },
  // The name server of the attacker's domain never responds.
  resolver: (name) =>
    name.endsWith('.attacker.example')
      ? new Promise(() => {})
      : Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});
const fetchDocument = createDocumentFetch(transport);
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await transport.close();
  server.close();
});

test('an import whose name servers do not respond does not delay imports of other accounts', async () => {
  const stop = new AbortController();
  const stuck = Array.from({ length: 6 }, (_, index) =>
    fetchDocument(`http://n${index}.attacker.example/a.xsd`, 'acc_attacker', stop.signal),
  );
  const settled = Promise.allSettled(stuck);
  const found = await fetchDocument(`http://soap.example:${port}/a.wsdl`, 'acc_other', stop.signal);
  expect(Buffer.from(found.bytes).toString()).toBe('<definitions/>');
  stop.abort();
  expect((await settled).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
});

test('a server that is unreachable for one account is still tried for others', async () => {
  const signal = new AbortController().signal;
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port: gone } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await expect(fetchDocument(`http://x.example:${gone}/`, 'acc_unlucky', signal)).rejects.toThrow();
  }
  const { breakers } = transport.stats();
  expect(breakers.map(({ account }) => account)).toEqual(['acc_unlucky']);
});

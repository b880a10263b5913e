import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mapper } from '@soapstone/json-xml-mapper';

/** A SOAP server that recognises the example request of each operation, and responds with the example of its result. */
export interface ExampleServer {
  readonly url: string;
  /** The called operations, in order; a request that is not an example is `undefined`. */
  readonly calls: readonly (string | undefined)[];
  /** Clears the calls. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts the server on 127.0.0.1. Operations without a valid example are unknown to it. */
export async function startExampleServer(mapper: Mapper): Promise<ExampleServer> {
  const known = new Map<
    string,
    { readonly operation: string; readonly type: string; readonly body: Uint8Array }[]
  >();
  for (const { name, oneWay } of mapper.operations) {
    const operation = mapper.compile(name);
    try {
      const request = Buffer.from(operation.toXml(operation.example('input')).body).toString('utf8');
      const response = oneWay ? undefined : operation.responseToXml(operation.example('output'));
      const reply = {
        operation: name,
        type: response?.contentType ?? 'text/xml',
        body: response?.body ?? new Uint8Array(),
      };
      known.set(request, [...(known.get(request) ?? []), reply]);
    } catch {
      // The export omits it as well.
    }
  }
  const calls: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const replies = known.get(Buffer.concat(chunks).toString('utf8').trimEnd()) ?? [];
    const header = `${request.headers['soapaction'] ?? ''} ${request.headers['content-type'] ?? ''}`;
    // Operations with equal requests differ in their SOAPAction.
    const reply =
      replies.length < 2
        ? replies[0]
        : (replies.find(({ operation }) =>
            header.includes(`"${mapper.compile(operation).info.soapAction}"`),
          ) ?? replies[0]);
    calls.push(reply?.operation);
    if (reply === undefined) response.writeHead(500).end('this is not an example');
    else
      response.writeHead(reply.body.length === 0 ? 202 : 200, { 'Content-Type': reply.type }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`,
    calls,
    reset: () => {
      calls.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

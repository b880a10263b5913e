import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { Mapper, SoapRequest } from '@soapstone/json-xml-mapper';
import { createMultipartMessage, isMultipart, openMultipart } from '@soapstone/mime';

const LIMITS = { maxParts: 100, maxPartHeaderBytes: 8192 };

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
      const response = oneWay
        ? { type: 'text/xml', body: new Uint8Array() }
        : await packaged(operation.responseToXml(operation.example('output')));
      const reply = { operation: name, ...response };
      for (const text of [request, bodyOf(request)]) known.set(text, [...(known.get(text) ?? []), reply]);
    } catch {
      // The export omits it as well.
    }
  }
  const calls: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const replies = known.get(withoutAddressing(await envelopeOf(request))) ?? [];
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

/** Returns the envelope of a request, which is the body or the root of a multipart message. */
async function envelopeOf(request: IncomingMessage): Promise<string> {
  const type = request.headers['content-type'] ?? '';
  if (!isMultipart(type)) return await text(request);
  const chunks = request[Symbol.asyncIterator]();
  const source = { next: () => chunks.next(), [Symbol.asyncIterator]: () => source };
  const message = await openMultipart(source, type, LIMITS, () => undefined);
  const envelope = await text(message.body);
  await message.attachments();
  return envelope;
}

/** A response as a server sends it: a multipart message if it has attachments. */
async function packaged(
  response: SoapRequest,
): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const { body, contentType, attachments } = response;
  if (attachments.length === 0) return { type: contentType, body };
  const message = createMultipartMessage({
    envelope: body,
    contentType,
    attachments,
    packaging: 'swa',
    boundary: 'the-end-of-a-part',
  });
  return { type: message.contentType, body: await buffer(message.chunks()) };
}

/** Removes the WS-Addressing header blocks, which the transport adds and the example lacks. */
function withoutAddressing(envelope: string): string {
  const text = envelope.trimEnd();
  return text.includes('http://www.w3.org/2005/08/addressing') ? bodyOf(text) : text;
}

/** Returns the Body of an envelope, and what follows it. */
function bodyOf(envelope: string): string {
  return envelope.slice(envelope.search(/<\w+:Body[ />]/));
}

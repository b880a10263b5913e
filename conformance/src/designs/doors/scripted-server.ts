import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A SOAP server that answers with what it is told, and keeps what it was sent. */
export interface ScriptedServer {
  readonly address: string;
  readonly bodies: string[];
  /** The contents of the Body of the next answers; the last one is repeated. */
  answers: string[];
  stop(): Promise<void>;
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

export async function startScriptedServer(): Promise<ScriptedServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // A request that breaks off is not one.
      return;
    }
    bodies.push(Buffer.concat(chunks).toString('utf8'));
    const content = (scripted.answers.length > 1 ? scripted.answers.shift() : scripted.answers[0]) ?? '';
    response
      .writeHead(content.includes(':Fault>') ? 500 : 200, { 'content-type': 'text/xml; charset=utf-8' })
      .end(envelope(content));
  });
  // A busy machine lets seconds pass between two calls.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scripted: ScriptedServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    answers: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return scripted;
}

/** A message with this content. */
export function envelope(content: string): string {
  return `<s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${content}</s:Body></s:Envelope>`;
}

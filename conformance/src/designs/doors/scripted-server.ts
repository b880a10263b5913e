import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a SOAP server answers. */
export interface ScriptedAnswer {
  /** The content of the Body, and that of the Header. */
  readonly body: string;
  readonly header?: string | undefined;
  /** A MIME part beside the envelope. */
  readonly attachment?: { readonly id: string; readonly text: string } | undefined;
}

/** A SOAP server that answers with what it is told, and keeps what it was sent. */
export interface ScriptedServer {
  readonly address: string;
  readonly bodies: string[];
  /** The next answers; the last one is repeated. */
  answers: ScriptedAnswer[];
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
    const { body, header, attachment } = (scripted.answers.length > 1
      ? scripted.answers.shift()
      : scripted.answers[0]) ?? { body: '' };
    const type = attachment === undefined ? 'text/xml; charset=utf-8' : MULTIPART;
    const message = envelope(body, header);
    response
      .writeHead(body.includes(':Fault>') ? 500 : 200, { 'content-type': type })
      .end(attachment === undefined ? message : withPart(message, attachment));
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

const MULTIPART = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';

function withPart(message: string, { id, text }: { readonly id: string; readonly text: string }): string {
  const root = `--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n${message}`;
  return `${root}\r\n--b\r\nContent-ID: <${id}>\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n--b--\r\n`;
}

/** A message with this content. */
export function envelope(content: string, header?: string): string {
  const head = header === undefined ? '' : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="${ENVELOPE}">${head}<s:Body>${content}</s:Body></s:Envelope>`;
}

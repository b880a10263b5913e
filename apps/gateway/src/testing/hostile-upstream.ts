import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A SOAP server whose responses are scripted, such as ones that well-behaved servers never send. */
export interface HostileUpstream {
  readonly address: string;
  /** Writes the response to the next calls. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** The number of calls that have arrived. */
  readonly calls: number;
  /** The bodies that arrived, in order. */
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

export async function startHostileUpstream(): Promise<HostileUpstream> {
  const bodies: string[] = [];
  let calls = 0;
  const upstream = {
    answer: (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(204).end(),
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls += 1;
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      upstream.answer(request, response);
    });
  });
  // No keep-alive: a connection that closes just as it is reused is a separate failure, with its own tests.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.defineProperties(upstream as HostileUpstream, {
    address: { value: `http://127.0.0.1:${port}/soap` },
    calls: { get: () => calls },
    bodies: { value: bodies },
    stop: {
      value: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      },
    },
  });
}

/** Returns a SOAP 1.1 envelope around `body`. */
export function envelope(body: string): string {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

import { createServer, type Server } from 'node:http';

/** A span in OTLP/JSON. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
  readonly status: { code?: number; message?: string };
}

/** A stand-in for a collector, which keeps what is exported. */
export interface Collector {
  readonly url: string;
  readonly requests: {
    path: string;
    contentType: string;
    headers: NodeJS.Dict<string | string[]>;
    body: Buffer;
  }[];
  spans(): OtlpSpan[];
  stop(): Promise<void>;
}

/** Starts a collector on loopback. */
export async function startCollector(): Promise<Collector> {
  const requests: Collector['requests'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const contentType = headers['content-type'] ?? '';
      requests.push({ path: url, contentType, headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'Content-Type': contentType }).end(contentType.includes('json') ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) =>
        JSON.parse(body.toString()).resourceSpans.flatMap(
          (resource: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
            resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';

/** A response that was read to its end. */
export interface Answer {
  readonly status: number;
  /** Without those of the connection, which say whether the body of the request had arrived when the response was written. */
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** Returns the body as JSON, with the type that the caller states. */
  json<Body = ErrorBody>(): Body;
}

/** The error body, as a client would declare its type. */
export interface ErrorBody {
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly code: string;
    readonly requestId: string;
    readonly details?: readonly {
      readonly path: string;
      readonly keyword: string;
      readonly message: string;
    }[];
    readonly fault?: Readonly<Record<string, unknown>>;
    readonly upstreamStatus?: number;
    readonly sent?: boolean;
  };
}

export interface SentRequest {
  readonly method?: string;
  /** A header with an array as its value is sent as several lines. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
  /** Called whenever a part of the response body arrives. */
  readonly onData?: () => void;
}

/** Keeps connections for the next request, for less than a gateway keeps them. One without a request holds no process. */
const reusing = new Agent({ keepAlive: true, timeout: 30_000 });
const contexts = new Map<string, SecureContext>();

/** Returns what trusts this certificate, and makes it once. */
function trusting(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca });
  contexts.set(ca, context);
  return context;
}

/** Sends one request, over HTTPS on a connection that another may have used. `ca` is the certificate that the server must present. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, onData }: SentRequest,
  ca: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const trust = () => ({ ca, secureContext: trusting(ca), servername: 'localhost', agent: reusing });
    const take = (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        onData?.();
      });
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const { connection: _, 'keep-alive': _seconds, ...own } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          headers: own,
          text,
          bytes,
          json: () => JSON.parse(text),
        });
      });
    };
    const request = url.startsWith('https:')
      ? httpsRequest(url, { method, headers, ...trust() }, take)
      : httpRequest(url, { method, headers, agent: false }, take);
    request.on('error', reject);
    request.end(body);
  });
}

/** Writes raw bytes to a socket and reads until the server closes it, for at most 30 seconds. */
export async function sendRaw(url: string, bytes: string | Uint8Array, ca: string): Promise<string> {
  const { protocol, port } = new URL(url);
  const socket: Socket =
    protocol === 'https:'
      ? connectTls({ port: Number(port), host: '127.0.0.1', ca, servername: 'localhost' })
      : connectTcp({ port: Number(port), host: '127.0.0.1' });
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => socket.destroy(), 30_000);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // The server may close before it has read everything.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(bytes);
  });
}

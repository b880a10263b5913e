import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request that a proxy received. */
export interface ProxyRequest {
  readonly method: string;
  /** The authority of CONNECT, or the URL of another request. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The number of the connection it came on. */
  readonly connection: number;
}

/** The behaviour of a proxy of a test. */
export interface LoggingProxyOptions {
  /** `user:password`: others get 407. */
  readonly login?: string;
  /** Answers CONNECT from the header `Proxy-Authorization`, in place of `login`: undefined lets it through, others are whole answers. */
  readonly answer?: (authorization: string | undefined, socket: Duplex) => string | undefined;
  /** Where a host leads, as `host:port` on loopback. Default: where it says. */
  readonly leadsTo?: (authority: string) => string;
  /** Serves TLS. */
  readonly tls?: ServerOptions;
}

/** A proxy on loopback that remembers what it was asked. */
export interface LoggingProxy {
  readonly host: string;
  readonly port: number;
  readonly requests: ProxyRequest[];
  /** The login of each open tunnel, by its own port and the one that it leads to: `40000 443`. Ports are reused. */
  readonly tunnels: ReadonlyMap<string, string | undefined>;
  connections(): number;
  close(): Promise<void>;
}

/** Opens a proxy that knows CONNECT and URLs as targets, and Basic. */
export async function openLoggingProxy(options: LoggingProxyOptions = {}): Promise<LoggingProxy> {
  const { login, answer, leadsTo = (authority) => authority, tls } = options;
  const requests: ProxyRequest[] = [];
  const tunnels = new Map<string, string | undefined>();
  const sockets = new Set<Duplex>();
  const numbers = new Map<Socket, number>();
  const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
  const note = ({ method = '', url = '', headers, socket }: IncomingMessage): void => {
    if (!numbers.has(socket)) numbers.set(socket, numbers.size);
    requests.push({ method, target: url, headers, connection: numbers.get(socket) ?? 0 });
  };
  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  let connections = 0;
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    track(socket);
  });
  server.on('connect', (asked: IncomingMessage, socket: Duplex) => {
    note(asked);
    const { 'proxy-authorization': authorization } = asked.headers;
    const refusal = answer?.(authorization, socket);
    if (refusal !== undefined) {
      // Node has given up the socket: the next request on it is the server's own.
      socket.write(refusal);
      socket.once('data', (bytes) => {
        socket.unshift(bytes);
        server.emit('connection', socket);
      });
      return;
    }
    if (wanted !== undefined && authorization !== wanted) {
      socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="p"\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${leadsTo(asked.url ?? '')}`);
    const upstream = track(connect(port === '' ? 80 : Number(port), hostname.replace(/^\[|\]$/g, '')));
    upstream.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    upstream.once('connect', () => {
      const ports = `${upstream.localPort} ${upstream.remotePort}`;
      tunnels.set(ports, authorization);
      upstream.once('close', () => tunnels.delete(ports));
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(track(socket)).pipe(upstream);
    });
    socket.once('close', () => upstream.destroy());
  });
  server.on('request', (asked, reply) => {
    note(asked);
    if (wanted !== undefined && asked.headers['proxy-authorization'] !== wanted) {
      reply.writeHead(407, { 'proxy-authenticate': 'Basic realm="p"' }).end();
      return;
    }
    const { host, pathname, search } = new URL(asked.url ?? '');
    const [hostname = '', port = '80'] = leadsTo(host).split(':');
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    const forwarded = send(
      { hostname, port, path: `${pathname}${search}`, method: asked.method, headers: { ...headers, host } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    forwarded.on('error', () => reply.writeHead(502, { server: 'tinyproxy/1.11' }).end('no'));
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    requests,
    tunnels,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

import { connect, createServer, type Server, type Socket } from 'node:net';

/** The fault of a proxied connection. Byte counts are for the whole connection, so that a kept-alive one fails in the middle. */
export type Toxic =
  | { readonly kind: 'none' }
  /** Every chunk of the response is delayed. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The response arrives in pieces of `bytes`, one every `everyMs`. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** Both directions are split into pieces of `bytes`. */
  | { readonly kind: 'slice'; readonly bytes: number }
  /** Sends RST as soon as the connection is open, or after this many bytes of requests or of responses. */
  | { readonly kind: 'reset'; readonly on: 'connect' | 'request' | 'answer'; readonly after: number }
  /** Sends FIN after this many bytes of responses. */
  | { readonly kind: 'truncate'; readonly after: number }
  /** The connection opens and nothing ever comes back; requests are passed on or not. */
  | { readonly kind: 'half-open'; readonly forward: boolean }
  /** Sends FIN once this many bytes of responses passed and the connection was idle for `ms`. */
  | { readonly kind: 'idle-close'; readonly after: number; readonly ms: number };

/** The connection is reset after this many bytes of responses. Default: unlimited. */
export interface Mortal {
  readonly lifeBytes?: number;
}

/** A TCP proxy on loopback that injects a fault into each connection. */
export interface FaultProxy {
  readonly port: number;
  readonly host: string;
  close(): Promise<void>;
}

/** Opens a proxy to a port on loopback. `choose` is called once per connection. */
export async function openFaultProxy(
  upstreamPort: number,
  choose: () => Toxic & Mortal,
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server: Server = createServer((client) => {
    track(client);
    const toxic = choose();
    if (toxic.kind === 'reset' && toxic.on === 'connect') {
      client.resetAndDestroy();
      return;
    }
    if (toxic.kind === 'half-open' && !toxic.forward) {
      client.resume();
      return;
    }
    relay(client, track(connect({ host: '127.0.0.1', port: upstreamPort, noDelay: true })), toxic);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function relay(client: Socket, upstream: Socket, toxic: Toxic & Mortal): void {
  client.setNoDelay(true);
  let requested = 0;
  let answered = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => {
    client.resetAndDestroy();
    upstream.destroy();
  };
  const toClient = createPacer(client, toxic);

  client.on('data', (chunk: Buffer) => {
    clearTimeout(idle);
    requested += chunk.length;
    if (toxic.kind === 'reset' && toxic.on === 'request' && requested >= toxic.after) {
      // The server has seen everything that came before the reset.
      upstream.write(chunk, reset);
      return;
    }
    if (toxic.kind === 'slice')
      for (let at = 0; at < chunk.length; at += toxic.bytes)
        upstream.write(chunk.subarray(at, at + toxic.bytes));
    else upstream.write(chunk);
  });
  upstream.on('data', (chunk: Buffer) => {
    const before = answered;
    answered += chunk.length;
    if (toxic.kind === 'half-open') return;
    if (toxic.kind === 'reset' && toxic.on === 'answer' && answered >= toxic.after) {
      client.write(chunk.subarray(0, Math.max(0, toxic.after - before)), reset);
      return;
    }
    if (toxic.kind === 'truncate' && answered >= toxic.after) {
      client.end(chunk.subarray(0, Math.max(0, toxic.after - before)));
      upstream.destroy();
      return;
    }
    toClient(chunk);
    if (answered >= (toxic.lifeBytes ?? Number.POSITIVE_INFINITY)) setTimeout(reset, 1);
    if (toxic.kind === 'idle-close' && answered >= toxic.after) {
      clearTimeout(idle);
      idle = setTimeout(() => client.end(), toxic.ms);
    }
  });
  client.on('close', () => {
    clearTimeout(idle);
    upstream.destroy();
  });
  upstream.on('close', () => client.end());
}

/** Writes to a client with the fault applied, in order. */
function createPacer(client: Socket, toxic: Toxic): (chunk: Buffer) => void {
  if (toxic.kind === 'slice') {
    return (chunk) => {
      for (let at = 0; at < chunk.length; at += toxic.bytes)
        client.write(chunk.subarray(at, at + toxic.bytes));
    };
  }
  if (toxic.kind === 'latency') {
    return (chunk) => {
      setTimeout(() => client.writable && client.write(chunk), toxic.ms);
    };
  }
  if (toxic.kind === 'drip') {
    let queue = Buffer.alloc(0);
    let timer: ReturnType<typeof setInterval> | undefined;
    client.on('close', () => clearInterval(timer));
    return (chunk) => {
      queue = Buffer.concat([queue, chunk]);
      timer ??= setInterval(() => {
        if (queue.length > 0 && client.writable) client.write(queue.subarray(0, toxic.bytes));
        queue = queue.subarray(toxic.bytes);
      }, toxic.everyMs);
    };
  }
  return (chunk) => {
    client.write(chunk);
  };
}

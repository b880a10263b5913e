import { connect, createServer, type Server, type Socket } from 'node:net';

/** What a proxied connection suffers. Byte counts are of the whole connection, so that a kept-alive one fails in its middle. */
export type Toxic =
  | { readonly kind: 'none' }
  /** Every chunk of the answer comes late. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The answer comes in pieces of `bytes`, one every `everyMs`. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** Both directions are cut into pieces of `bytes`. */
  | { readonly kind: 'slice'; readonly bytes: number }
  /** RST as soon as the connection is there, or after so many bytes of requests or of answers. */
  | { readonly kind: 'reset'; readonly on: 'connect' | 'request' | 'answer'; readonly after: number }
  /** FIN after so many bytes of answers. */
  | { readonly kind: 'truncate'; readonly after: number }
  /** The connection is there and nothing ever comes back; requests are passed on or not. */
  | { readonly kind: 'half-open'; readonly forward: boolean }
  /** FIN once this many bytes of answers are through and the line has been quiet for `ms`: an idle connection that goes. */
  | { readonly kind: 'idle-close'; readonly after: number; readonly ms: number };

/** How long a connection lives: it is reset once this many bytes of answers went through. Default: as long as its ends want. */
export interface Mortal {
  readonly lifeBytes?: number;
}

/** A TCP proxy on loopback that hurts each connection in its own way. */
export interface FaultProxy {
  readonly port: number;
  readonly host: string;
  close(): Promise<void>;
}

/** Opens a proxy to a port of loopback. `choose` is asked once per connection. */
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
      // What came before the reset was seen by the server.
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

/** Writes to a client in the manner of the toxic, in order. */
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

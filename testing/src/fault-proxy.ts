import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback that injects network faults. */
export interface FaultProxy {
  readonly port: number;
  /** The target of new connections; changed by a failover. */
  target: number;
  /** The delay of each chunk in milliseconds, in each direction. Order is preserved. */
  latency: number;
  /** While true, all connections stay open and carry nothing, like a cut cable. */
  frozen: boolean;
  /** Holds back all data of the current connections until the returned function is called. New connections are unaffected. */
  hold(): () => void;
  /** While true, data that a client has sent reaches the server even if the client has disconnected. */
  lingering: boolean;
  /** While true, new connections are reset immediately. */
  refusing: boolean;
  /** Resets every connection, in the middle of a message. */
  reset(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the loopback port `target`. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  /** The promise that a socket's next chunk waits for. */
  const held = new WeakMap<Socket, Promise<void>>();
  let thaw: (() => void)[] = [];
  let frozen = false;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (proxy.refusing) return void client.resetAndDestroy();
    const upstream = connect({ port: proxy.target, host: '127.0.0.1' });
    upstream.on('error', () => client.resetAndDestroy());
    const pair = [client, upstream] as const;
    pairs.add(pair);
    carry(client, upstream);
    carry(upstream, client);
    client.once('close', () => {
      if (proxy.lingering) return;
      pairs.delete(pair);
      upstream.destroy();
    });
    upstream.once('close', () => client.destroy());
  });

  /** Chunks leave in order, each delayed by the latency at its arrival. */
  function carry(from: Socket, to: Socket): void {
    let last: Promise<void> = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      const due = proxy.latency === 0 ? undefined : wait(proxy.latency);
      const released = held.get(from);
      last = last
        .then(() => due)
        .then(() => released)
        .then(async () => {
          while (frozen) await new Promise<void>((resolve) => thaw.push(resolve));
          if (!to.destroyed) to.write(chunk);
        });
    });
  }

  const proxy: FaultProxy = {
    port: 0,
    target,
    latency: 0,
    lingering: false,
    refusing: false,
    get frozen() {
      return frozen;
    },
    set frozen(value) {
      frozen = value;
      if (frozen) return;
      const waiting = thaw;
      thaw = [];
      for (const resolve of waiting) resolve();
    },
    hold() {
      let release: () => void = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const pair of pairs) for (const socket of pair) held.set(socket, released);
      return release;
    },
    reset() {
      for (const [client, upstream] of pairs) {
        upstream.destroy();
        client.resetAndDestroy();
      }
    },
    async stop() {
      proxy.frozen = false;
      const closed = new Promise((resolve) => server.close(resolve));
      proxy.reset();
      await closed;
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.defineProperty(proxy, 'port', { value: (server.address() as AddressInfo).port });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

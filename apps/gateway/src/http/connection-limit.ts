import { isIPv4, isIPv6, type Socket } from 'node:net';
import type { ConnectionLimits } from '../config/config.js';
import { GatewayError, overloaded } from '../errors/errors.js';

/** What the metrics say of connections. */
export interface ConnectionStats {
  readonly open: number;
  /** Since the start: told that they are too many, or closed without a word because even those were too many. */
  readonly refused: number;
}

/** Counts connections, on one port or several. */
export interface ConnectionLimit {
  /** Count a connection that was just accepted until it closes. One that is far too many is destroyed here. */
  count(socket: Socket): void;
  /** The answer to a request on a connection that is one too many; nothing where it is not. */
  refusal(socket: Socket): GatewayError | undefined;
  readonly stats: ConnectionStats;
}

/**
 * Milliseconds that a refused connection may take to ask and to hear why it is refused: an answer that comes before the
 * request is none, so it has to be waited for.
 */
const PATIENCE = 5_000;

/** Refused connections that may wait for their answer at once, as a part of the limit: beyond it they are only closed. */
const WAITING = 0.25;

export function createConnectionLimit(limits: ConnectionLimits): ConnectionLimit {
  const { total, perAddress } = limits;
  const byAddress = new Map<string, number>();
  // A TLS socket is another object than the connection below it: both have the same peer.
  const refusals = new Map<string, GatewayError>();
  let open = 0;
  let refused = 0;

  function refuse(socket: Socket, error: GatewayError, excess: number, limit: number): void {
    refused += 1;
    if (excess > Math.ceil(limit * WAITING)) {
      socket.destroy();
      return;
    }
    const peer = peerOf(socket);
    refusals.set(peer, error);
    const timer = setTimeout(() => socket.destroy(), PATIENCE);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      refusals.delete(peer);
    });
  }

  return {
    count(socket) {
      const { remoteAddress } = socket;
      // Gone before it was looked at.
      if (remoteAddress === undefined) {
        socket.destroy();
        return;
      }
      const address = addressGroup(remoteAddress);
      const ofAddress = (byAddress.get(address) ?? 0) + 1;
      byAddress.set(address, ofAddress);
      open += 1;
      socket.once('close', () => {
        open -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      });
      if (perAddress > 0 && ofAddress > perAddress) {
        refuse(socket, tooManyConnections(perAddress), ofAddress - perAddress, perAddress);
      } else if (open > total) {
        refuse(socket, overloaded(), open - total, total);
      }
    },
    refusal: (socket) => (refusals.size === 0 ? undefined : refusals.get(peerOf(socket))),
    get stats() {
      return { open, refused };
    },
  };
}

function tooManyConnections(limit: number): GatewayError {
  return new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_CONNECTIONS',
    message: `More than ${limit} connections from one address`,
    headers: { 'Retry-After': '1' },
  });
}

function peerOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

/**
 * Whom an address belongs to: an IPv4 address to itself, also where it is written as IPv6; of an IPv6 address the first 64
 * bits, because the rest is free to whoever has them. @internal
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An embedded IPv4 address stands for two groups at the end, which are not looked at.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros: string[] = tail === undefined ? [] : Array.from({ length: 8 - length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

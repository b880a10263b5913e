import { isIPv4, isIPv6, type Socket } from 'node:net';
import { withCode } from '@soapstone/http-contract';
import type { ConnectionLimits } from '../../config/config.js';
import { GatewayError, overloaded } from '../../errors/errors.js';

/** The connection metrics. */
export interface ConnectionStats {
  readonly open: number;
  /** Connections since the start that were rejected with a response, or closed without one because too many were already being rejected. */
  readonly refused: number;
}

/** Counts connections on one or several ports. */
export interface ConnectionLimit {
  /** Counts a newly accepted connection until it closes. Far above the limit, the connection is destroyed here. */
  count(socket: Socket): void;
  /** The response to a request on a connection above the limit; undefined below it. */
  refusal(socket: Socket): GatewayError | undefined;
  readonly stats: ConnectionStats;
}

/**
 * How long a rejected connection may take to send its request and read the response, in milliseconds. The response has to wait for the
 * request, because an earlier one would be lost.
 */
const PATIENCE = 5_000;

/**
 * The share of the limit that rejected connections may occupy while waiting for their response; beyond it they are closed immediately.
 */
const WAITING = 0.25;

export function createConnectionLimit(limits: ConnectionLimits): ConnectionLimit {
  const { total, perAddress } = limits;
  const byAddress = new Map<string, number>();
  // A TLS socket is a different object from the connection below it; both have the same peer.
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
      // The peer disconnected before the connection was inspected.
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
    ...withCode('TOO_MANY_CONNECTIONS'),
    message: `More than ${limit} connections from one address`,
    headers: { 'Retry-After': '1' },
  });
}

/** Identifies a connection. A TLS socket is a different object from the connection below it; both have the same peer. @internal */
export function peerOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

/**
 * Returns the key of an address: an IPv4 address itself, even if written as IPv6; the first 64 bits of an IPv6 address, because its owner
 * can choose the rest. @internal
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An embedded IPv4 address replaces the last two groups, which do not matter here.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros: string[] = tail === undefined ? [] : Array.from({ length: 8 - length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

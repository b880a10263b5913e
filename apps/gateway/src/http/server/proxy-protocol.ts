import { isIP, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { peerOf } from '../limits/connection-limit.js';

/** The client of a connection, as the proxy in front reports it. */
export interface ProxiedPeer {
  readonly address: string;
  readonly port: number;
}

/** A header of the PROXY protocol: its length in bytes, and the client; none for connections of the proxy itself, such as health checks. */
export interface ProxyHeader {
  readonly bytes: number;
  readonly peer?: ProxiedPeer;
}

/** The longest header of version 1, in bytes, with its CRLF. */
const MAX_TEXT_HEADER = 107;
/** The longest header of version 2 that is accepted, in bytes. The addresses take 52; the rest are additions of the proxy. */
const MAX_BINARY_HEADER = 4_096;
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** The maximum number of connections whose header has not arrived. */
const MAX_WAITING = 1_000;

/**
 * Reads the header with which a proxy begins each connection, version 1 or 2 of the PROXY protocol (HAProxy, `proxy-protocol.txt`).
 * Returns undefined while bytes are missing. Throws if the bytes are not such a header.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  const known = Math.min(bytes.length, SIGNATURE.length);
  return bytes.subarray(0, known).equals(SIGNATURE.subarray(0, known)) ? readBinary(bytes) : readText(bytes);
}

/** Section 2.1: `PROXY TCP4 client proxy clientPort proxyPort`, or `PROXY UNKNOWN` and anything. */
function readText(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.subarray(0, MAX_TEXT_HEADER).indexOf('\r\n');
  const text = bytes.toString('latin1', 0, end < 0 ? MAX_TEXT_HEADER : end);
  if (!text.startsWith('PROXY '.slice(0, text.length))) throw new Error('no header of the PROXY protocol');
  if (end < 0) {
    if (bytes.length < MAX_TEXT_HEADER) return undefined;
    throw new Error('the header of the PROXY protocol has no end');
  }
  const [, family, address = '', , port = ''] = text.split(' ');
  if (family === 'UNKNOWN') return { bytes: end + 2 };
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined;
  if (isIP(address) !== version || !/^\d{1,5}$/.test(port)) {
    throw new Error('the header of the PROXY protocol names no client');
  }
  return { bytes: end + 2, peer: { address, port: Number(port) } };
}

/** Section 2.2: signature, version and command, family, length, addresses. */
function readBinary(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < 16) return undefined;
  const [command, family] = [bytes[12], bytes[13]];
  const length = 16 + bytes.readUInt16BE(14);
  if (command !== 0x20 && command !== 0x21)
    throw new Error('the PROXY protocol has another version or command');
  if (length > MAX_BINARY_HEADER) throw new Error('the header of the PROXY protocol is too long');
  if (bytes.length < length) return undefined;
  // LOCAL, and families other than TCP, describe no client.
  const size = family === 0x11 ? 4 : family === 0x21 ? 16 : undefined;
  if (command === 0x20 || size === undefined) return { bytes: length };
  if (length < 16 + 2 * size + 4) throw new Error('the header of the PROXY protocol is too short');
  const address = bytes.subarray(16, 16 + size);
  return {
    bytes: length,
    peer: {
      address: size === 4 ? address.join('.') : printIPv6(address),
      port: bytes.readUInt16BE(16 + 2 * size),
    },
  };
}

function printIPv6(address: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? address.subarray(12).join('.') : groups.map((group) => group.toString(16)).join(':');
}

/**
 * Makes `server` wait for the header of each connection, for at most `timeout` milliseconds. Its connections have the address of the client
 * from then on, with TLS too. A connection without a valid header is closed, because only the proxy should reach the port. Called after all
 * listeners of `connection` were added.
 */
export function requireProxyHeader(server: Server, timeout: number): void {
  const accept = server.listeners('connection');
  /** The clients of open connections, by their connection to the proxy, for the TLS sockets above them. */
  const peers = new Map<string, ProxiedPeer>();
  let waiting = 0;
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting += 1;
    receiveHeader(socket, timeout, (peer) => {
      waiting -= 1;
      if (socket.destroyed) return;
      if (peer !== undefined) {
        const key = peerOf(socket);
        peers.set(key, peer);
        socket.once('close', () => peers.delete(key));
        setPeer(socket, peer);
      }
      for (const each of accept) each.call(server, socket);
    });
  });
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    const peer = peers.get(peerOf(socket));
    if (peer !== undefined) setPeer(socket, peer);
  });
}

/** Reads the header and calls `done` once: with the client if there is one, and with a destroyed socket if there is no valid header. */
function receiveHeader(socket: Socket, timeout: number, done: (peer: ProxiedPeer | undefined) => void): void {
  let received = Buffer.alloc(0);
  const finish = (peer?: ProxiedPeer) => {
    clearTimeout(timer);
    socket.off('readable', read);
    socket.off('close', closed);
    socket.off('error', ignore);
    done(peer);
  };
  const closed = () => finish();
  // The connection is closed after an error, which is all that is left to do.
  const ignore = () => {};
  const read = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      received = Buffer.concat([received, chunk as Buffer]);
      let header: ProxyHeader | undefined;
      try {
        header = readProxyHeader(received);
      } catch {
        socket.destroy();
        return;
      }
      if (header === undefined) continue;
      const rest = received.subarray(header.bytes);
      if (rest.length > 0) socket.unshift(rest);
      finish(header.peer);
      return;
    }
  };
  const timer = setTimeout(() => socket.destroy(), timeout);
  socket.on('readable', read);
  socket.once('close', closed);
  socket.on('error', ignore);
}

/** Replaces the addresses of the connection to the proxy. A TLS socket reads them from the connection below, by other means than this. */
function setPeer(socket: Socket, { address, port }: ProxiedPeer): void {
  Object.defineProperties(socket, { remoteAddress: { value: address }, remotePort: { value: port } });
}

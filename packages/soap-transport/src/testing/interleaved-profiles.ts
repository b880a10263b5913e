import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import type { Identity } from '../../../ws-security/src/testing/certificates.js';
import type { Compatibility } from '../old-servers.js';
import { createTransport } from '../transport.js';
import { serveHttps, serveTcp } from './loopback-server.js';
import { printEnvelope, soapRequest, textOf } from './messages.js';

const PONG = printEnvelope('<Pong xmlns="urn:test"/>');
const PROFILES: readonly (Compatibility | undefined)[] = [
  undefined,
  { minimumTls: '1.0' },
  { weakCiphers: ['SHA-1'], connection: 'close' },
  { headerNames: 'specification' },
  { minimumTls: '1.1', http: '1.0', headerNames: 'specification' },
  { encoding: 'identity' },
];
const OLDEST = [0x0303, 0x0301, 0x0303, 0x0303, 0x0302, 0x0303];

/** Expects that each of `calls` interleaved calls, of two accounts with six profiles, has the handshake and the bytes of its own profile. */
export async function expectSeparateProfiles(identity: Identity, calls: number): Promise<void> {
  const hellos = new Map<number, ClientHello>();
  const wrong: string[] = [];
  const server = await serveHttps(
    { cert: identity.certificate, key: identity.privateKey },
    (message, reply) => {
      const at = Number(message.headers['x-profile']);
      const profile = PROFILES[at];
      const hello = hellos.get((message.socket as TLSSocket).remotePort ?? 0);
      const has = (name: string): boolean => message.rawHeaders.includes(name);
      const expected = {
        oldest: OLDEST[at],
        sha1: profile?.minimumTls !== undefined || profile?.weakCiphers !== undefined,
        version: profile?.http ?? '1.1',
        names: profile?.headerNames === 'specification',
        close: profile?.connection === 'close' || profile?.http === '1.0',
        encoding: profile?.encoding === undefined,
      };
      const got = {
        ...hello,
        version: message.httpVersion,
        names: has('SOAPAction') && has('Content-Length') && has('Host') && !has('soapaction'),
        close: message.headers.connection === 'close',
        encoding: message.headers['accept-encoding'] !== undefined,
      };
      try {
        expect(got).toEqual(expected);
      } catch (error) {
        wrong.push(`${at}: ${String(error)}`);
      }
      message.resume();
      // New handshakes now and then.
      if (Math.random() < 0.1) reply.setHeader('connection', 'close');
      reply.end(PONG);
    },
  );
  const relay = await serveTcp((socket: Socket) => {
    let seen = Buffer.alloc(0);
    const through = connect(server.port, '127.0.0.1');
    through.on('error', () => socket.destroy());
    socket.on('close', () => through.destroy());
    through.on('close', () => socket.destroy());
    through.once('connect', () => {
      const take = (data: Buffer): void => {
        seen = Buffer.concat([seen, data]);
        const hello = readClientHello(seen);
        if (hello === undefined) return;
        hellos.set(through.localPort ?? 0, hello);
        socket.off('data', take);
        through.write(seen);
        socket.pipe(through);
      };
      socket.on('data', take);
    });
    through.pipe(socket);
  });
  const transport = createTransport({
    egress: { allow: ['127.0.0.0/8'] },
    limits: { inFlight: 64, inFlightPerAccount: 64, inFlightPerOrigin: 64 },
  });
  const credentials = { ca: identity.certificate };
  let left = calls;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const at = left % PROFILES.length;
      const compatibility = PROFILES[at];
      const request = soapRequest(`https://${relay.host}/`, {
        credentials,
        account: left % 12 < 6 ? 'acme' : 'globex',
        headers: { 'x-profile': String(at) },
        // A new object each time: the key goes by content.
        ...(compatibility && { compatibility: { ...compatibility } }),
      });
      expect(await textOf(await transport.send(request))).toBe(PONG);
    }
  };
  try {
    await Promise.all(Array.from({ length: 12 }, work));
    expect(wrong.slice(0, 3)).toEqual([]);
    // Two accounts, six profiles.
    expect(transport.stats().pools.length).toBe(12);
    expect(hellos.size).toBeGreaterThan(calls / 6);
  } finally {
    await transport.close();
    await relay.close();
    await server.close();
  }
}

/** The parts of a ClientHello (RFC 8446 §4.1.2) that tell profiles of TLS apart. */
interface ClientHello {
  /** The oldest version that the client accepts as far as it says: `0x0301` is TLS 1.0. */
  readonly oldest: number;
  /** Whether it accepts signatures with SHA-1: `rsa_pkcs1_sha1`. */
  readonly sha1: boolean;
}

/** Reads the ClientHello at the beginning of a connection. Undefined before it is complete. */
function readClientHello(bytes: Buffer): ClientHello | undefined {
  if (bytes.length < 5 || bytes.length < 5 + bytes.readUInt16BE(3)) return undefined;
  // Record header, handshake header, legacy version and random.
  let at = 5 + 4 + 2 + 32;
  const oldest = { version: bytes.readUInt16BE(9) };
  at += 1 + bytes.readUInt8(at);
  at += 2 + bytes.readUInt16BE(at);
  at += 1 + bytes.readUInt8(at);
  const end = at + 2 + bytes.readUInt16BE(at);
  at += 2;
  let sha1 = false;
  while (at < end) {
    const type = bytes.readUInt16BE(at);
    const size = bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, at + 4 + size);
    if (type === 43) oldest.version = Math.min(...pairs(content.subarray(1)));
    if (type === 13) sha1 = pairs(content.subarray(2)).includes(0x0201);
    at += 4 + size;
  }
  return { oldest: oldest.version, sha1 };
}

function pairs(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** Types of TLS records and of handshake messages (RFC 8446 §5.1 and §4, RFC 5246 §6.2.1 and §7.4). */
const [CHANGE_CIPHER_SPEC, HANDSHAKE, APPLICATION_DATA, CERTIFICATE] = [20, 22, 23, 11];
/** The header of a record, and that of a handshake message. */
const [RECORD, MESSAGE] = [5, 4];
/** The most that a client without a certificate sends in a handshake, with room. */
const MAX_BYTES = 64 * 1024;

/** A stream between TLS and a socket that knows what the client has sent. */
export interface HandshakeWatch {
  readonly stream: Duplex;
  /**
   * Whether the server has asked for a client certificate in the handshake. Only for a client that has none. Node does not say so, but the client's
   * own messages do: it answers the request with an empty list of certificates (RFC 8446 §4.4.2, RFC 5246 §7.4.6).
   */
  wasAsked(tls: TLSSocket): boolean;
}

/** Watches the handshake of a client over a socket that is connected. */
export function watchHandshake(socket: Duplex): HandshakeWatch {
  const sent: Buffer[] = [];
  let bytes = 0;
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      if (bytes < MAX_BYTES) {
        bytes += chunk.length;
        sent.push(chunk);
      }
      socket.write(chunk, done);
    },
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) socket.pause();
  });
  socket.once('end', () => stream.push(null));
  socket.once('error', (error) => stream.destroy(error));
  socket.once('close', () => stream.destroy());
  return { stream, wasAsked: (tls) => hasEmptyCertificate(Buffer.concat(sent), hashBytes(tls)) };
}

/** The length of `verify_data` from TLS 1.3 on: that of the hash of the cipher suite. */
function hashBytes(tls: TLSSocket): number {
  return tls.getCipher().standardName.endsWith('_SHA384') ? 48 : 32;
}

/** @param hash the length of the data in Finished, which from TLS 1.3 on is encrypted with a byte for its type and a tag of 16 bytes */
function hasEmptyCertificate(sent: Buffer, hash: number): boolean {
  let encrypted = 0;
  let isPlain = true;
  for (let at = 0; at + RECORD <= sent.length; ) {
    const type = sent[at];
    const length = sent.readUInt16BE(at + 3);
    const end = at + RECORD + length;
    if (type === APPLICATION_DATA) encrypted += length;
    // After it, the messages of TLS 1.2 are encrypted; TLS 1.3 sends it for the sake of old proxies.
    if (type === CHANGE_CIPHER_SPEC) isPlain = false;
    if (type === HANDSHAKE && isPlain && hasMessage(sent.subarray(at + RECORD, end), CERTIFICATE))
      return true;
    at = end;
  }
  return encrypted > MESSAGE + hash + 1 + 16;
}

function hasMessage(record: Buffer, type: number): boolean {
  for (let at = 0; at + MESSAGE <= record.length; at += MESSAGE + record.readUIntBE(at + 1, 3))
    if (record[at] === type) return true;
  return false;
}

/** The parts of a ClientHello (RFC 8446 §4.1.2) that tell profiles of TLS apart. */
export interface ClientHello {
  /** The oldest version that the client accepts as far as it says: `0x0301` is TLS 1.0. */
  readonly oldest: number;
  /** Whether it accepts signatures with SHA-1: `rsa_pkcs1_sha1`. */
  readonly sha1: boolean;
}

/** Reads the ClientHello at the beginning of a connection. Undefined before it is complete. */
export function readClientHello(bytes: Buffer): ClientHello | undefined {
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

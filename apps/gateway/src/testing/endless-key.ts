const OID = {
  pbes2: '06092a864886f70d01050d',
  pbkdf2: '06092a864886f70d01050c',
  hmacSha256: '06082a864886f70d0209',
  aes256: '060960864801650304012a',
};
const SEQUENCE = 0x30;
const OCTETS = 0x04;
const INTEGER = 0x02;

/** Encodes a DER value that is short enough for a length of one byte. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}

/** Creates an encrypted PKCS#8 key in PEM that takes `iterations` (less than 2^31) rounds of PBKDF2 before it turns out to be invalid. */
export function createEndlessKey(iterations: number): string {
  const oid = (hex: string): Buffer => Buffer.from(hex, 'hex');
  const rounds = Buffer.alloc(4);
  rounds.writeInt32BE(iterations);
  const derivation = der(
    SEQUENCE,
    der(OCTETS, Buffer.alloc(8)),
    der(INTEGER, rounds),
    der(SEQUENCE, oid(OID.hmacSha256), Buffer.from([5, 0])),
  );
  const scheme = der(
    SEQUENCE,
    der(SEQUENCE, oid(OID.pbkdf2), derivation),
    der(SEQUENCE, oid(OID.aes256), der(OCTETS, Buffer.alloc(16))),
  );
  const key = der(SEQUENCE, der(SEQUENCE, oid(OID.pbes2), scheme), der(OCTETS, Buffer.alloc(16)));
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${key.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

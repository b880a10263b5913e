const SPNEGO = Buffer.from('06062b0601050502', 'hex');
const KERBEROS = Buffer.from('06092a864886f712010202', 'hex');

/** Wraps a token of Kerberos as the first message of SPNEGO (RFC 4178 §4.2.1) that offers nothing else. */
export function printNegTokenInit(token: Uint8Array): Buffer {
  const mechTypes = der(0xa0, der(0x30, KERBEROS));
  const mechToken = der(0xa2, der(0x04, token));
  return der(0x60, SPNEGO, der(0xa0, der(0x30, mechTypes, mechToken)));
}

/** A value of DER with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const digits = length.toString(16);
  const long = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | long.length, ...long];
  return Buffer.concat([Buffer.from(head), content]);
}

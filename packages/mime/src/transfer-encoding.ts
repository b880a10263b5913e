/**
 * Removes the Content-Transfer-Encoding of a part (RFC 2045 §6). `7bit`, `8bit`, `binary` and unknown encodings leave it unchanged.
 * The result is never longer than the input, so the size limit of the message covers it.
 */
export function decodeTransferEncoding(data: Uint8Array, encoding: string | undefined): Uint8Array {
  switch (encoding?.trim().toLowerCase()) {
    case 'base64':
      // Buffer skips line breaks and characters outside the alphabet, as RFC 2045 §6.8 requires.
      return Buffer.from(
        Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1'),
        'base64',
      );
    case 'quoted-printable':
      return decodeQuotedPrintable(data);
    default:
      return data;
  }
}

/** The same for base64 that arrives in pieces. Letters of a group that is not complete wait for the next piece. */
export async function* decodeBase64Pieces(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let rest = '';
  for await (const chunk of chunks) {
    const { buffer, byteOffset, byteLength } = chunk;
    const letters = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const text = rest + letters.replace(/[^A-Za-z0-9+/=]+/g, '');
    const end = text.length - (text.length % 4);
    rest = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;

function decodeQuotedPrintable(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length);
  let length = 0;
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    if (byte !== EQUALS) {
      out[length++] = byte;
      continue;
    }
    const [high, low] = [hexDigit(data[at + 1]), hexDigit(data[at + 2])];
    if (high !== -1 && low !== -1) {
      out[length++] = high * 16 + low;
      at += 2;
    } else if (data[at + 1] === CR && data[at + 2] === LF) {
      at += 2;
    } else if (data[at + 1] === LF) {
      at += 1;
    } else {
      out[length++] = byte;
    }
  }
  return out.subarray(0, length);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses a text for storage as gzipped UTF-8. */
export function packText(text: string): Promise<Buffer> {
  return compress(text);
}

/** Returns the UTF-8 bytes of a stored text. */
export function unpackText(packed: Uint8Array): Promise<Buffer> {
  return decompress(packed);
}

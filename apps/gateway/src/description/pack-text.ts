import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses a text for storage: UTF-8 with gzip. */
export function packText(text: string): Promise<Buffer> {
  return compress(text);
}

/** The UTF-8 of a stored text. */
export function unpackText(packed: Uint8Array): Promise<Buffer> {
  return decompress(packed);
}

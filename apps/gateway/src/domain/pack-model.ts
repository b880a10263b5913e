import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ServiceModel } from '@soapstone/wsdl-parser';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The stored form of a model: JSON text with gzip. Large models are megabytes of repetitive text. */
export async function packModel(model: ServiceModel): Promise<Buffer> {
  return compress(JSON.stringify(model));
}

/** The inverse of `packModel`. */
export async function unpackModel(packed: Uint8Array): Promise<ServiceModel> {
  return JSON.parse((await decompress(packed)).toString('utf8'));
}

/** The digest of a packed model; revisions with equal digests have equal models. */
export function digestOf(packed: Uint8Array): string {
  return hash('sha256', packed, 'base64url');
}

/** The size of the JSON text of a packed model, from the last four bytes of gzip (RFC 1952). */
export function bytesOf(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(packed.length - 4, true);
}

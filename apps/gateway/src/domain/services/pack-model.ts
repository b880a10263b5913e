import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
import { type ServiceModel, WsdlError } from '@soapstone/wsdl-parser';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * The maximum number of characters of a model as JSON. The process that serves calls parses it in one turn of the event loop and needs
 * eight times as much memory (decision 0017). The model of a small document can be large, because each port repeats the operations of its
 * binding.
 */
export const MODEL_SIZE: number = 32 * 1024 * 1024;

/**
 * Returns the stored form of a model: gzipped JSON text. Large models are megabytes of repetitive text.
 *
 * @throws {WsdlError} `LIMIT_EXCEEDED` for a model of more than `MODEL_SIZE` characters
 */
export async function packModel(model: ServiceModel): Promise<Buffer> {
  const text = printModel(model);
  if (text === undefined || text.length > MODEL_SIZE) {
    throw new WsdlError({
      code: 'LIMIT_EXCEEDED',
      message: `the description is too large once its names are resolved: the limit is ${MODEL_SIZE / 1024 / 1024} MiB. Register its services separately, or without ports that are not used`,
    });
  }
  return compress(text);
}

function printModel(model: ServiceModel): string | undefined {
  try {
    return JSON.stringify(model);
  } catch (error) {
    // The text would be longer than any string can be.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The size of a model up to which unpacking it takes less time than handing it to a thread. */
const SMALL_MODEL = 64 * 1024;

/** The inverse of `packModel`. */
export async function unpackModel(packed: Uint8Array): Promise<ServiceModel> {
  if (bytesOf(packed) <= SMALL_MODEL) return JSON.parse(gunzipSync(packed).toString('utf8'));
  return JSON.parse((await decompress(packed)).toString('utf8'));
}

/** Returns the digest of a packed model. Revisions with equal digests have equal models. */
export function digestOf(packed: Uint8Array): string {
  return hash('sha256', packed, 'base64url');
}

/** Returns the size of the JSON text of a packed model, from the last four bytes of the gzip data (RFC 1952). */
export function bytesOf(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(packed.length - 4, true);
}

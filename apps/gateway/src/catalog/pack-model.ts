import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ServiceModel } from '@soapstone/wsdl-parser';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The model as it is stored: JSON text under gzip. Large models have megabytes that repeat themselves. */
export async function packModel(model: ServiceModel): Promise<Buffer> {
  return compress(JSON.stringify(model));
}

/** The inverse of `packModel`. */
export async function unpackModel(packed: Uint8Array): Promise<ServiceModel> {
  return JSON.parse((await decompress(packed)).toString('utf8'));
}

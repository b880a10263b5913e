import type { MimePart } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/soap-model/defined';
import type { SentPart } from './options.js';

/** Reads the parts that a caller sends beside the input. */
export async function readParts(parts: readonly SentPart[]): Promise<readonly MimePart[]> {
  return await Promise.all(parts.map(partOf));
}

async function partOf({ contentId, data, contentType, filename }: SentPart): Promise<MimePart> {
  const blob = data instanceof Blob ? data : undefined;
  const type = contentType ?? blob?.type ?? '';
  const name = filename ?? (typeof File === 'function' && blob instanceof File ? blob.name : undefined);
  return {
    contentId,
    contentType: type === '' ? 'application/octet-stream' : type,
    data: data instanceof Blob ? new Uint8Array(await data.arrayBuffer()) : data,
    ...defined({ filename: name }),
  };
}

import type { OutgoingPart } from '@soapstone/mime';
import { defined } from '@soapstone/options/defined';
import type { SentPart } from '../api/options.js';

/** The parts that a caller sends beside the input. A `Blob` is read while it is sent. */
export function partsOf(parts: readonly SentPart[]): readonly OutgoingPart[] {
  return parts.map(({ contentId, data, contentType, filename }) => {
    const blob = data instanceof Blob ? data : undefined;
    const type = contentType ?? blob?.type ?? '';
    const name = filename ?? (typeof File === 'function' && blob instanceof File ? blob.name : undefined);
    return {
      contentId,
      contentType: type === '' ? 'application/octet-stream' : type,
      data,
      ...defined({ filename: name }),
    };
  });
}

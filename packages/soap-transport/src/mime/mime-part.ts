import type { MimePart } from '@soapstone/soap-model';
import { bytes, type Check, members, text } from '@soapstone/soap-model/options';

export type { MimePart };

/** The members of a part. */
export const mimePart: Check = members<MimePart>(
  { contentId: text, contentType: text, data: bytes, filename: text },
  ['contentId', 'contentType', 'data'],
);

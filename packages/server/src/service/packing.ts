import type { MimePart } from '@soapstone/mime';
import type { ServedOperation } from './operations.js';

/** When responses are packed with MTOM: for requests that are and where the WSDL requires it, always, or never. */
export type MtomMode = 'auto' | 'always' | 'never';

/** The size in bytes from which a packed response has a MIME part for a binary value, as in CXF. */
export const XOP_THRESHOLD = 1024;

/**
 * Whether a response is packed with MTOM (AT-1).
 *
 * @param isXop whether its request is
 */
export function packsResponse(mode: MtomMode, { port }: ServedOperation, isXop: boolean): boolean {
  return mode === 'auto' ? isXop || port.mtom === 'required' : mode === 'always';
}

/** Whether a message may be packed: the other kind of attachments, which the WSDL declares, needs a message of their own kind. */
export function fitsXop(attachments: readonly Pick<MimePart, 'contentId'>[]): boolean {
  return attachments.length === 0 || attachments.some(({ contentId }) => contentId.startsWith('xop-'));
}

/**
 * `@soapstone/mime/internal`: what a transport needs for messages without attachments. It may change in any release.
 *
 * Unlike the main entry it does not import what reads and writes multipart messages, so that bundlers load that only when it is needed.
 */
export { isMultipart, isMultipartType, quoteParameter } from './content-type.js';
export { outgoingPart } from './mime-part.js';

/**
 * SOAP messages with attachments, without a connection: what a server needs to read requests and write responses.
 *
 * @packageDocumentation
 */

export {
  type HeaderValue,
  isMultipart,
  readHeaderValue,
} from './content-type.js';
export { findPart } from './find-part.js';
export { MimeError, type MimeErrorCode } from './mime-error.js';
export type { MimePart, OutgoingPart } from './mime-part.js';
export type { MultipartLimits } from './multipart-limits.js';
export { type IncomingPart, openMultipart, type ResponseMessage } from './multipart-response.js';
export { createMultipartMessage, type MultipartContent, type MultipartMessage } from './multipart-writer.js';

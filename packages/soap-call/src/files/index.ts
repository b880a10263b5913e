/**
 * `@soapstone/soap-call/internal/files`: results and inputs that are files, while they arrive (PG-10), for the servers of Soapstone. It may change
 * in any release.
 *
 * @packageDocumentation
 */

export {
  BoundedFile,
  type FileStream,
  fileResponseBytes,
} from './file-stream.js';
export { type ArrivingFile, areSentOnce, FileUpload, MARKER_BYTES } from './file-upload.js';
export { decodeFile, type FilePiece, type FileTaker, receiveFile } from './receive-file.js';

/**
 * `@soapstone/client/internal/files`: calls with inputs and results that are files, while they arrive (PG-10), for the servers of Soapstone. It may
 * change in any release.
 *
 * @packageDocumentation
 */

export {
  type ArrivingFile,
  type FileStream,
  FileUpload,
  fileResponseBytes,
} from '@soapstone/soap-call/internal/files';
export {
  type CallFiles,
  callWithFiles,
  receivesFiles,
  sendsFiles,
  type WantedFile,
} from './call/file-call.js';

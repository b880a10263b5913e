import { withCode } from '@soapstone/http-contract';
import { overlap } from '@soapstone/http-contract/internal/routes';
import type { FilePlace } from '@soapstone/json-xml-mapper/internal/routes';
import { BoundedFile, type FileStream, type FileTaker } from '@soapstone/soap-call/internal/files';
import { GatewayError } from '../errors/errors.js';

/** The limits of messages and of files, in bytes. */
export interface FileLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The maximum size of a file that is read and sent while it arrives. Absent: files have the limits of messages. */
  readonly fileBytes?: number | undefined;
}

/** Receives a result as a file (PG-10). */
export interface WantedFile {
  readonly place: FilePlace;
  /** Receives a file that has arrived, or one that is still arriving. */
  take(file: Uint8Array | FileStream, mediaType: string | undefined): void;
}

/**
 * Returns what takes a file within the limits.
 *
 * @param done called once when a file that arrives is over
 */
export function boundedTaker(
  { place, take }: WantedFile,
  { fileBytes: most = Number.POSITIVE_INFINITY }: FileLimits,
  done: () => void,
): FileTaker {
  const tooLarge = () =>
    new GatewayError({
      ...withCode('UPSTREAM_TOO_LARGE'),
      message: `The file is larger than ${most} bytes`,
    });
  return {
    place,
    overlap,
    take: (file, mediaType) =>
      take(file instanceof Uint8Array ? file : new BoundedFile(file, { most, tooLarge, done }), mediaType),
  };
}

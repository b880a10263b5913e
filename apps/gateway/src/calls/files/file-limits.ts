import { withCode } from '@soapstone/http-contract';
import type { FilePlace } from '@soapstone/json-xml-mapper/internal/routes';
import { GatewayError } from '../../errors/errors.js';

/** The limits of messages and of files, in bytes. */
export interface FileLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The maximum size of a file that is read and sent while it arrives. Absent: files have the limits of messages. */
  readonly fileBytes?: number | undefined;
}

/** The bytes of a file while they arrive. Whoever has it reads it to its end or calls `return`. */
export type FileStream = AsyncIterableIterator<Uint8Array, undefined>;

/** What takes a result as a file (PG-10). */
export interface WantedFile {
  readonly place: FilePlace;
  /** Receives a file that has arrived, or one that is still arriving. */
  take(file: Uint8Array | FileStream, mediaType: string | undefined): void;
}

/** The size of base64 with line breaks, and of the message around it. */
const BASE64 = 1.4;
const AROUND = 64 * 1024;

/** The maximum size of a response whose result is a file. */
export function fileResponseBytes({ responseBytes, fileBytes = 0 }: FileLimits): number {
  return Math.max(responseBytes, Math.ceil(fileBytes * BASE64) + AROUND * Math.sign(fileBytes));
}

/** A file while it arrives, up to a size. `done` is called once: at its end, at a failure, or when its reader leaves it. */
export class BoundedFile implements FileStream {
  readonly #file: FileStream;
  readonly #done: () => void;
  readonly #most: number;
  #bytes = 0;
  #isOver = false;

  constructor(file: FileStream, { fileBytes = Number.POSITIVE_INFINITY }: FileLimits, done: () => void) {
    this.#file = file;
    this.#most = fileBytes;
    this.#done = done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      const step = await this.#file.next();
      if (step.done === true) {
        this.#end();
        return step;
      }
      this.#bytes += step.value.length;
      if (this.#bytes <= this.#most) return step;
    } catch (error) {
      this.#end();
      throw error;
    }
    await this.return();
    throw new GatewayError({
      ...withCode('UPSTREAM_TOO_LARGE'),
      message: `The file is larger than ${this.#most} bytes`,
    });
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#end();
    await this.#file.return?.();
    return { done: true, value: undefined };
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done();
  }
}

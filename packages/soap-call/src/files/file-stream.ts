/** The bytes of a file while they arrive. Its holder reads it to its end or calls `return`. */
export type FileStream = AsyncIterableIterator<Uint8Array, undefined>;

/** The limits of messages and of files, in bytes. */
export interface FileLimits {
  readonly responseBytes: number;
  /** The maximum size of a file that is read and sent while it arrives. Absent: files have the limits of messages. */
  readonly fileBytes?: number | undefined;
}

/** The size of base64 with line breaks, and of the message around it. */
const BASE64 = 1.4;
const AROUND = 64 * 1024;

/** The maximum size of a response whose result is a file. */
export function fileResponseBytes({ responseBytes, fileBytes = 0 }: FileLimits): number {
  return Math.max(responseBytes, Math.ceil(fileBytes * BASE64) + AROUND * Math.sign(fileBytes));
}

/** The bounds of a file. */
export interface FileBound {
  /** The maximum size, in bytes. */
  readonly most: number;
  /** Creates the error of a file that is larger. */
  readonly tooLarge: () => Error;
  /** Called once: at the end of the file, with its failure, or when its reader leaves it. */
  readonly done: (failure?: unknown) => void;
}

/** A file while it arrives, up to a size. */
export class BoundedFile implements FileStream {
  readonly #file: FileStream;
  readonly #bound: FileBound;
  #bytes = 0;
  #isOver = false;

  constructor(file: FileStream, bound: FileBound) {
    this.#file = file;
    this.#bound = bound;
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
      if (this.#bytes <= this.#bound.most) return step;
    } catch (error) {
      this.#end(error);
      throw error;
    }
    const failure = this.#bound.tooLarge();
    this.#end(failure);
    await this.return();
    throw failure;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#end();
    await this.#file.return?.();
    return { done: true, value: undefined };
  }

  #end(failure?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#bound.done(failure);
  }
}

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf, unreadable } from '../errors/errors.js';

/**
 * Reads a file that the user named.
 *
 * @param cwd the base of relative paths
 * @throws {CliError} if it cannot be read
 */
export async function readBytes(file: string, cwd: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (cause) {
    throw unreadable(`cannot read ${file}: ${reasonOf(cause)}`, cause);
  }
}

/**
 * Decodes a file of UTF-8. A byte order mark is not part of its text.
 *
 * @returns undefined if it has other bytes
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** The first line, counted from 1, of a file with bytes that are not UTF-8. */
export function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

const LINE_FEED = 0x0a;

/**
 * Reads a file piece by piece.
 *
 * @throws {CliError} while it is iterated, if it cannot be read
 */
export async function* streamBytes(file: string, cwd: string): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = createReadStream(resolve(cwd, file), { highWaterMark: 256 * 1024 })[Symbol.asyncIterator]();
  try {
    for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value;
  } finally {
    await pieces.return?.();
  }
  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await pieces.next();
    } catch (cause) {
      throw unreadable(`cannot read ${file}: ${reasonOf(cause)}`, cause);
    }
  }
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf, unreadable } from './errors.js';

/**
 * The bytes of a file that the user named.
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

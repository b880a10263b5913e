import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf, unreadable } from '../errors.js';
import type { Terminal } from '../terminal.js';

/** The bytes of a message: from a file, or standard input for `-`. */
export async function readMessage(source: string, terminal: Terminal): Promise<Uint8Array> {
  if (source === '-') return terminal.readInput();
  try {
    return await readFile(resolve(terminal.cwd, source));
  } catch (cause) {
    throw unreadable(`cannot read ${source}: ${reasonOf(cause)}`, cause);
  }
}

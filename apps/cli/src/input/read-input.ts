import type { Terminal } from '../terminal/terminal.js';
import { readBytes, streamBytes } from './read-file.js';

/**
 * Reads the bytes of a message: JSON that begins with `{` or `[`, XML that begins with `<`, `-` for standard input, otherwise the
 * name of a file, with or without a leading `@`.
 *
 * @throws {CliError} if the file cannot be read
 */
export async function readMessage(
  source: string,
  terminal: Pick<Terminal, 'cwd' | 'readInput'>,
): Promise<Uint8Array> {
  if (source === '-') return terminal.readInput();
  if (/^\s*[{[<]/.test(source)) return Buffer.from(source);
  const file = source.startsWith('@') ? source.slice(1) : source;
  return await readBytes(file, terminal.cwd);
}

/**
 * Reads the same in pieces, for messages that need not be held in memory.
 *
 * @throws {CliError} while it is iterated, if the file cannot be read
 */
export function streamMessage(
  source: string,
  terminal: Pick<Terminal, 'cwd' | 'input'>,
): AsyncIterable<Uint8Array> {
  if (source === '-') return terminal.input();
  if (/^\s*[{[<]/.test(source)) return onePiece(Buffer.from(source));
  return streamBytes(source.startsWith('@') ? source.slice(1) : source, terminal.cwd);
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

import { readBytes } from '../read-file.js';
import type { Terminal } from '../terminal.js';

/**
 * The bytes of a message: JSON that begins with `{` or `[`, XML that begins with `<`, `-` for standard input, otherwise the name of
 * a file, with `@` before it or without.
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

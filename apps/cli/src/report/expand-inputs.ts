import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal.js';

/** Expands directories to the WSDL files in them, at any depth and sorted by name; other inputs are kept. */
export async function expandInputs(
  inputs: readonly string[],
  { cwd }: Pick<Terminal, 'cwd'>,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const input of inputs) {
    const directory = resolve(cwd, input);
    const info = await stat(directory).catch(() => undefined);
    if (info?.isDirectory() !== true) {
      files.push(input);
      continue;
    }
    const names = await readdir(directory, { recursive: true });
    const descriptions = names.filter((name) => /\.(?:wsdl|wsdl2|wsdl20)$/i.test(name)).sort();
    // A directory without a WSDL stays in the list, so that the report says that it cannot be read.
    files.push(...(descriptions.length === 0 ? [input] : descriptions.map((name) => join(input, name))));
  }
  return files;
}

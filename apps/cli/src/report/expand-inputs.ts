import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Terminal } from '../terminal.js';

/** Directories stand for the WSDL files in them, at any depth and in the order of their names; everything else for itself. */
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
    // A directory without any stands for itself: that it cannot be read is part of the report.
    files.push(...(descriptions.length === 0 ? [input] : descriptions.map((name) => join(input, name))));
  }
  return files;
}

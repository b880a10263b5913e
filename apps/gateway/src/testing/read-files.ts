import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads every file below these directories. Files that a running database removes in the meantime are left out. */
export async function readFiles(
  directories: readonly string[],
): Promise<{ readonly path: string; readonly content: Buffer }[]> {
  const files: { path: string; content: Buffer }[] = [];
  for (const directory of directories) {
    for (const name of await readdir(directory, { recursive: true })) {
      const path = join(directory, name);
      try {
        if ((await stat(path)).isFile()) files.push({ path, content: await readFile(path) });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
  return files;
}

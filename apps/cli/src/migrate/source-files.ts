import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { reasonOf, unreadable, usageError } from '../errors/errors.js';

/** The endings of files that can be migrated. */
const ENDINGS = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'];

/** A bound on the files of one run. */
const MOST_FILES = 100_000;

/**
 * The source files that these paths name, each once, in the order of the paths and then by name. A directory stands for the files below it;
 * `node_modules`, folders whose names begin with a dot and symbolic links to folders are left out.
 *
 * @throws {CliError} if a path cannot be read, is a file of another kind, or if there are more than 100,000 files
 */
export async function sourceFiles(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const waiting = [...paths].reverse();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!(await isDirectory(path, cwd))) {
      if (!ENDINGS.includes(extname(path)))
        throw usageError(
          `${path} is not JavaScript or TypeScript: name files that end in ${ENDINGS.join(', ')}`,
        );
      found.add(path);
    } else {
      for (const entry of (await entriesOf(path, cwd)).reverse()) waiting.push(join(path, entry));
    }
    if (found.size + waiting.length > MOST_FILES)
      throw usageError('there are more than 100,000 files: name the folders of the program');
  }
  return [...found];
}

async function isDirectory(path: string, cwd: string): Promise<boolean> {
  try {
    return (await stat(resolve(cwd, path))).isDirectory();
  } catch (cause) {
    throw unreadable(`cannot read ${path}: ${reasonOf(cause)}`, cause);
  }
}

/** The folders and source files in a folder, by name. */
async function entriesOf(path: string, cwd: string): Promise<string[]> {
  try {
    const entries = await readdir(resolve(cwd, path), { withFileTypes: true });
    return entries
      .filter((entry) =>
        entry.isDirectory()
          ? entry.name !== 'node_modules' && !entry.name.startsWith('.')
          : entry.isFile() && ENDINGS.includes(extname(entry.name)),
      )
      .map(({ name }) => name)
      .sort();
  } catch (cause) {
    throw unreadable(`cannot read ${path}: ${reasonOf(cause)}`, cause);
  }
}

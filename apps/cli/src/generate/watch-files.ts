import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usageError } from '../errors.js';

/** Milliseconds without a change before `run` is called: editors write a file in several steps. */
const QUIET_MS = 100;

/**
 * Calls `run` now and after each change of the files that it returned, until `end` resolves. Never runs twice at once.
 *
 * @param run returns the locations to watch; those that are not local files are ignored
 * @throws {CliError} if no location is a local file, and what the first `run` throws
 */
export async function watchFiles(run: () => Promise<readonly string[]>, end: Promise<void>): Promise<void> {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const close = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const start = (locations: readonly string[]): void => {
    const files = locations.filter((each) => each.startsWith('file:')).map((each) => fileURLToPath(each));
    if (files.length === 0) throw usageError('--watch needs local files');
    close();
    // Directories, because many editors replace a file instead of writing to it.
    const names = new Map<string, Set<string>>();
    for (const file of files)
      names.set(dirname(file), (names.get(dirname(file)) ?? new Set()).add(basename(file)));
    for (const [directory, known] of names) {
      watchers.push(
        watch(directory, (_, name) => {
          if (name !== null && !known.has(name)) return;
          clearTimeout(timer);
          timer = setTimeout(() => {
            running = running.then(run).then(start);
          }, QUIET_MS);
        }),
      );
    }
  };
  start(await run());
  await end;
  close();
  await running;
}

import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError, reasonOf, usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';

/** Milliseconds without a change before `run` is called: editors write a file in several steps. */
const QUIET_MS = 100;

/**
 * Calls `run` now and after each change of the files that it returned, until `end` resolves. Never runs twice at once.
 *
 * @param run returns the locations to watch; those that are not local files are ignored
 * @throws {CliError} if no location is a local file or a directory cannot be watched, and what `run` throws
 */
export async function watchFiles(run: () => Promise<readonly string[]>, end: Promise<void>): Promise<void> {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isOver = false;
  let fail = (_error: unknown): void => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const close = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const start = (locations: readonly string[]): void => {
    // A run that was in progress at the end.
    if (isOver) return;
    const files = locations.filter((each) => each.startsWith('file:')).map((each) => fileURLToPath(each));
    if (files.length === 0) throw usageError('--watch needs local files');
    close();
    // Directories, because many editors replace a file instead of writing to it.
    const names = new Map<string, Set<string>>();
    for (const file of files)
      names.set(dirname(file), (names.get(dirname(file)) ?? new Set()).add(basename(file)));
    for (const [directory, known] of names) {
      watchers.push(
        watchDirectory(directory, (name) => {
          if (name !== null && !known.has(name)) return;
          clearTimeout(timer);
          timer = setTimeout(() => {
            running = running.then(run).then(start).catch(fail);
          }, QUIET_MS);
        }),
      );
    }
  };
  start(await run());
  try {
    await Promise.race([end, failed]);
  } finally {
    isOver = true;
    close();
  }
  await running;
}

function watchDirectory(directory: string, changed: (name: string | null) => void): FSWatcher {
  try {
    return watch(directory, (_, name) => changed(name));
  } catch (cause) {
    const message = `cannot watch ${directory}: ${reasonOf(cause)}`;
    throw new CliError({ code: 'LOAD_FAILED', message, exitCode: EXIT.unreadable, cause });
  }
}

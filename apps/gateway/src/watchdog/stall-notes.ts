import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '../config/data-dir/durable-file.js';
import { withFileLock } from '../config/data-dir/file-lock.js';
import type { Stall } from '../store/repositories/services/stalls.js';

/** The folder of the notes in the data directory. */
const FOLDER = 'stalls';

/** Leaves a note about a stall in `dataDir` for the next process that starts there. */
export async function writeStallNote(dataDir: string, stall: Stall): Promise<void> {
  const folder = join(dataDir, FOLDER);
  await makeFolder(folder);
  await replaceFile(join(folder, `${randomUUID()}.json`), JSON.stringify(stall), 0o600);
}

/**
 * Passes each note in `dataDir` to `take`, oldest stall first, and removes it when `take` resolves. If `take` rejects, the note
 * stays for the next start, and `onError` receives the reason. Processes that start together take turns.
 */
export async function takeStallNotes(
  dataDir: string,
  take: (stall: Stall) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  const folder = join(dataDir, FOLDER);
  if ((await listNotes(folder)).length === 0) return;
  await withFileLock(join(dataDir, `${FOLDER}.lock`), async () => {
    const notes: { readonly file: string; readonly stall: Stall }[] = [];
    for (const name of await listNotes(folder)) {
      const file = join(folder, name);
      const stall = readStall(await readFile(file, 'utf8'));
      if (stall === undefined) await rm(file, { force: true });
      else notes.push({ file, stall });
    }
    for (const { file, stall } of notes.sort((one, other) => one.stall.at - other.stall.at)) {
      try {
        await take(stall);
        await rm(file, { force: true });
      } catch (error) {
        onError(error);
      }
    }
  });
}

async function listNotes(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A truncated note is ignored. */
function readStall(text: string): Stall | undefined {
  try {
    const { accountId, serviceId, operation, at } = JSON.parse(text) as Record<string, unknown>;
    return typeof accountId === 'string' &&
      typeof serviceId === 'string' &&
      typeof operation === 'string' &&
      Number.isSafeInteger(at)
      ? { accountId, serviceId, operation, at: at as number }
      : undefined;
  } catch {
    return undefined;
  }
}

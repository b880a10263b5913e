import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordingUpload, UPLOAD_LIMITS } from '../../../domain/calls/recording.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { GatewayError } from '../../../errors/errors.js';
import type { UploadRecordings } from '../../../services/live-services.js';
import { FileError } from './file-error.js';

/**
 * Adds the recordings in a folder or a zip archive to a service. Resolves to the number of new ones. Throws `FileError` with every problem
 * of every file.
 */
export async function applyRecordings(
  path: string,
  service: RegisteredService,
  store: UploadRecordings,
  dryRun: boolean,
): Promise<number> {
  const upload = await readUpload(path);
  try {
    const { stored } = await store(service, upload, { dryRun });
    return stored;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.type === 'INTERNAL_ERROR') throw error;
    const details = (error.init.details ?? []).map(
      ({ path: file, message }) => `${join(path, file)}: ${message}`,
    );
    throw new FileError([`the recordings of ${service.slug} cannot be added: ${error.message}`, ...details]);
  }
}

async function readUpload(path: string): Promise<RecordingUpload> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new FileError([`${path} cannot be read: ${error.code ?? error.message}`]);
  });
  if (!found.isDirectory()) {
    if (found.size > UPLOAD_LIMITS.bytes) throw tooMuch(path);
    return { kind: 'archive', bytes: await readFile(path) };
  }
  const files = new Map<string, Uint8Array>();
  let left = UPLOAD_LIMITS.bytes;
  const waiting = [''];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    for (const name of (await readdir(join(path, directory))).sort()) {
      const inside = directory === '' ? name : `${directory}/${name}`;
      // Symbolic links are not followed, because they may lead anywhere.
      const entry = await lstat(join(path, inside));
      if (entry.isDirectory() && name !== 'wsdl' && !name.startsWith('.')) waiting.push(inside);
      if (!entry.isFile()) continue;
      left -= entry.size;
      if (left < 0 || files.size >= UPLOAD_LIMITS.entries) throw tooMuch(path);
      files.set(inside, await readFile(join(path, inside)));
    }
  }
  return { kind: 'files', files };
}

function tooMuch(path: string): FileError {
  const { bytes, entries } = UPLOAD_LIMITS;
  return new FileError([
    `${path} is too large: recordings may have ${entries} files with ${bytes / 1024 / 1024} MiB together`,
  ]);
}

/**
 * Reads files and directories for `file.ts`: what a directory has, and the beginning or the end of a file. Node only.
 */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { findDescriptions } from './documents/find-descriptions.js';
import { isDocumentStart } from './documents/zip.js';
import { WsdlError } from './errors.js';

/** The most files, and the most other entries, of a directory that are looked at. */
const MAX_FILES = 1_000;
const MAX_ENTRIES = 20_000;

/** Where the root element of a document has to begin. */
export const HEAD: number = 64 * 1024;

/** The paths of the files in a directory, nearest first, those with the name of a document before others. Links to directories are not followed. */
export async function listDocuments(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const others: string[] = [];
  const directories = [''];
  let entries = 0;
  for (const directory of directories) {
    const found = await readdir(join(root, directory), { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      entries += 1;
      if (entries > MAX_ENTRIES || paths.length === MAX_FILES) return [...paths, ...others];
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory()) directories.push(path);
      else if (DOCUMENT.test(entry.name)) paths.push(path);
      else if (others.length < MAX_FILES) others.push(path);
    }
  }
  return [...paths, ...others];
}

const DOCUMENT = /\.(?:wsdl|wsdl2|wsdl20|xsd|xml)$/i;

/**
 * The WSDL files of a directory and its subdirectories, enough to find the description among them: those with the name of a document; if none
 * of them is a description, those that begin as a document.
 */
export async function readDirectory(directory: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const others: string[] = [];
  const add = async (name: string): Promise<void> => {
    files.set(name.replaceAll(sep, '/'), await readFile(join(directory, name)));
    if (files.size > 1000) throw tooMany(directory);
  };
  for (const name of await readdir(directory, { recursive: true })) {
    if (/\.(wsdl|wsdl2|wsdl20|xml)$/i.test(name)) await add(name);
    else if (others.length < MAX_FILES) others.push(name);
  }
  if (findDescriptions(files).length > 0) return files;
  for (const name of others) {
    const path = join(directory, name);
    const info = await stat(path).catch(() => undefined);
    if (info?.isFile() !== true) continue;
    const start = await readStart(path, HEAD).catch(() => new Uint8Array());
    if (isDocumentStart(start, name)) await add(name);
  }
  return files;
}

/** Bytes of a pipe that are asked for at once. */
const PIECE = 64 * 1024;

/** The first bytes of a file, a pipe or a device. */
export async function readStart(path: string, max: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  const file = await open(path);
  try {
    while (length < max) {
      // A pipe has no position.
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(max - length, PIECE)),
        0,
        null,
        null,
      );
      if (bytesRead === 0) break;
      pieces.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
  return Buffer.concat(pieces);
}

/** The last bytes of a file. */
export async function readEnd(path: string, max: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, max);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function tooMany(directory: string): WsdlError {
  return new WsdlError({
    code: 'LIMIT_EXCEEDED',
    message: `cannot read ${directory}: it has more than 1000 XML files; name the WSDL itself`,
  });
}

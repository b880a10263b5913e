/**
 * Loads documents from the file system, for command lines and tests. Node only, and therefore a separate entry point
 * (`@soapstone/wsdl-parser/file`).
 *
 * Reading stays inside one directory, with links resolved: an untrusted WSDL cannot make a program open `/etc/passwd` and quote
 * it in an error message.
 */
import { realpathSync } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve as resolvePath, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assertOptions, count, optional, text } from '@soapstone/options';
import { bundleResolver } from './documents/bundle.js';
import { findDescriptions } from './documents/find-descriptions.js';
import { lookUp, schemaNamespace } from './documents/look-up.js';
import type { Resolver } from './documents/resolver.js';
import { isZip, readZip } from './documents/zip.js';
import { WsdlError } from './errors.js';
import { DEFAULT_PARSE_LIMITS } from './limits.js';

export { parseWsdlCached } from './model-cache.js';

/**
 * Creates a resolver for `file:` URIs and paths inside `root`.
 *
 * @param root a directory; relative paths start there
 *
 * @example
 * ```ts
 * const resolve = fileResolver('wsdl');
 * ```
 */
export function fileResolver(root: string): Resolver {
  assertOptions(text, root, 'fileResolver', 'root');
  return async (uri) => {
    assertOptions(text, uri, 'fileResolver', 'uri');
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : resolvePath(root, uri);
    if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(uri) && !uri.startsWith('file:')) {
      throw new Error('only files are read here');
    }
    const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path).catch(missing)]);
    if (!isInside(realRoot, realFile)) throw new Error(`the file is outside ${root}`);
    return { bytes: await readFile(realFile), uri: pathToFileURL(realFile).href };
  };
}

/** The most files, and the most other entries, of a directory that are looked at. */
const MAX_FILES = 1_000;
const MAX_ENTRIES = 20_000;

/**
 * A resolver for the documents of a directory and its subdirectories: the file at the location, or what `lookUp` finds among all
 * files with the name of a document. Never reads outside `root`.
 */
function directoryResolver(root: string): Resolver {
  const exactly = fileResolver(root);
  let listing: Promise<readonly string[]> | undefined;
  const namespaces = new Map<string, Promise<string | undefined>>();
  const namespaceOf = (path: string): Promise<string | undefined> => {
    const known =
      namespaces.get(path) ??
      readStart(join(root, path), HEAD).then(
        (bytes) => schemaNamespace(bytes, path),
        () => undefined,
      );
    namespaces.set(path, known);
    return known;
  };
  return async (uri, wanted = {}) => {
    try {
      return await exactly(uri);
    } catch (error) {
      listing ??= listDocuments(root);
      const found = await lookUp(relativeTo(root, uri), wanted, { paths: await listing, namespaceOf });
      if (found === undefined) throw error;
      return await exactly(pathToFileURL(join(root, found)).href);
    }
  };
}

/** Where the root element of a document has to begin. */
const HEAD = 64 * 1024;

/** A `file:` URI inside `root` as a path from there; any other location as it is. A query stays. */
function relativeTo(root: string, uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  const question = uri.indexOf('?');
  const query = question === -1 ? '' : uri.slice(question);
  try {
    const path = fileURLToPath(question === -1 ? uri : uri.slice(0, question));
    const base = [resolvePath(root), realpathSync(root)].find((each) => isInside(each, path));
    return base === undefined ? uri : `${relative(base, path).replaceAll(sep, '/')}${query}`;
  } catch {
    return uri;
  }
}

/** The paths of the files in a directory that have the name of a document, nearest first. Links to directories are not followed. */
async function listDocuments(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const directories = [''];
  let entries = 0;
  for (const directory of directories) {
    const found = await readdir(join(root, directory), { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      entries += 1;
      if (entries > MAX_ENTRIES || paths.length === MAX_FILES) return paths;
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory()) directories.push(path);
      else if (DOCUMENT.test(entry.name)) paths.push(path);
    }
  }
  return paths;
}

const DOCUMENT = /\.(?:wsdl|wsdl2|wsdl20|xsd|xml)$/i;

/** A description on this machine, ready for `parseWsdl`. */
export interface LocalInput {
  readonly location: string;
  readonly resolve: Resolver;
}

/**
 * Opens a path given on the command line: a WSDL file, a zip archive, or a directory with one description in it.
 *
 * @param path the file or directory
 * @param root the directory that a WSDL file may refer to; default: the current directory if it contains the file, otherwise the
 *   directory of the file
 * @param maxBytes how much of a pipe or device is read, which may have no end. Default: 20 MiB and a byte, so that `parseWsdl`
 *   rejects a longer one
 * @throws {OptionError} if an argument is not usable
 * @throws {WsdlError} `LOAD_FAILED` if there is nothing to read; `BAD_ARCHIVE`, `LIMIT_EXCEEDED`
 *
 * @example
 * ```ts
 * const { location, resolve } = await openLocal('users.wsdl');
 * const { model } = await parseWsdl(location, { resolve });
 * ```
 */
export async function openLocal(
  path: string,
  root?: string,
  maxBytes: number = DEFAULT_PARSE_LIMITS.bytes + 1,
): Promise<LocalInput> {
  assertOptions(text, path, 'openLocal', 'path');
  assertOptions(optional(text), root, 'openLocal', 'root');
  assertOptions(count, maxBytes, 'openLocal', 'maxBytes');
  const info = await stat(path).catch((cause: unknown) => {
    throw new WsdlError({
      code: 'LOAD_FAILED',
      message: `cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    });
  });
  if (info.isDirectory()) {
    const files = await readDirectory(path);
    const location = likeliest(path, files);
    return { location: pathToFileURL(join(path, location)).href, resolve: directoryResolver(root ?? path) };
  }
  if (!info.isFile()) {
    // A pipe is read once, and has no directory.
    const bytes = await readStart(path, maxBytes);
    if (isZip(bytes)) return await fromArchive(path, bytes);
    return { location: path, resolve: bundleResolver(new Map([[path, bytes]])) };
  }
  if (isZip(await readStart(path, 2))) return await fromArchive(path, await readFile(path));
  const directory = dirname(resolvePath(path));
  const inside = isInside(process.cwd(), directory) ? process.cwd() : directory;
  return {
    location: pathToFileURL(resolvePath(path)).href,
    resolve: root === undefined ? fileResolver(inside) : directoryResolver(root),
  };
}

/** Bytes of a pipe that are asked for at once. */
const PIECE = 64 * 1024;

/** The first bytes of a file, a pipe or a device. */
async function readStart(path: string, max: number): Promise<Uint8Array> {
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

async function fromArchive(path: string, bytes: Uint8Array): Promise<LocalInput> {
  const files = await readZip(bytes);
  return { location: likeliest(path, files), resolve: bundleResolver(files) };
}

/** The WSDL files of a directory and its subdirectories, enough to find the description among them. */
async function readDirectory(directory: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await readdir(directory, { recursive: true })) {
    if (!/\.(wsdl|wsdl2|wsdl20|xml)$/i.test(name)) continue;
    files.set(name.replaceAll(sep, '/'), await readFile(join(directory, name)));
    if (files.size > 1000) throw tooMany(directory);
  }
  return files;
}

function likeliest(path: string, files: ReadonlyMap<string, Uint8Array>): string {
  const [first] = findDescriptions(files);
  if (first !== undefined) return first;
  throw new WsdlError({ code: 'LOAD_FAILED', message: `cannot read ${path}: there is no WSDL in it` });
}

function tooMany(directory: string): WsdlError {
  return new WsdlError({
    code: 'LIMIT_EXCEEDED',
    message: `cannot read ${directory}: it has more than 1000 XML files; name the WSDL itself`,
  });
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`));
}

function missing(): never {
  throw new Error('there is no such file');
}

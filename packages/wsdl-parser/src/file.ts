/**
 * Loads documents from the file system, for command lines and tests. Node only, and therefore a separate entry point
 * (`@soapstone/wsdl-parser/file`).
 *
 * Reading stays inside one directory, with links resolved: an untrusted WSDL cannot make a program open `/etc/passwd` and quote
 * it in an error message.
 */
import { realpathSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve as resolvePath, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assertOptions, count, optional, text } from '@soapstone/options';
import { bundleResolver } from './documents/bundle.js';
import { findDescriptions } from './documents/find-descriptions.js';
import { lookUp, schemaNamespace, type WantedDocument } from './documents/look-up.js';
import { findingByNamespace, type ResolvedDocument, type Resolver } from './documents/resolver.js';
import { isSelfExtracting, isZip, readZip, ZIP_TAIL } from './documents/zip.js';
import { WsdlError } from './errors.js';
import { DEFAULT_PARSE_LIMITS } from './limits.js';
import { HEAD, listDocuments, readDirectory, readEnd, readStart } from './read-local.js';

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

/**
 * A resolver for the documents of a directory and its subdirectories: the file at the location, or what the look-up by path, case, trailing
 * segments, query and target namespace finds. Never reads outside `root`.
 *
 * @param root a directory; relative paths start there
 * @throws {OptionError} if `root` is not text
 *
 * @example
 * ```ts
 * const resolve = directoryResolver('wsdl');
 * ```
 */
export function directoryResolver(root: string): Resolver {
  assertOptions(text, root, 'directoryResolver', 'root');
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
  const find = async (uri: string, wanted: WantedDocument): Promise<ResolvedDocument | undefined> => {
    listing ??= listDocuments(root);
    const found = await lookUp(uri, wanted, { paths: await listing, namespaceOf });
    return found === undefined ? undefined : await exactly(pathToFileURL(join(root, found)).href);
  };
  const resolve: Resolver = async (uri, wanted = {}) => {
    try {
      return await exactly(uri);
    } catch (error) {
      const found = await find(relativeTo(root, uri), wanted);
      if (found === undefined) throw error;
      return found;
    }
  };
  return findingByNamespace(resolve, (namespace) => find('', { namespace }));
}

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
  const start = await readStart(path, 2);
  if (isZip(start) || isSelfExtracting(start, await readEnd(path, ZIP_TAIL))) {
    return await fromArchive(path, await readFile(path));
  }
  const directory = dirname(resolvePath(path));
  const inside = isInside(process.cwd(), directory) ? process.cwd() : directory;
  return {
    location: pathToFileURL(resolvePath(path)).href,
    resolve: root === undefined ? fileResolver(inside) : directoryResolver(root),
  };
}

async function fromArchive(path: string, bytes: Uint8Array): Promise<LocalInput> {
  const files = await readZip(bytes);
  return { location: likeliest(path, files), resolve: bundleResolver(files) };
}

function likeliest(path: string, files: ReadonlyMap<string, Uint8Array>): string {
  const [first] = findDescriptions(files);
  if (first !== undefined) return first;
  throw new WsdlError({ code: 'LOAD_FAILED', message: `cannot read ${path}: there is no WSDL in it` });
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`));
}

function missing(): never {
  throw new Error('there is no such file');
}

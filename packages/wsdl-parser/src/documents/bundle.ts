import {
  assertOptions,
  bytes,
  type Check,
  kindOf,
  recordOf,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import { TextEncoder } from '../platform.js';
import { normalisePath, pathOf } from './location.js';
import type { ResolvedDocument, Resolver } from './resolver.js';

/** Files by their path inside a bundle: `schemas/order.xsd`. */
export type BundleFiles =
  | ReadonlyMap<string, Uint8Array | string>
  | Readonly<Record<string, Uint8Array | string>>;

const file: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0
    ? []
    : wrong(`expected a string or a Uint8Array, not ${kindOf(value)}`);

/** The files of a bundle as name and content. Throws `OptionError` for anything else. */
export function bundleEntries(files: BundleFiles, what: string): [string, Uint8Array | string][] {
  const isMap = files instanceof Map;
  const plain: Check = (value) => (isMap ? [...files.values()].flatMap(file) : recordOf(file)(value));
  assertOptions(plain, files, what, 'files');
  return isMap ? [...files] : Object.entries(files);
}

/**
 * A resolver over files in memory. It looks a location up in this order, and never outside the bundle:
 *
 *     1. the path itself                      schemas/order.xsd
 *     2. the path without regard to case      (the files came from Windows)
 *     3. the file that shares most trailing segments with it, if it is the only one: `file:///C:/work/schemas/order.xsd`
 *        and `http://build.host/schemas/order.xsd` both find `schemas/order.xsd`. A location with a query finds nothing
 *        here: it names a generated document, not a file.
 *
 * @throws {OptionError} for anything but names with text or bytes
 *
 * @example
 * ```ts
 * const resolve = bundleResolver({ 'users.wsdl': wsdl, 'users.xsd': xsd });
 * const { model } = await parseWsdl('users.wsdl', { resolve });
 * ```
 */
export function bundleResolver(files: BundleFiles): Resolver {
  const entries = bundleEntries(files, 'bundleResolver');
  const byPath = new Map<string, Uint8Array>();
  const byFoldedPath = new Map<string, string>();
  for (const [name, content] of entries) {
    const path = normalisePath(name);
    byPath.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
    if (!byFoldedPath.has(path.toLowerCase())) byFoldedPath.set(path.toLowerCase(), path);
  }
  const paths = [...byPath.keys()];

  const find = (uri: string): string | undefined => {
    const path = normalisePath(pathOf(uri));
    if (byPath.has(path)) return path;
    return byFoldedPath.get(path.toLowerCase()) ?? (uri.includes('?') ? undefined : bestSuffix(path, paths));
  };

  return async (uri): Promise<ResolvedDocument> => {
    assertOptions(text, uri, 'bundleResolver', 'uri');
    const path = find(uri);
    const bytes = path === undefined ? undefined : byPath.get(path);
    if (path === undefined || bytes === undefined) throw new Error('the bundle has no such file');
    return { bytes, uri: path };
  };
}

/** The path that shares the most trailing segments with `wanted`; `undefined` if none or several do. */
function bestSuffix(wanted: string, paths: readonly string[]): string | undefined {
  const segments = wanted.toLowerCase().split('/').reverse();
  let best: string | undefined;
  let bestLength = 0;
  let unique = false;
  for (const path of paths) {
    const candidate = path.toLowerCase().split('/').reverse();
    let length = 0;
    while (length < segments.length && segments[length] === candidate[length]) length += 1;
    if (length > bestLength) {
      best = path;
      bestLength = length;
      unique = true;
    } else if (length === bestLength) unique = false;
  }
  return unique ? best : undefined;
}

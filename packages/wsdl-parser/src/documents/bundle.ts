import { assertOptions, bytes, type Check, kindOf, recordOf, text, wrong } from '@soapstone/options';
import { normalisePath } from '../location.js';
import { TextEncoder } from '../platform.js';
import { lookUp, schemaNamespace, type WantedDocument } from './look-up.js';
import { findingByNamespace, type ResolvedDocument, type Resolver } from './resolver.js';

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
 * A resolver over files in memory. It looks a location up by path, case, trailing segments, query and target namespace, in this order
 * (`lookUp`), and never outside the bundle.
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
  for (const [name, content] of entries) {
    const path = normalisePath(name);
    byPath.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  const paths = [...byPath.keys()];
  const namespaces = new Map<string, string | undefined>();
  const namespaceOf = (path: string): string | undefined => {
    if (!namespaces.has(path)) namespaces.set(path, schemaNamespace(byPath.get(path) as Uint8Array, path));
    return namespaces.get(path);
  };
  const find = async (uri: string, wanted: WantedDocument): Promise<ResolvedDocument | undefined> => {
    const path = await lookUp(uri, wanted, { paths, namespaceOf, areDocuments: true });
    const bytes = path === undefined ? undefined : byPath.get(path);
    return path === undefined || bytes === undefined ? undefined : { bytes, uri: path };
  };
  const resolve = async (uri: string, wanted: WantedDocument = {}): Promise<ResolvedDocument> => {
    assertOptions(text, uri, 'bundleResolver', 'uri');
    const found = await find(uri, wanted);
    if (found === undefined) throw new Error('the bundle has no such file');
    return found;
  };
  return findingByNamespace(resolve, (namespace) => find('', { namespace }));
}

import { WsdlError } from '../errors.js';
import { pathOf } from '../location.js';
import { URL } from '../platform.js';
import { type BundleFiles, bundleResolver } from './bundle.js';
import { findDescriptions } from './find-descriptions.js';
import type { Resolver } from './resolver.js';
import { isSelfExtracting, isZip, readZip, ZIP_TAIL } from './zip.js';

/** A description as a program passes it: one document, several documents in memory, or the location of one. */
export type IdentifiedSource =
  | { readonly kind: 'document'; readonly content: string | Uint8Array }
  | { readonly kind: 'bundle'; readonly location: string; readonly resolve: Resolver }
  | { readonly kind: 'address'; readonly location: string }
  | { readonly kind: 'path'; readonly location: string };

/**
 * Identifies a source. A string is the text of a WSDL if it begins with `<`, otherwise an address or a path; bytes are a WSDL or a
 * zip archive; a `file:` URL is a path.
 *
 * @param task what the caller does with it, for the error: `create a client`
 * @throws {WsdlError} `LOAD_FAILED` if a bundle has no WSDL in it; `BAD_ARCHIVE`, `LIMIT_EXCEEDED`
 */
export async function identifySource(
  source: string | URL | Uint8Array | BundleFiles,
  task: string,
): Promise<IdentifiedSource> {
  if (source instanceof URL) return identifyLocation(source.href, task);
  if (typeof source === 'string') {
    return /^\uFEFF?\s*</.test(source)
      ? { kind: 'document', content: source }
      : identifyLocation(source, task);
  }
  if (!(source instanceof Uint8Array)) return openBundle(source, task);
  const isArchive = isZip(source) || isSelfExtracting(source, source.subarray(-ZIP_TAIL));
  return isArchive ? openBundle(await readZip(source), task) : { kind: 'document', content: source };
}

function identifyLocation(location: string, task: string): IdentifiedSource {
  if (/^https?:/i.test(location)) return { kind: 'address', location };
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(location) ?? [];
  const reason =
    location === ''
      ? 'the source is empty; pass an address, a path, or the text or bytes of a WSDL'
      : `only http:, https: and file: addresses can be read, not ${location.slice(0, 200)}`;
  if (location === '' || (scheme !== undefined && !/^file:/i.test(scheme)))
    throw new WsdlError({ code: 'LOAD_FAILED', message: `cannot ${task}: ${reason}` });
  return { kind: 'path', location: (/^file:/i.test(location) && pathOf(location)) || location };
}

function openBundle(files: BundleFiles, task: string): IdentifiedSource {
  const [location] = findDescriptions(files);
  if (location === undefined) {
    throw new WsdlError({ code: 'LOAD_FAILED', message: `cannot ${task}: the bundle has no WSDL in it` });
  }
  return { kind: 'bundle', location, resolve: bundleResolver(files) };
}

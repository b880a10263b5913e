import { normalisePath } from '../location.js';
import { decodeText } from '../xml/decode-text.js';
import { type BundleFiles, bundleEntries } from './bundle.js';

/** Matches the start tag of a description, with any prefix. */
const DESCRIPTION = /<(?:[\w.-]+:)?(definitions|description)[\s>]/;
/** Names that documents have; a file with another one may be a copy. */
const DOCUMENT_NAME = /\.(?:wsdl|wsdl2|wsdl20|xml|svc|asmx)$/i;
const SERVICE = /<(?:[\w.-]+:)?service[\s>]/;
const LOCATION = /\blocation\s*=\s*["']([^"']+)["']/g;

/**
 * Returns the files of a bundle that may be the description to register, the likeliest first: files with the name of a document come before
 * others, files that no other file imports before imported ones, files with a service before those without, then by depth of the path and
 * by name.
 *
 * It only searches the text. The documents are parsed properly later.
 *
 * @example
 * ```ts
 * const [location] = findDescriptions(files);
 * ```
 */
export function findDescriptions(files: BundleFiles): readonly string[] {
  const entries = bundleEntries(files, 'findDescriptions');
  const candidates: { path: string; hasService: boolean }[] = [];
  const imported = new Set<string>();
  for (const [name, content] of entries) {
    const text = readable(name, content);
    if (text === undefined || !DESCRIPTION.test(text.slice(0, 64 * 1024))) continue;
    candidates.push({ path: normalisePath(name), hasService: SERVICE.test(text) });
    for (const [, location = ''] of text.matchAll(LOCATION)) imported.add(fileName(location));
  }
  const rank = ({ path, hasService }: { path: string; hasService: boolean }): number =>
    (DOCUMENT_NAME.test(path) ? 0 : 4) + (imported.has(fileName(path)) ? 2 : 0) + (hasService ? 0 : 1);
  const depth = (path: string): number => path.split('/').length;
  return candidates
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        depth(a.path) - depth(b.path) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
    )
    .map((c) => c.path);
}

function readable(name: string, content: Uint8Array | string): string | undefined {
  if (typeof content === 'string') return content;
  try {
    return decodeText(content, name, undefined, () => {});
  } catch {
    // A file that cannot be decoded is not a candidate. If a description needs it, parsing reports it.
    return undefined;
  }
}

function fileName(location: string): string {
  return location.slice(Math.max(location.lastIndexOf('/'), location.lastIndexOf('\\')) + 1).toLowerCase();
}

import { normalisePath, pathOf } from '../location.js';
import { decodeText } from '../xml/decode-text.js';

/** The facts about a document besides its location. */
export interface WantedDocument {
  /** The namespace that an import names. */
  readonly namespace?: string | undefined;
}

/** Names that documents have. Only these are found by a part of a location. */
const DOCUMENT_NAME = /\.(?:wsdl|wsdl2|wsdl20|xsd|xml)$/i;

/** The files that are searched: of a bundle, a zip archive or a directory. */
export interface SearchedFiles {
  /** Their paths, normalised. */
  readonly paths: readonly string[];
  /** The target namespace of the file if it is a schema. Called only if nothing else finds a document. */
  readonly namespaceOf: (path: string) => string | undefined | Promise<string | undefined>;
  /** Whether the files are all documents, regardless of their names, as those of a bundle are. Default false. */
  readonly areDocuments?: boolean;
}

/**
 * Finds a document among files, by the first rule that finds exactly one:
 *
 *     1. path                 schemas/order.xsd
 *     2. path, without regard to case (the files came from Windows)
 *     3. path without its query, if it has the name of a document: order.xsd?v=2
 *     4. trailing segments    the file that shares most of them, the base name at least: file:///C:/work/schemas/order.xsd
 *     5. query                a file that the query names, with or without extension: Service.svc?xsd=xsd0
 *     6. target namespace     the only schema with the namespace that the import names
 *
 * `docs/finding-documents.md` is the description for users.
 *
 * @param uri a normalised path, or an absolute URI
 */
export async function lookUp(
  uri: string,
  { namespace }: WantedDocument,
  files: SearchedFiles,
): Promise<string | undefined> {
  const { paths } = files;
  const question = uri.indexOf('?');
  const query = question === -1 ? '' : uri.slice(question + 1);
  const bare = normalisePath(pathOf(question === -1 ? uri : uri.slice(0, question)));
  const path = question === -1 ? bare : `${bare}?${query}`;
  const isDocument = question === -1 || DOCUMENT_NAME.test(bare);
  return (
    samePath(path, paths) ??
    (isDocument ? (samePath(bare, paths) ?? bestSuffix(bare, paths)) : undefined) ??
    namedByQuery(query, paths) ??
    (await ofNamespace(namespace, files))
  );
}

/** The paths by the base name that they end with, for lists of files that are searched again and again. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** The paths that end with the same base name, without regard to case. All other paths differ from `wanted` in any rule. */
function namesakes(wanted: string, paths: readonly string[]): readonly string[] {
  let index = indexes.get(paths);
  if (index === undefined) {
    const built = new Map<string, string[]>();
    for (const path of paths) {
      const name = baseName(path);
      const known = built.get(name);
      if (known === undefined) built.set(name, [path]);
      else known.push(path);
    }
    indexes.set(paths, built);
    index = built;
  }
  return index.get(baseName(wanted)) ?? [];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function samePath(wanted: string, paths: readonly string[]): string | undefined {
  const candidates = namesakes(wanted, paths);
  if (candidates.includes(wanted)) return wanted;
  const folded = wanted.toLowerCase();
  return candidates.find((path) => path.toLowerCase() === folded);
}

/** The path that shares the most trailing segments with `wanted`; `undefined` if none or several do. */
function bestSuffix(wanted: string, paths: readonly string[]): string | undefined {
  const segments = wanted.toLowerCase().split('/').reverse();
  let best: string | undefined;
  let bestLength = 0;
  let unique = false;
  for (const path of namesakes(wanted, paths)) {
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

/** `xsd=xsd0` names `xsd0.xsd` or `xsd0`, wherever it is. */
function namedByQuery(query: string, paths: readonly string[]): string | undefined {
  for (const pair of query.split('&').slice(0, MAX_PARAMETERS)) {
    const [name = '', value = ''] = pair.split('=', 2);
    const wanted = normalisePath(decoded(value));
    if (wanted === '') continue;
    for (const each of [wanted, `${wanted}.${name}`, `${wanted}.xsd`, `${wanted}.wsdl`]) {
      const found = bestSuffix(each, paths);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The parameters of a query that are looked at. */
const MAX_PARAMETERS = 20;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

async function ofNamespace(
  namespace: string | undefined,
  { paths, namespaceOf, areDocuments }: SearchedFiles,
): Promise<string | undefined> {
  if (namespace === undefined || namespace === '') return undefined;
  const found: string[] = [];
  // Files with other names count if no document is found, and only where all files are documents.
  const named = paths.filter((path) => DOCUMENT_NAME.test(path));
  for (const candidates of [named, areDocuments ? paths : []]) {
    for (const path of candidates) {
      if ((await namespaceOf(path)) === namespace) found.push(path);
      if (found.length > 1) return undefined;
    }
    if (found.length > 0) break;
  }
  return found[0];
}

/** Where the root element of a document has to begin. */
const HEAD = 64 * 1024;

/** The target namespace of a schema, found in its text; `undefined` for any other document. The document is parsed properly later. */
export function schemaNamespace(content: Uint8Array, path: string): string | undefined {
  const root = rootOf(content, path);
  if (root?.name !== 'schema') return undefined;
  const { text, index } = root;
  const tag = text.slice(index, text.indexOf('>', index));
  return /\stargetNamespace\s{0,20}=\s{0,20}["']([^"']{0,2000})["']/.exec(tag)?.[1]?.trim() ?? '';
}

/** The first start tag of a schema or a description in the beginning of a document; `undefined` if there is none. */
export function rootOf(
  content: Uint8Array,
  path: string,
): { readonly name: string; readonly text: string; readonly index: number } | undefined {
  let text: string;
  try {
    text = decodeText(content.subarray(0, HEAD), path, undefined, () => {}).slice(0, HEAD);
  } catch {
    // A document that cannot be decoded is not found by its content.
    return undefined;
  }
  const root = /<(?:[\w.-]{1,100}:)?(schema|definitions|description)[\s>]/.exec(text);
  return root?.[1] === undefined ? undefined : { name: root[1], text, index: root.index };
}

import type { SourceDocument } from '@soapstone/wsdl-parser';
import { ParseOption, XmlDocument, XmlElement, XmlLibError } from 'libxml2-wasm';

const XSD = 'http://www.w3.org/2001/XMLSchema';
/** Read like everything from a stranger: no network, no external entity, no DTD. */
export const SAFELY: ParseOption =
  ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES;

/** A namespace name that libxml2 reports as an error, though it parses the document: any text is a legal one to us. */
const ODD_NAMESPACE = /(?:^xmlns:?\S*: '[\s\S]*' is not a valid URI|namespace URI \S* is not absolute)\s*$/;

/** The schemas of a description as libxml2 is handed them: files under names of ours. */
export interface SchemaFiles {
  /** Texts by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The one file of each namespace; it includes the others, where there are several. */
  readonly locations: ReadonlyMap<string, string>;
}

/** A schema element on its way to becoming a file. */
interface FoundSchema {
  readonly name: string;
  /** Where its document is: the base of its locations. */
  readonly uri: string;
  readonly element: XmlElement;
  readonly targetNamespace: string;
}

/**
 * The schemas of a description as files of their own: inline schemas are cut out with the namespaces that are in scope, and
 * locations become our names. Every file imports every namespace, whatever it says itself: WSDLs forget imports, and of a
 * namespace that is imported from two places libxml2 takes the first one only.
 *
 * @param extra texts of further schemas, by the namespaces that the description supplies
 */
export function schemaFiles(
  documents: readonly SourceDocument[],
  extra: (supplied: ReadonlySet<string>) => readonly string[],
): SchemaFiles {
  const parsed: XmlDocument[] = [];
  try {
    const found = findSchemas(documents, extra, parsed);
    const included = new Set(found.flatMap((schema) => rewriteIncludes(schema, found)));
    const texts = new Map<string, string>();
    const locations = new Map<string, string>();
    for (const { targetNamespace } of found) {
      if (locations.has(targetNamespace)) continue;
      // A chameleon has no place of its own, but a schema that somebody includes into its own namespace has one anyway.
      const same = found.filter((schema) => schema.targetNamespace === targetNamespace);
      const roots = same.filter((schema) => !included.has(schema));
      const [only, ...others] = roots.length === 0 ? same : roots;
      if (only === undefined) continue;
      const location = others.length === 0 ? only.name : `mem://soapstone/namespace-${locations.size}.xsd`;
      locations.set(targetNamespace, location);
      if (others.length > 0) texts.set(location, includingSchema(targetNamespace, [only, ...others]));
    }
    for (const schema of found) {
      rewriteImports(schema, locations);
      texts.set(schema.name, schema.element.toString({ noDeclaration: true }));
    }
    return { texts, locations };
  } finally {
    for (const document of parsed) document.dispose();
  }
}

function includingSchema(namespace: string, schemas: readonly FoundSchema[]): string {
  const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`;
  const includes = schemas.map(({ name }) => `<xs:include schemaLocation="${name}"/>`).join('');
  return `<xs:schema xmlns:xs="${XSD}"${target}>${includes}</xs:schema>`;
}

/** The library refuses a document for any finding; a name that is no URI is none to us. */
function parseLeniently(bytes: Uint8Array, uri: string): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { url: uri, option: SAFELY });
  } catch (error) {
    const isOdd =
      error instanceof XmlLibError && error.details.every(({ message }) => ODD_NAMESPACE.test(message));
    if (!isOdd) throw error;
    const text = new TextDecoder().decode(bytes);
    return XmlDocument.fromString(withoutOddNamespaces(text, error.details), { url: uri, option: SAFELY });
  }
}

/** The declarations of such names become URIs. A message in such a namespace cannot be judged: libxml2 refuses it as well. */
function withoutOddNamespaces(text: string, details: readonly { readonly message: string }[]): string {
  let replaced = text;
  for (const { message } of details) {
    const name = /'([\s\S]*)' is not a valid URI/.exec(message)?.[1];
    if (name !== undefined) replaced = replaced.replaceAll(name, encodeURI(name));
  }
  return replaced;
}

function findSchemas(
  documents: readonly SourceDocument[],
  extra: (supplied: ReadonlySet<string>) => readonly string[],
  parsed: XmlDocument[],
): FoundSchema[] {
  const found: FoundSchema[] = [];
  const add = (document: XmlDocument, uri: string): void => {
    parsed.push(document);
    for (const element of document.find('//xs:schema[not(ancestor::xs:schema)]', { xs: XSD })) {
      if (!(element instanceof XmlElement)) continue;
      const inScope = element.namespaces;
      const own = element.nsDeclarations;
      for (const [prefix, namespace] of Object.entries(inScope)) {
        if (own[prefix] === undefined && prefix !== 'xml') element.addNsDeclaration(namespace, prefix);
      }
      const targetNamespace = element.attr('targetNamespace')?.value ?? '';
      found.push({ name: `mem://soapstone/${found.length}.xsd`, uri, element, targetNamespace });
    }
  };
  for (const { bytes, uri } of documents) add(parseLeniently(bytes, uri), uri);
  const supplied = new Set(found.map(({ targetNamespace }) => targetNamespace));
  for (const text of extra(supplied)) add(XmlDocument.fromString(text, { option: SAFELY }), '');
  return found;
}

/** Let includes and redefinitions name our files. Returns those that are included. */
function rewriteIncludes(schema: FoundSchema, all: readonly FoundSchema[]): FoundSchema[] {
  const files: FoundSchema[] = [];
  for (const include of schema.element.find('xs:include | xs:redefine', { xs: XSD })) {
    if (!(include instanceof XmlElement)) continue;
    const location = include.attr('schemaLocation');
    const file = location === null ? undefined : fileAt(location.value, schema.uri, all);
    if (location === null || file === undefined) {
      include.remove();
      continue;
    }
    location.value = file.name;
    files.push(file);
  }
  return files;
}

/** The schema document that a location means: by address, and in archives by its name, if only one is called so. */
function fileAt(location: string, base: string, all: readonly FoundSchema[]): FoundSchema | undefined {
  const address = URL.canParse(location, base) ? new URL(location, base).href : undefined;
  const exact = all.find(({ uri }) => uri !== '' && uri === address);
  if (exact !== undefined) return exact;
  const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
  const [only, ...others] = all.filter(({ uri }) => uri !== '' && nameOf(uri) === nameOf(location));
  return others.length === 0 ? only : undefined;
}

function rewriteImports(schema: FoundSchema, locations: ReadonlyMap<string, string>): void {
  for (const element of schema.element.find('xs:import', { xs: XSD })) element.remove();
  const { element: schemaElement } = schema;
  const prefix = schemaElement.namespacePrefix === '' ? undefined : schemaElement.namespacePrefix;
  const { firstChild } = schemaElement;
  for (const [namespace, location] of locations) {
    if (namespace === schema.targetNamespace) continue;
    // An import must stand before the first component.
    const element =
      firstChild === null
        ? schemaElement.addElement('import', prefix)
        : firstChild.prependElement('import', prefix);
    if (namespace !== '') element.setAttr('namespace', namespace);
    element.setAttr('schemaLocation', location);
  }
}

/** Text as the value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

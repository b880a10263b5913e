import { XSD } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { SourceDocument } from '@soapstone/wsdl-parser';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { parseLeniently } from '../parse-leniently.js';
import { openEncodedArrays } from './encoded-arrays.js';
import { XSD_NAMESPACES } from './schema-elements.js';

/** The schemas of a description as files for libxml2, under generated names. */
export interface SchemaFiles {
  /** Texts by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The one file of each namespace; it includes the others if there are several. */
  readonly locations: ReadonlyMap<string, string>;
  /** The original location of a file's schema. */
  readonly origins: ReadonlyMap<string, string>;
}

/** A schema element that becomes a file. */
interface FoundSchema {
  readonly element: XmlElement;
  readonly targetNamespace: string;
  readonly name: string;
  /** The location of its document: the base of its locations. `''` for a generated schema. */
  readonly uri: string;
}

/**
 * Writes the schemas of a description as separate files: inline schemas are cut out with the namespaces in scope, and locations
 * become generated names. Every file imports every namespace, even those it does not declare, because WSDLs forget imports, and because
 * libxml2 only takes the first of two imports of a namespace.
 *
 * @param extra returns the texts of further schemas, by the namespaces that the description supplies
 */
export function schemaFiles(
  documents: readonly SourceDocument[],
  extra: (supplied: ReadonlySet<string>) => readonly string[],
): SchemaFiles {
  const parsed: XmlDocument[] = [];
  try {
    const found = findSchemas(documents, parsed);
    const supplied = new Set(found.map(({ targetNamespace }) => targetNamespace));
    for (const text of extra(supplied)) addText(text, found, parsed);
    const included = new Set(found.flatMap((schema) => rewriteIncludes(schema, found)));
    const texts = new Map<string, string>();
    const locations = locate(found, included, texts);
    for (const schema of found) texts.set(schema.name, withImports(schema, importsOf(schema, locations)));
    return { texts, locations, origins: new Map(found.map(({ name, uri }) => [name, uri])) };
  } finally {
    for (const document of parsed) document.dispose();
  }
}

/** The one file of each namespace. If it has several schemas, adds a file to `texts` that includes them. */
function locate(
  found: readonly FoundSchema[],
  included: ReadonlySet<FoundSchema>,
  texts: Map<string, string>,
): Map<string, string> {
  const locations = new Map<string, string>();
  for (const { targetNamespace } of found) {
    if (locations.has(targetNamespace)) continue;
    // A chameleon has no namespace of its own, but one that is included gets the includer's.
    const same = found.filter((schema) => schema.targetNamespace === targetNamespace);
    const roots = same.filter((schema) => !included.has(schema));
    const [only, ...others] = roots.length === 0 ? same : roots;
    if (only === undefined) continue;
    const location = others.length === 0 ? only.name : `mem://soapstone/namespace-${locations.size}.xsd`;
    locations.set(targetNamespace, location);
    if (others.length > 0) texts.set(location, includingSchema(targetNamespace, [only, ...others]));
  }
  return locations;
}

function includingSchema(namespace: string, schemas: readonly FoundSchema[]): string {
  const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`;
  const includes = schemas.map(({ name }) => `<xs:include schemaLocation="${name}"/>`).join('');
  return `<xs:schema xmlns:xs="${XSD}"${target}>${includes}</xs:schema>`;
}

function findSchemas(documents: readonly SourceDocument[], parsed: XmlDocument[]): FoundSchema[] {
  const found: FoundSchema[] = [];
  for (const { bytes, uri } of documents)
    addDocument(parseLeniently(bytes, uri).document, uri, found, parsed);
  return found;
}

function addText(text: string, found: FoundSchema[], parsed: XmlDocument[]): void {
  addDocument(parseLeniently(new TextEncoder().encode(text)).document, '', found, parsed);
}

function addDocument(document: XmlDocument, uri: string, found: FoundSchema[], parsed: XmlDocument[]): void {
  parsed.push(document);
  for (const element of document.find(
    "//*[local-name() = 'schema'][not(ancestor::*[local-name() = 'schema' or local-name() = 'documentation'])]",
  )) {
    if (!(element instanceof XmlElement) || !XSD_NAMESPACES.has(element.namespaceUri)) continue;
    const inScope = element.namespaces;
    const own = element.nsDeclarations;
    for (const [prefix, namespace] of Object.entries(inScope)) {
      if (own[prefix] === undefined && prefix !== 'xml') element.addNsDeclaration(namespace, prefix);
    }
    openEncodedArrays(element);
    const targetNamespace = element.attr('targetNamespace')?.value ?? '';
    const name = `mem://soapstone/${found.length}.xsd`;
    found.push({ name, uri, element, targetNamespace });
  }
}

/** Points includes and redefinitions to the generated files. Returns the included files. */
function rewriteIncludes(schema: FoundSchema, all: readonly FoundSchema[]): FoundSchema[] {
  const files: FoundSchema[] = [];
  for (const include of schema.element.find("*[local-name() = 'include' or local-name() = 'redefine']")) {
    if (!(include instanceof XmlElement)) continue;
    const location = include.attr('schemaLocation');
    const file = location === null ? undefined : fileAt(location.value, schema.uri, all);
    // A schema of another namespace can only be imported, and already is.
    const fits = file?.targetNamespace === '' || file?.targetNamespace === schema.targetNamespace;
    if (location === null || file === undefined || !fits) {
      include.remove();
      continue;
    }
    location.value = file.name;
    files.push(file);
  }
  return files;
}

/** The schema document that a location means: by address, or in archives by its name if that is unique. */
function fileAt(location: string, base: string, all: readonly FoundSchema[]): FoundSchema | undefined {
  const address = URL.canParse(location, base) ? new URL(location, base).href : undefined;
  const exact = all.find(({ uri }) => uri !== '' && uri === address);
  if (exact !== undefined) return exact;
  const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
  const [only, ...others] = all.filter(({ uri }) => uri !== '' && nameOf(uri) === nameOf(location));
  return others.length === 0 ? only : undefined;
}

/** The files that a schema imports: those of all other namespaces. */
function importsOf(
  { targetNamespace }: FoundSchema,
  locations: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...locations].filter(([namespace]) => namespace !== targetNamespace));
}

/** Import elements for files by namespace. */
export function printImports(locations: ReadonlyMap<string, string>): string {
  const imports = [...locations].map(([namespace, location]) => {
    const name = namespace === '' ? '' : ` namespace="${escapeAttribute(namespace)}"`;
    return `<xs:import${name} schemaLocation="${location}"/>`;
  });
  return imports.join('');
}

/** The unchanged schema, with these imports instead of the original ones. */
function withImports({ element: schema }: FoundSchema, imports: ReadonlyMap<string, string>): string {
  for (const element of schema.find('xs:import', { xs: XSD })) element.remove();
  const prefix = schema.namespacePrefix === '' ? undefined : schema.namespacePrefix;
  const { firstChild } = schema;
  for (const [namespace, location] of imports) {
    // An import must come before the first component.
    const element =
      firstChild === null ? schema.addElement('import', prefix) : firstChild.prependElement('import', prefix);
    if (namespace !== '') element.setAttr('namespace', namespace);
    element.setAttr('schemaLocation', location);
  }
  return schema.toString({ noDeclaration: true });
}

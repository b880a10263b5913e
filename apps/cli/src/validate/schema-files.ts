import { XSD } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { SourceDocument } from '@soapstone/wsdl-parser';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { correctedSchema } from './corrected-schema.js';
import { type DeclaringSchema, declaredComponents, resolveName } from './declared-components.js';
import { openEncodedArrays } from './encoded-arrays.js';
import { parseLeniently } from './parse-leniently.js';
import { XSD_NAMESPACES } from './xsd-grammar.js';

/** The schemas of a description as libxml2 is handed them: files under names of ours. */
export interface SchemaFiles {
  /** Texts by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The one file of each namespace; it includes the others, where there are several. */
  readonly locations: ReadonlyMap<string, string>;
  /** Where the schema of a file was found. */
  readonly origins: ReadonlyMap<string, string>;
}

/** A schema element on its way to becoming a file. */
interface FoundSchema extends DeclaringSchema {
  readonly name: string;
  /** Where its document is: the base of its locations. `''` for a schema of ours. */
  readonly uri: string;
  readonly owners: Set<string>;
}

/** How the files are written. */
export interface SchemaFileOptions {
  /** Texts of further schemas, by the namespaces that the description supplies. */
  readonly extra: (supplied: ReadonlySet<string>) => readonly string[];
  /** Put right what authors often get wrong, instead of keeping every word. */
  readonly corrected: boolean;
}

/**
 * The schemas of a description as files of their own: inline schemas are cut out with the namespaces that are in scope, and
 * locations become our names. Every file imports every namespace, whatever it says itself: WSDLs forget imports, and of a
 * namespace that is imported from two places libxml2 takes the first one only.
 */
export function schemaFiles(
  documents: readonly SourceDocument[],
  { extra, corrected }: SchemaFileOptions,
): SchemaFiles {
  const parsed: XmlDocument[] = [];
  try {
    const found = findSchemas(documents, parsed);
    const supplied = new Set(found.map(({ targetNamespace }) => targetNamespace));
    for (const text of extra(supplied)) addText(text, found, parsed);
    const included = new Set(found.flatMap((schema) => rewriteIncludes(schema, found)));
    if (corrected) for (const text of missingElements(found)) addText(text, found, parsed);
    const texts = new Map<string, string>();
    const locations = locate(found, included, texts);
    const components = corrected ? declaredComponents(found) : undefined;
    for (const schema of found) {
      const imports = importsOf(schema, locations);
      const text =
        components === undefined
          ? withImports(schema, imports)
          : correctedSchema(schema, components, imports.map(printImport).join(''));
      texts.set(schema.name, text);
    }
    return { texts, locations, origins: new Map(found.map(({ name, uri }) => [name, uri])) };
  } finally {
    for (const document of parsed) document.dispose();
  }
}

/** The one file of each namespace. Where it has several schemas, a file that includes them is added to `texts`. */
function locate(
  found: readonly FoundSchema[],
  included: ReadonlySet<FoundSchema>,
  texts: Map<string, string>,
): Map<string, string> {
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
    "//*[local-name() = 'schema'][not(ancestor::*[local-name() = 'schema'])]",
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
    found.push({ name, uri, element, targetNamespace, owners: new Set() });
  }
}

/** Let includes and redefinitions name our files. Returns those that are included. */
function rewriteIncludes(schema: FoundSchema, all: readonly FoundSchema[]): FoundSchema[] {
  const files: FoundSchema[] = [];
  for (const include of schema.element.find("*[local-name() = 'include' or local-name() = 'redefine']")) {
    if (!(include instanceof XmlElement)) continue;
    const location = include.attr('schemaLocation');
    const file = location === null ? undefined : fileAt(location.value, schema.uri, all);
    // A schema of another namespace can only be imported, and is.
    const fits = file?.targetNamespace === '' || file?.targetNamespace === schema.targetNamespace;
    if (location === null || file === undefined || !fits) {
      include.remove();
      continue;
    }
    location.value = file.name;
    if (file.targetNamespace !== schema.targetNamespace) file.owners.add(schema.targetNamespace);
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

/** A namespace, and the file that has it. */
interface Import {
  readonly namespace: string;
  readonly location: string;
}

function importsOf(schema: FoundSchema, locations: ReadonlyMap<string, string>): Import[] {
  return [...locations].flatMap(([namespace, location]) =>
    namespace === schema.targetNamespace ? [] : [{ namespace, location }],
  );
}

function printImport({ namespace, location }: Import): string {
  const name = namespace === '' ? '' : ` namespace="${escapeAttribute(namespace)}"`;
  return `<xs:import${name} schemaLocation="${location}"/>`;
}

/** The schema as it is, with these imports in place of its own. */
function withImports({ element: schema }: FoundSchema, imports: readonly Import[]): string {
  for (const element of schema.find('xs:import', { xs: XSD })) element.remove();
  const prefix = schema.namespacePrefix === '' ? undefined : schema.namespacePrefix;
  const { firstChild } = schema;
  for (const { namespace, location } of imports) {
    // An import must stand before the first component.
    const element =
      firstChild === null ? schema.addElement('import', prefix) : firstChild.prependElement('import', prefix);
    if (namespace !== '') element.setAttr('namespace', namespace);
    element.setAttr('schemaLocation', location);
  }
  return schema.toString({ noDeclaration: true });
}

/** Schemas of the elements that are referred to and that nobody declares: untyped ones, one schema per namespace (MO-4). */
function missingElements(found: readonly FoundSchema[]): string[] {
  const components = declaredComponents(found);
  const missing = new Map<string, Set<string>>();
  for (const { element: schema, targetNamespace } of found) {
    for (const element of schema.find(".//*[local-name() = 'element'][@ref][not(@name)]")) {
      if (!(element instanceof XmlElement)) continue;
      const qname = resolveName(element.attr('ref')?.value.trim() ?? '', element.namespaces);
      const { namespace, localName } = qname;
      if (!NAME.test(localName) || components.find('element', qname, targetNamespace) !== undefined) continue;
      missing.set(namespace, (missing.get(namespace) ?? new Set()).add(localName));
    }
  }
  return [...missing].map(([namespace, names]) => {
    const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`;
    const elements = [...names].map((name) => `<xs:element name="${name}"/>`).join('');
    return `<xs:schema xmlns:xs="${XSD}"${target}>${elements}</xs:schema>`;
  });
}

const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]*$/u;

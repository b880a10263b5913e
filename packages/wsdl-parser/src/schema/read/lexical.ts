import type { Occurs } from '@soapstone/soap-model';
import { clarkName, type SourceLocation } from '@soapstone/soap-model';
import { WSDL11, WSDL20 } from '@soapstone/soap-model/namespaces';
import { attribute, type XmlElement } from '../../xml/element.js';
import { KEYWORDS, type KeywordValues, meansUnbounded, meansZero, readKeyword } from '../../xml/keywords.js';
import { spelledOutName } from '../../xml/qname.js';
import { isObsoleteXsdNamespace, isXsdNamespace } from '../namespaces.js';
import type { Reference, SchemaReader } from './declarations.js';

/** Attribute values of the XML Schema vocabulary. An invalid value becomes a diagnostic and the default, never an exception. */

/** The children in an XML Schema namespace. Others are extensions, which mean nothing here. */
export function schemaChildren(node: XmlElement): readonly XmlElement[] {
  // Most elements of a schema are leaves.
  if (node.children.length === 0) return node.children;
  return node.children.filter((child) => isXsdNamespace(child.name.namespace));
}

/** An attribute with collapsed white space; `undefined` if it is absent. */
export function token(node: XmlElement, name: string): string | undefined {
  return attribute(node, name)?.trim();
}

/** A white-space-separated list; empty if the attribute is absent. */
export function tokens(value: string | undefined): readonly string[] {
  return value?.match(/[^ \t\r\n]+/g) ?? [];
}

/** The list in attribute `name`. Commas and semicolons, which no item can have, separate items too, and are reported. */
export function listAttribute(reader: SchemaReader, node: XmlElement, name: string): readonly string[] {
  const value = attribute(node, name);
  if (value === undefined || !/[,;]/.test(value)) return tokens(value);
  const what = `the items of ${name}="${clip(value)}" are separated by white space; read without commas`;
  reader.report('INVALID_SCHEMA_VALUE', node.location, what);
  return tokens(value.replaceAll(/[,;]/g, ' '));
}

/** An `xs:boolean`: `true`, `false`, `1`, `0`. */
export function booleanAttribute(reader: SchemaReader, node: XmlElement, name: string): boolean {
  const value = token(node, name);
  if (value === undefined || value === 'false' || value === '0') return false;
  if (value === 'true' || value === '1') return true;
  return keywordAttribute(reader, node, name, KEYWORDS.boolean, 'false') === 'true';
}

/** An enumerated attribute; `fallback` if it is absent, or, with a diagnostic, if no value can be meant. */
export function keywordAttribute<T extends string>(
  reader: SchemaReader,
  node: XmlElement,
  name: string,
  keyword: KeywordValues<T>,
  fallback: T,
): T {
  const text = attribute(node, name);
  return text === undefined
    ? fallback
    : (meantKeyword(reader, node, name, keyword, text, fallback) ?? fallback);
}

/** The value of `keyword` that `text` means; a guess is reported, and so is a text that means none and is read as `fallback`. */
export function meantKeyword<T extends string>(
  reader: SchemaReader,
  node: XmlElement,
  name: string,
  keyword: KeywordValues<T>,
  text: string,
  fallback: string,
): T | undefined {
  const { value, isExact } = readKeyword(keyword, text);
  if (!isExact) {
    reader.report(
      'INVALID_SCHEMA_VALUE',
      node.location,
      `${name}="${clip(text.trim())}" is not ${keyword.values.join(' or ')}; read as ${value ?? fallback}`,
    );
  }
  return value;
}

/** A list of derivation methods in the spelling of the Recommendation; `undefined` if the attribute is absent. */
export function derivationMethods(reader: SchemaReader, node: XmlElement, name: string): string | undefined {
  if (attribute(node, name) === undefined) return undefined;
  return listAttribute(reader, node, name)
    .flatMap((method) => meantKeyword(reader, node, name, KEYWORDS.derivation, method, 'nothing') ?? [])
    .join(' ');
}

/** An `xs:nonNegativeInteger`; `undefined` for other text. A value beyond 2^53 is rounded to a double. */
export function parseNonNegativeInteger(text: string): number | undefined {
  return /^(?:\+?[0-9]+|-0+)$/.test(text) ? Math.abs(Number(text)) : undefined;
}

/** `minOccurs` and `maxOccurs` of a particle; `maxOccurs="*"` is unbounded in the drafts, and reported elsewhere. */
export function readOccurrence(
  reader: SchemaReader,
  node: XmlElement,
): { minOccurs: number; maxOccurs: Occurs } {
  const min = token(node, 'minOccurs');
  const max = token(node, 'maxOccurs');
  let minOccurs = min === undefined ? 1 : parseNonNegativeInteger(min);
  if (minOccurs === undefined || !Number.isSafeInteger(minOccurs)) {
    minOccurs = meansZero(min ?? '') ? 0 : 1;
    invalidOccurrence(reader, node, 'minOccurs', min, String(minOccurs));
  }
  let maxOccurs: Occurs | undefined;
  if (max === undefined) maxOccurs = 1;
  else if (max === 'unbounded' || (max === '*' && isObsoleteXsdNamespace(node.name.namespace)))
    maxOccurs = 'unbounded';
  else maxOccurs = parseNonNegativeInteger(max) ?? guessUnbounded(reader, node, max);
  if (maxOccurs === undefined) invalidOccurrence(reader, node, 'maxOccurs', max, '1');
  else if (maxOccurs !== 'unbounded' && !Number.isSafeInteger(maxOccurs)) {
    maxOccurs = 'unbounded';
    invalidOccurrence(reader, node, 'maxOccurs', max, 'unbounded');
  }
  return consistent(reader, node, minOccurs, maxOccurs ?? 1);
}

function guessUnbounded(reader: SchemaReader, node: XmlElement, max: string): 'unbounded' | undefined {
  if (!meansUnbounded(max)) return undefined;
  invalidOccurrence(reader, node, 'maxOccurs', max, 'unbounded');
  return 'unbounded';
}

function consistent(reader: SchemaReader, node: XmlElement, minOccurs: number, maxOccurs: Occurs) {
  if (maxOccurs === 'unbounded' || minOccurs <= maxOccurs) return { minOccurs, maxOccurs };
  // `maxOccurs="0"` with the default minOccurs of 1 is how tools write "not here"; other combinations are mistakes.
  if (maxOccurs === 0) return { minOccurs: 0, maxOccurs };
  reader.report(
    'INVALID_OCCURRENCE',
    node.location,
    `minOccurs="${minOccurs}" is above maxOccurs="${maxOccurs}"; read as maxOccurs="${minOccurs}"`,
  );
  return { minOccurs, maxOccurs: minOccurs };
}

function invalidOccurrence(
  reader: SchemaReader,
  node: XmlElement,
  name: string,
  value: string | undefined,
  readAs: string,
): void {
  reader.report(
    'INVALID_OCCURRENCE',
    node.location,
    `${name}="${clip(value ?? '')}" is not a number of occurrences that can be held; read as ${readAs}`,
  );
}

/** The reference in attribute `name` of `node`, resolved with the namespaces in scope there (MO-2). */
export function referenceAttribute(
  reader: SchemaReader,
  node: XmlElement,
  name: string,
): Reference | undefined {
  const value = token(node, name);
  return value === undefined ? undefined : readReference(reader, node, value, node.location);
}

/** The `ref` of a group or attribute group in a type. `name` without content in its place can only mean it, and is reported. */
export function groupReference(reader: SchemaReader, node: XmlElement): Reference | undefined {
  const reference = referenceAttribute(reader, node, 'ref');
  if (reference !== undefined || token(node, 'name') === undefined) return reference;
  const what = `xs:${node.name.localName} in a type has a name and no ref; its name is read as ref`;
  reader.report('INVALID_SCHEMA_VALUE', node.location, what);
  return referenceAttribute(reader, node, 'name');
}

/** Reads `lexical` as a QName in the scope of `node`. */
export function readReference(
  reader: SchemaReader,
  node: XmlElement,
  lexical: string,
  location: SourceLocation,
): Reference {
  const { component } = reader;
  const spelledOut = spelledOutName(lexical, node.scope);
  if (spelledOut !== undefined) {
    const text = clip(lexical);
    return { name: spelledOut, spelledOut: true, unbound: false, text, location, component };
  }
  const colon = lexical.indexOf(':');
  const localName = colon < 0 ? lexical : lexical.slice(colon + 1);
  if (colon < 0) {
    const namespace = node.scope.lookup('') ?? '';
    const name = reader.names.name(namespace, localName);
    const ownNamespace = { namespace: reader.targetNamespace, localName };
    // A schema inside a WSDL has the default namespace of WSDL, which has no components of schemas.
    const meansOwn =
      namespace === '' || isXsdNamespace(namespace) || namespace === WSDL11 || namespace === WSDL20;
    if (!meansOwn || namespace === reader.targetNamespace) {
      return { name, unbound: false, location, component };
    }
    // MO-1: in a chameleon, an unqualified reference means the includer's namespace.
    if (namespace === '' && reader.document.chameleon) {
      return { name: ownNamespace, unbound: false, location, component };
    }
    return { name, ownNamespace, unbound: false, location, component };
  }
  const prefix = lexical.slice(0, colon);
  const namespace = node.scope.lookup(prefix);
  const name = reader.names.name(namespace ?? '', localName);
  return namespace === undefined
    ? { name, unbound: true, text: clip(lexical), location, component }
    : { name, unbound: false, location, component };
}

/** Whether `node` belongs to the attributes of a type. */
export function isAttributePart(node: XmlElement): boolean {
  const { localName } = node.name;
  return localName === 'attribute' || localName === 'attributeGroup' || localName === 'anyAttribute';
}

const PARTICLES: ReadonlySet<string> = new Set(['element', 'group', 'any', 'sequence', 'choice', 'all']);

/** Whether `node` can occur in a content model. */
export function isParticle(node: XmlElement): boolean {
  return PARTICLES.has(node.name.localName);
}

/** A new element of XML Schema around `children`, in the place of `node`. */
export function wrapped(node: XmlElement, localName: string, children: readonly XmlElement[]): XmlElement {
  const { scope } = node;
  const { location } = children[0] ?? node;
  const name = { namespace: node.name.namespace, localName };
  return { name, attributes: [], children, text: '', scope, location };
}

/** Puts elements on a stack so that the first of them is taken next. */
export function pushReversed(stack: XmlElement[], elements: readonly XmlElement[]): void {
  for (let at = elements.length; at > 0; at -= 1) stack.push(elements[at - 1] as XmlElement);
}

/** Reports a child that is read in another place than the one where it is: `where` it is used, and how it is `read`. */
export function reportMoved(reader: SchemaReader, child: XmlElement, where: string, read: string): void {
  reader.report(
    'UNEXPECTED_SCHEMA_ELEMENT',
    child.location,
    `xs:${child.name.localName} is used ${where}; read ${read}`,
  );
}

/** Reports the children of an element that may have none but annotations. */
export function refuseChildren(reader: SchemaReader, node: XmlElement): void {
  if (node.children.length === 0) return;
  for (const child of schemaChildren(node)) {
    if (child.name.localName !== 'annotation') unexpectedChild(reader, child, node);
  }
}

/**
 * Reports a child in a place where it may not be. Attributes of a complex type can only belong to it, so they are kept; everything
 * else has no meaning.
 */
export function misplacedChild(reader: SchemaReader, child: XmlElement, parent: XmlElement): void {
  const { localName } = child.name;
  if (!isAttributePart(child) || reader.misplaced === undefined) {
    unexpectedChild(reader, child, parent);
    return;
  }
  reader.misplaced.push(child);
  reader.report(
    'UNEXPECTED_SCHEMA_ELEMENT',
    child.location,
    `xs:${localName} is used in the wrong place of xs:${parent.name.localName}; read as part of the complex type`,
  );
}

/** Reports a child that has no meaning in its place. Constructs of XML Schema 1.1 are named as such. */
export function unexpectedChild(reader: SchemaReader, child: XmlElement, parent: XmlElement): void {
  const name = child.name.localName;
  if (name === 'documentation' || name === 'appinfo') {
    reportMoved(reader, child, `directly in xs:${parent.name.localName}`, 'as inside xs:annotation');
  } else if (XSD_1_1_ELEMENTS.has(name)) {
    reader.report('XSD_1_1', child.location, `xs:${name} belongs to XML Schema 1.1 and is ignored`);
  } else {
    reader.report(
      'UNEXPECTED_SCHEMA_ELEMENT',
      child.location,
      `${clip(clarkName(child.name))} has no meaning in xs:${parent.name.localName} and is ignored`,
    );
  }
}

const XSD_1_1_ELEMENTS: ReadonlySet<string> = new Set([
  'alternative',
  'assert',
  'assertion',
  'defaultOpenContent',
  'explicitTimezone',
  'openContent',
  'override',
]);

/** Text of a document in a message: at most 80 characters of it. */
export function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

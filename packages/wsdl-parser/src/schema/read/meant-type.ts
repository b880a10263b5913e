import { XSD } from '@soapstone/soap-model/namespaces';
import { attribute, type XmlElement } from '../../xml/element.js';
import type { SchemaReader } from './declarations.js';
import { isFacet } from './facets.js';
import {
  isAttributePart,
  isParticle,
  pushReversed,
  reportMoved,
  schemaChildren,
  token,
  wrapped,
} from './lexical.js';

const DERIVATIONS: ReadonlySet<string> = new Set(['extension', 'restriction']);
const CONTENTS: ReadonlySet<string> = new Set(['simpleContent', 'complexContent']);
const STEPS: ReadonlySet<string> = new Set(['restriction', 'list', 'union']);

/**
 * The node of a type definition, rewritten where its children can only belong to another one: a simple type with elements or
 * attributes is a complex type and the reverse, facets without a restriction are those of one, and a type in a type, or a sequence
 * around a derivation, is superfluous. Every rewriting is reported. A node that is as it should be is returned as it is.
 *
 * Linear in the children that are moved.
 *
 * @example
 * ```ts
 * // <simpleType name="T"><enumeration value="a"/></simpleType>: a restriction of xs:string afterwards
 * const slot = { node: meantType(reader, node), reader };
 * ```
 */
export function meantType(reader: SchemaReader, node: XmlElement): XmlElement {
  // The drafts write facets and elements directly in a type.
  if (reader.obsolete) return node;
  const { localName } = node.name;
  if (localName === 'simpleType') {
    return isUsualSimpleType(node) ? node : meantSimpleType(reader, node);
  }
  return localName !== 'complexType' || isUsualComplexType(node) ? node : meantComplexType(reader, node);
}

function isUsualSimpleType(node: XmlElement): boolean {
  let steps = 0;
  for (const { name } of node.children) {
    if (STEPS.has(name.localName)) steps += 1;
    else if (name.localName !== 'annotation') return false;
  }
  return steps > 0;
}

function isUsualComplexType(node: XmlElement): boolean {
  return node.children.every(
    (child) =>
      child.name.localName === 'annotation' ||
      isAttributePart(child) ||
      isDerivation(child) ||
      (isParticle(child) && !child.children.some(isDerivation)),
  );
}

function isDerivation({ name }: XmlElement): boolean {
  return CONTENTS.has(name.localName) || DERIVATIONS.has(name.localName);
}

/** Whether a part makes the type around it a complex one. */
function isComplexPart(node: XmlElement): boolean {
  if (isParticle(node) || isAttributePart(node) || CONTENTS.has(node.name.localName)) return true;
  return node.name.localName === 'extension' && parts(node).length > 0;
}

/** The children that are not annotations. */
function parts(node: XmlElement): readonly XmlElement[] {
  return schemaChildren(node).filter(({ name }) => name.localName !== 'annotation');
}

function renamed(node: XmlElement, localName: string): XmlElement {
  return { ...node, name: { namespace: node.name.namespace, localName } };
}

function meantSimpleType(reader: SchemaReader, node: XmlElement): XmlElement {
  const children = parts(node);
  const step = children.find(({ name }) => STEPS.has(name.localName));
  const complex = children.find(isComplexPart);
  if (complex !== undefined && (step === undefined || step.name.localName === 'restriction')) {
    reportMoved(reader, complex, 'in xs:simpleType', 'as part of xs:complexType');
    return meantType(reader, renamed(node, 'complexType'));
  }
  const facets = children.filter(isFacet);
  const [facet] = facets;
  const others = node.children.filter((child) => !facets.includes(child));
  if (step !== undefined) {
    if (facet === undefined) return node;
    const name = step.name.localName;
    reportMoved(
      reader,
      facet,
      `beside xs:${name}`,
      name === 'restriction' ? 'as part of it' : 'as restricting it',
    );
    const inner = name === 'restriction' ? step.children : [wrapped(node, 'simpleType', [step])];
    const restriction = { ...renamed(step, 'restriction'), children: [...inner, ...facets] };
    return { ...node, children: others.map((child) => (child === step ? restriction : child)) };
  }
  const inline = children.find(({ name }) => name.localName === 'simpleType');
  if (inline !== undefined) {
    reportMoved(reader, inline, 'directly in xs:simpleType', 'as the base of a restriction');
    return restrictionIn(node, [inline, ...facets], []);
  }
  const extension = children.find(({ name }) => name.localName === 'extension');
  if (extension !== undefined) {
    reportMoved(reader, extension, 'in xs:simpleType', 'as a restriction');
    return { ...node, children: [{ ...renamed(extension, 'restriction'), children: facets }] };
  }
  return fromAttributes(reader, node, facets) ?? fromFacets(reader, node, facets);
}

/** `type`, `itemType` or `memberTypes` on the simple type itself. `base` is of the drafts, and read elsewhere. */
function fromAttributes(
  reader: SchemaReader,
  node: XmlElement,
  facets: readonly XmlElement[],
): XmlElement | undefined {
  if (token(node, 'base') !== undefined) return node;
  const written = ['type', 'itemType', 'memberTypes'].find((name) => token(node, name) !== undefined);
  if (written === undefined) return undefined;
  const [step, meant] =
    written === 'type' ? ['restriction', 'base'] : [written === 'itemType' ? 'list' : 'union', written];
  const what = `${written} is not an attribute of xs:simpleType; read as ${meant} of xs:${step}`;
  reader.report('INVALID_SCHEMA_VALUE', node.location, what);
  const value = attribute(node, written) ?? '';
  const own = [{ name: { namespace: '', localName: meant as string }, value }];
  if (step === 'restriction') return restrictionIn(node, facets, own);
  const inner = { ...wrapped(node, step as string, []), attributes: own };
  if (facets.length === 0) return { ...node, children: [inner] };
  return restrictionIn(node, [wrapped(node, 'simpleType', [inner]), ...facets], []);
}

/** Facets without a restriction: one of the built-in type that admits them all. */
function fromFacets(reader: SchemaReader, node: XmlElement, facets: readonly XmlElement[]): XmlElement {
  const [facet] = facets;
  const base = baseOfFacets(facets);
  if (facet === undefined || base === undefined) return node;
  reportMoved(reader, facet, 'directly in xs:simpleType', `as inside a restriction of xs:${base}`);
  return withBase(restrictionIn(node, facets, []), base);
}

/** The simple type with one restriction of these children. */
function restrictionIn(
  node: XmlElement,
  children: readonly XmlElement[],
  attributes: XmlElement['attributes'],
): XmlElement {
  const annotations = node.children.filter(({ name }) => name.localName === 'annotation');
  const restriction = { ...wrapped(node, 'restriction', children), attributes };
  return { ...node, children: [...annotations, restriction] };
}

function withBase(node: XmlElement, base: string): XmlElement {
  return {
    ...node,
    children: node.children.map((child) =>
      child.name.localName === 'restriction' ? restrictionOf(child, base) : child,
    ),
  };
}

/** A restriction whose base is a built-in type, regardless of the prefixes that the document declares. */
export function restrictionOf(node: XmlElement, base: string): XmlElement {
  const value = `xs:${base}`;
  const scope = { lookup: (prefix: string) => (prefix === 'xs' ? XSD : node.scope.lookup(prefix)) };
  return { ...node, scope, attributes: [{ name: { namespace: '', localName: 'base' }, value }] };
}

/** Facets that only numbers have, those of ordered values, and those that strings have and numbers have not. */
const DIGITS: ReadonlySet<string> = new Set(['totalDigits', 'fractionDigits', 'precision', 'scale']);
const BOUNDS: ReadonlySet<string> = new Set(['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive']);
const LENGTHS: ReadonlySet<string> = new Set(['length', 'minLength', 'maxLength']);

/**
 * The widest built-in type that has all these facets: xs:string, or xs:decimal for digits and for bounds that are numbers.
 * `undefined` if there is none, or if the bounds may be dates.
 */
export function baseOfFacets(facets: readonly XmlElement[]): 'string' | 'decimal' | undefined {
  const has = (names: ReadonlySet<string>) => facets.some(({ name }) => names.has(name.localName));
  const bounds = facets.filter(({ name }) => BOUNDS.has(name.localName));
  if (!has(DIGITS) && bounds.length === 0) return facets.length === 0 ? undefined : 'string';
  const areNumbers = bounds.every((bound) => isDecimal(token(bound, 'value') ?? ''));
  return areNumbers && !has(LENGTHS) ? 'decimal' : undefined;
}

function isDecimal(text: string): boolean {
  return text.length <= 100 && /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text);
}

function meantComplexType(reader: SchemaReader, node: XmlElement): XmlElement {
  const children = hoistDerivation(reader, flatten(reader, node));
  const own = children.filter(({ name }) => name.localName !== 'annotation');
  const simple = own.find(
    (child) => isFacet(child) || ['list', 'union', 'simpleType'].includes(child.name.localName),
  );
  if (simple !== undefined && !own.some(isComplexPart)) {
    reportMoved(reader, simple, 'in xs:complexType', 'as part of xs:simpleType');
    return meantType(reader, { ...renamed(node, 'simpleType'), children });
  }
  return { ...node, children };
}

/** The children, with those of an anonymous complex type in it in its place. A named one is a type of the schema. */
function flatten(reader: SchemaReader, node: XmlElement): readonly XmlElement[] {
  const flat: XmlElement[] = [];
  const waiting = [...schemaChildren(node)].reverse();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (child.name.localName !== 'complexType') {
      flat.push(child);
    } else if (token(child, 'name') !== undefined) {
      reportMoved(reader, child, 'in xs:complexType', 'as a type of the schema');
    } else {
      reportMoved(reader, child, 'directly in xs:complexType', 'as part of the type around it');
      pushReversed(waiting, schemaChildren(child));
    }
  }
  return flat;
}

/** The children, with a derivation from inside the only model group that has one beside what is left of the group. */
function hoistDerivation(reader: SchemaReader, children: readonly XmlElement[]): readonly XmlElement[] {
  if (children.some(isDerivation)) return children;
  const groups = children.filter((child) => isParticle(child) && schemaChildren(child).some(isDerivation));
  const [group] = groups;
  if (group === undefined || groups.length > 1) return children;
  const [derivation, ...more] = schemaChildren(group).filter(isDerivation);
  if (derivation === undefined || more.length > 0) return children;
  reportMoved(reader, derivation, `in xs:${group.name.localName}`, 'as part of the complex type');
  const rest = { ...group, children: group.children.filter((child) => child !== derivation) };
  const left = parts(rest).length === 0 ? [] : [rest];
  return children.flatMap((child) => (child === group ? [derivation, ...left] : [child]));
}

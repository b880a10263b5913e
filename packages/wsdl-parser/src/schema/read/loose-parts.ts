import type { ExpandedName } from '@soapstone/soap-model';
import type { XmlElement } from '../../xml/element.js';
import { isXsdNamespace } from '../namespaces.js';
import type { SchemaReader } from './declarations.js';
import { isFacet } from './facets.js';
import { isAttributePart, isParticle, reportMoved, schemaChildren, token, wrapped } from './lexical.js';

const COMPLEX: ReadonlySet<string> = new Set(['simpleContent', 'complexContent', 'extension']);
const SIMPLE: ReadonlySet<string> = new Set(['restriction', 'list', 'union']);

/**
 * The children, with an anonymous type that follows an element without a type inside that element: authors end the element too early.
 * The children themselves if there is no such type.
 */
export function withTypes(reader: SchemaReader, children: readonly XmlElement[]): readonly XmlElement[] {
  if (!children.some((child) => isType(child) && token(child, 'name') === undefined)) return children;
  const read: XmlElement[] = [];
  for (const child of children) {
    const before = read[read.length - 1];
    if (before !== undefined && isType(child) && token(child, 'name') === undefined && needsType(before)) {
      reportMoved(reader, child, 'after an xs:element without a type', 'as the type of that element');
      read[read.length - 1] = { ...before, children: [...before.children, child] };
    } else read.push(child);
  }
  return read;
}

function isType({ name }: XmlElement): boolean {
  return name.localName === 'complexType' || name.localName === 'simpleType';
}

/** Whether an element has a name and nothing that says its type. */
function needsType(node: XmlElement): boolean {
  const { localName } = node.name;
  return (
    localName === 'element' &&
    token(node, 'name') !== undefined &&
    token(node, 'type') === undefined &&
    token(node, 'ref') === undefined &&
    schemaChildren(node).every(({ name }) => name.localName === 'annotation')
  );
}

/** A type that an element or attribute has by the parts in it, and those parts. */
export interface LooseType {
  readonly type: XmlElement;
  readonly parts: readonly XmlElement[];
}

/**
 * The anonymous type of an element or attribute, written without the xs:complexType or xs:simpleType around it, or with its attributes
 * or facets beside it, or beside `type=`. Each can be read only one way. `undefined` if there is none; `type` is the anonymous type
 * that is there, and `named` the type that `type=` names.
 */
export function looseType(
  reader: SchemaReader,
  node: XmlElement,
  type: XmlElement | undefined,
  named: ExpandedName | undefined,
): LooseType | undefined {
  const isElement = node.name.localName === 'element';
  const parts = schemaChildren(node).filter(
    (child) =>
      SIMPLE.has(child.name.localName) ||
      isFacet(child) ||
      (isElement && (COMPLEX.has(child.name.localName) || isParticle(child) || isAttributePart(child))),
  );
  const [first] = parts;
  if (first === undefined) return undefined;
  if (named !== undefined) return type === undefined ? beside(reader, node, named, parts) : undefined;
  if (type !== undefined) {
    const isComplex = type.name.localName === 'complexType';
    const belongs = isComplex
      ? parts.every(isAttributePart) || (parts.every(isContent) && !schemaChildren(type).some(isContentful))
      : parts.every(isFacet);
    if (!belongs) return undefined;
    const kind = isComplex ? 'complex' : 'simple';
    reportMoved(reader, first, `beside xs:${kind}Type`, `as part of the ${kind} type`);
    return { type: { ...type, children: [...type.children, ...parts] }, parts };
  }
  const isSimple =
    parts.every(isFacet) ||
    (parts.length === 1 && SIMPLE.has(first.name.localName) && !hasComplexContent(first));
  if (!isSimple && !isElement) return undefined;
  const localName = isSimple ? 'simpleType' : 'complexType';
  reportMoved(reader, first, `directly in xs:${node.name.localName}`, `as inside xs:${localName}`);
  return { type: wrapped(node, localName, parts), parts };
}

/** Facets beside `type=` restrict a built-in type; attributes beside it extend the type. */
function beside(
  reader: SchemaReader,
  node: XmlElement,
  named: ExpandedName,
  parts: readonly XmlElement[],
): LooseType | undefined {
  const [first] = parts as [XmlElement];
  const isBuiltin = isXsdNamespace(named.namespace) && named.localName !== 'anyType';
  const restricts = isBuiltin && parts.every(isFacet);
  if (!restricts && !parts.every(isAttributePart)) return undefined;
  const derivation = restricts ? 'restriction' : 'extension';
  reportMoved(reader, first, 'beside a type', `as part of an xs:${derivation} of the type`);
  const value = token(node, 'type') ?? '';
  const attributes = [{ name: { namespace: '', localName: 'base' }, value }];
  const derived = { ...wrapped(node, derivation, parts), attributes };
  if (restricts) return { type: wrapped(node, 'simpleType', [derived]), parts };
  const content = wrapped(node, isBuiltin ? 'simpleContent' : 'complexContent', [derived]);
  return { type: wrapped(node, 'complexType', [content]), parts };
}

/** Whether a part can be the content of a complex type that has ended too early. */
function isContent(node: XmlElement): boolean {
  return isParticle(node) || isAttributePart(node) || COMPLEX.has(node.name.localName);
}

function isContentful(node: XmlElement): boolean {
  return node.name.localName !== 'annotation' && !isAttributePart(node);
}

/** Whether a restriction is one of a complex type. */
function hasComplexContent(node: XmlElement): boolean {
  return schemaChildren(node).some(isContent);
}

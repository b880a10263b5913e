import type { XmlElement } from '../../xml/element.js';
import { readDocumentation } from './annotation.js';
import type { Reference, SimpleTypeDefinition, TypeSlot, TypeUse } from './declarations.js';
import { isFacet, readFacets } from './facets.js';
import {
  derivationMethods,
  listAttribute,
  readReference,
  referenceAttribute,
  reportMoved,
  schemaChildren,
  unexpectedChild,
  wrapped,
} from './lexical.js';
import { baseOfFacets, restrictionOf } from './meant-type.js';
import { inlineType } from './schema-reader.js';

type Step = SimpleTypeDefinition['step'];

/**
 * Reads a simple type definition (XML Schema Part 1 §3.14.2).
 *
 *     <simpleType name="NCName" ?> annotation?, (restriction | list | union) </simpleType>
 *
 * A simple type without any of the three restricts nothing: xs:anySimpleType, with a diagnostic.
 */
export function readSimpleType(slot: TypeSlot): SimpleTypeDefinition {
  const { node, reader } = slot;
  // It has no effect on messages, but a misspelt value is reported like any other.
  derivationMethods(reader, node, 'final');
  let step: Step | undefined;
  for (const child of schemaChildren(node)) {
    const { localName } = child.name;
    if (localName === 'annotation') continue;
    if (step === undefined && localName === 'restriction') step = readRestriction(slot, child);
    else if (step === undefined && localName === 'list') step = readList(slot, child);
    else if (step === undefined && localName === 'union') step = readUnion(slot, child);
    else if (!(reader.obsolete && isFacet(child))) unexpectedChild(reader, child, node);
  }
  // The 1999 draft puts the base and the facets on the simple type itself.
  const base = step === undefined ? referenceAttribute(reader, node, 'base') : undefined;
  if (base !== undefined) {
    if (!reader.obsolete) {
      const what = 'base is not an attribute of xs:simpleType; read as the base of a restriction';
      reader.report('INVALID_SCHEMA_VALUE', node.location, what);
    }
    step = {
      kind: 'restriction',
      base: { kind: 'reference', reference: base },
      facets: readFacets(reader, node),
    };
  }
  if (step === undefined) {
    reader.report(
      'UNEXPECTED_SCHEMA_ELEMENT',
      node.location,
      'a simple type needs a restriction, a list or a union; read as xs:anySimpleType',
    );
    step = { kind: 'union', members: [] };
  }
  return { kind: 'simple', ...readDocumentation(node), step };
}

/**
 * Reads the simple type that narrows the content of a simple-content restriction: its facets, applied to the inline simple type if
 * there is one, otherwise to the content of `base`.
 */
export function readNarrowedContent(slot: TypeSlot, narrows: Reference): SimpleTypeDefinition {
  const { node, reader } = slot;
  const facets = readFacets(reader, node);
  const inline = schemaChildren(node).find((child) => child.name.localName === 'simpleType');
  if (inline !== undefined) {
    const base: TypeUse = { kind: 'inline', slot: inlineType(reader, inline, slot.owner) };
    return { kind: 'simple', step: { kind: 'restriction', base, facets } };
  }
  return { kind: 'simple', step: { kind: 'content-of', base: narrows, facets } };
}

/**
 *     <restriction base="QName" ?> annotation?, simpleType?, facet* </restriction>
 */
function readRestriction(slot: TypeSlot, node: XmlElement): Step {
  const { reader } = slot;
  const reference = referenceAttribute(reader, node, 'base');
  let base: TypeUse | undefined = reference && { kind: 'reference', reference };
  for (const child of schemaChildren(node)) {
    if (child.name.localName === 'annotation' || isFacet(child)) continue;
    if (base === undefined && isSimple(child)) base = inlineSimpleType(slot, child, node);
    else unexpectedChild(reader, child, node);
  }
  const meant = base === undefined ? baseOfFacets(schemaChildren(node).filter(isFacet)) : undefined;
  if (meant !== undefined) {
    reader.report(
      'INVALID_SCHEMA_VALUE',
      node.location,
      `a restriction without a base; read as one of xs:${meant}`,
    );
    const named = referenceAttribute(reader, restrictionOf(node, meant), 'base');
    base = named && { kind: 'reference', reference: named };
  }
  if (base === undefined) {
    reader.report(
      'INVALID_SCHEMA_VALUE',
      node.location,
      'a restriction without a base; read as xs:anySimpleType',
    );
    return { kind: 'union', members: [] };
  }
  return { kind: 'restriction', base, facets: readFacets(reader, node) };
}

/**
 *     <list itemType="QName" ?> annotation?, simpleType? </list>
 */
function readList(slot: TypeSlot, node: XmlElement): Step {
  const { reader } = slot;
  const reference = referenceAttribute(reader, node, 'itemType');
  let item: TypeUse | undefined = reference && { kind: 'reference', reference };
  for (const child of schemaChildren(node)) {
    if (child.name.localName === 'annotation') continue;
    if (item === undefined && isSimple(child)) item = inlineSimpleType(slot, child, node);
    else unexpectedChild(reader, child, node);
  }
  if (item !== undefined) return { kind: 'list', item };
  reader.report(
    'INVALID_SCHEMA_VALUE',
    node.location,
    'a list without an item type; read as xs:anySimpleType',
  );
  return { kind: 'union', members: [] };
}

/**
 *     <union memberTypes="List of QName" ?> annotation?, simpleType* </union>
 */
function readUnion(slot: TypeSlot, node: XmlElement): Step {
  const { reader } = slot;
  const members: TypeUse[] = listAttribute(reader, node, 'memberTypes').map((name) => ({
    kind: 'reference',
    reference: readReference(reader, node, name, node.location),
  }));
  for (const child of schemaChildren(node)) {
    if (child.name.localName === 'annotation') continue;
    if (isSimple(child)) members.push(inlineSimpleType(slot, child, node));
    else unexpectedChild(reader, child, node);
  }
  if (members.length === 0) {
    reader.report('INVALID_SCHEMA_VALUE', node.location, 'a union without members; read as xs:anySimpleType');
  }
  return { kind: 'union', members };
}

/** Whether a child is a simple type, or a step of one without xs:simpleType around it. */
function isSimple({ name }: XmlElement): boolean {
  return name.localName === 'simpleType' || STEPS.has(name.localName);
}

const STEPS: ReadonlySet<string> = new Set(['restriction', 'list', 'union']);

/** An anonymous simple type belongs to the component that its parent belongs to. */
function inlineSimpleType(slot: TypeSlot, node: XmlElement, parent: XmlElement): TypeUse {
  let type = node;
  if (node.name.localName !== 'simpleType') {
    reportMoved(slot.reader, node, `directly in xs:${parent.name.localName}`, 'as inside xs:simpleType');
    type = wrapped(node, 'simpleType', [node]);
  }
  return { kind: 'inline', slot: inlineType(slot.reader, type, slot.name ?? slot.owner) };
}

import type { DerivationMethod, ExpandedName } from '@soapstone/soap-model';
import { attribute, type XmlAttribute, type XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import { readDocumentation, readMediaTypes } from './annotation.js';
import type { ElementDefinition, Reference, SchemaReader, ScopedText, TypeUse } from './declarations.js';
import { readIdentityConstraints } from './identity.js';
import {
  booleanAttribute,
  clip,
  derivationMethods,
  keywordAttribute,
  readReference,
  referenceAttribute,
  schemaChildren,
  token,
  tokens,
  unexpectedChild,
} from './lexical.js';
import { looseType } from './loose-parts.js';
import { readName } from './name.js';
import { inlineType } from './schema-reader.js';

/**
 * Reads an element declaration (XML Schema Part 1 §3.3.2).
 *
 *     <element name="NCName" type="QName" ? nillable="boolean" ? abstract="boolean" ? default="string" ? fixed="string" ?
 *              substitutionGroup="QName" ? block="#all | List of (extension | restriction | substitution)" ?
 *              form="qualified | unqualified" ?>
 *         annotation?, (simpleType | complexType)?, (unique | key | keyref)*
 *     </element>
 *
 * `name` is its expanded name: in the target namespace, or as `readLocalName` says.
 */
export function readElement(reader: SchemaReader, node: XmlElement, name: ExpandedName): ElementDefinition {
  const type = readTypeUse(reader, node, name);
  // One look at the attributes instead of eight: most elements have none of these.
  const isSimple = node.attributes.every(isCommon);
  const substitutionGroup = isSimple ? undefined : readSubstitutionGroup(reader, node);
  const { fixed, default: byDefault } = isSimple ? NO_CONSTRAINT : readValueConstraint(node);
  const { documentation } = readDocumentation(node);
  // It has no effect on messages, but a misspelt value is reported like any other.
  if (!isSimple) derivationMethods(reader, node, 'final');
  // Assigned instead of spread: there is one object per element of all schemas, and most lack the optional members.
  const element: Mutable<ElementDefinition> = {
    name,
    nillable:
      !isSimple && (booleanAttribute(reader, node, 'nillable') || booleanAttribute(reader, node, 'nullable')),
    abstract: !isSimple && booleanAttribute(reader, node, 'abstract'),
    block: readDerivationSet(reader, isSimple ? undefined : node, 'block', ELEMENT_BLOCK),
    location: node.location,
  };
  if (type !== undefined) element.type = type;
  if (fixed !== undefined) element.fixed = fixed;
  if (byDefault !== undefined) element.default = byDefault;
  if (substitutionGroup !== undefined) element.substitutionGroup = substitutionGroup;
  if (documentation !== undefined) element.documentation = documentation;
  const mediaTypes = isSimple ? undefined : readMediaTypes(node);
  if (mediaTypes !== undefined) element.mediaTypes = mediaTypes;
  const constraints = readIdentityConstraints(reader, node);
  if (constraints !== undefined) element.constraints = constraints;
  return element;
}

/** Attributes of an element that say nothing about it beyond its name, type and occurrence. */
const COMMON_ATTRIBUTES: ReadonlySet<string> = new Set([
  'name',
  'type',
  'minOccurs',
  'maxOccurs',
  'form',
  'id',
]);

function isCommon({ name }: XmlAttribute): boolean {
  return COMMON_ATTRIBUTES.has(name.localName);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const ELEMENT_BLOCK: readonly DerivationMethod[] = ['extension', 'restriction', 'substitution'];

/**
 * The expanded name of a local element or attribute: qualified as `form` says, otherwise by the schema's default (MO-7);
 * `targetNamespace` of XML Schema 1.1 takes precedence. `undefined`, with a diagnostic, if it has no usable name.
 */
export function readLocalName(
  reader: SchemaReader,
  node: XmlElement,
  kind: 'element' | 'attribute',
): ExpandedName | undefined {
  const localName = readName(reader, node);
  return localName === undefined
    ? undefined
    : reader.names.name(localNamespace(reader, node, kind), localName);
}

function localNamespace(reader: SchemaReader, node: XmlElement, kind: 'element' | 'attribute'): string {
  const form = token(node, 'form');
  const own = form === undefined ? attribute(node, 'targetNamespace') : undefined;
  if (own !== undefined) return own.trim();
  const qualified =
    form === undefined
      ? kind === 'element'
        ? reader.elementsQualified
        : reader.attributesQualified
      : keywordAttribute(reader, node, 'form', KEYWORDS.form, 'unqualified') === 'qualified';
  return qualified ? reader.targetNamespace : '';
}

/** `type=`, or the anonymous type; `undefined` if there is neither. `owner` describes what an anonymous type belongs to. */
export function readTypeUse(
  reader: SchemaReader,
  node: XmlElement,
  owner: ExpandedName,
): TypeUse | undefined {
  const reference = referenceAttribute(reader, node, 'type');
  let use: TypeUse | undefined = reference && { kind: 'reference', reference };
  const children = schemaChildren(node);
  if (children.length === 0) return use;
  const inline = children.find((child) => isTypeOf(child, node));
  const loose = looseType(reader, node, inline, reference?.name);
  if (loose !== undefined) use = { kind: 'inline', slot: inlineType(reader, loose.type, owner) };
  for (const child of children) {
    if (loose !== undefined && (child === inline || loose.parts.includes(child))) continue;
    const { localName } = child.name;
    const isType = isTypeOf(child, node);
    if (isType && use === undefined) {
      use = { kind: 'inline', slot: inlineType(reader, child, owner) };
    } else if (isType) {
      reader.report('INVALID_SCHEMA_VALUE', child.location, 'a second type is given here; the first is used');
    } else if (!IGNORED_CHILDREN.has(localName)) {
      unexpectedChild(reader, child, node);
    }
  }
  return use;
}

function isTypeOf({ name }: XmlElement, node: XmlElement): boolean {
  if (name.localName === 'simpleType') return true;
  return name.localName === 'complexType' && node.name.localName === 'element';
}

const IGNORED_CHILDREN: ReadonlySet<string> = new Set(['annotation', 'unique', 'key', 'keyref', 'selector']);

/** `default` and `fixed`, with the scope that a QName value needs; `fixed` wins if both are present. */
export function readValueConstraint(node: XmlElement): { default?: ScopedText; fixed?: ScopedText } {
  const { scope, location } = node;
  const fixed = attribute(node, 'fixed');
  if (fixed !== undefined) return { fixed: { text: fixed, scope, location } };
  const text = attribute(node, 'default');
  return text === undefined ? NO_CONSTRAINT : { default: { text, scope, location } };
}

const NO_CONSTRAINT: { default?: ScopedText; fixed?: ScopedText } = Object.freeze({});

function readSubstitutionGroup(reader: SchemaReader, node: XmlElement): Reference | undefined {
  const heads = tokens(token(node, 'substitutionGroup') ?? token(node, 'equivClass'));
  if (heads.length > 1) {
    reader.report(
      'XSD_1_1',
      node.location,
      `several substitution group heads are a feature of XML Schema 1.1; only "${clip(heads[0]!)}" is used`,
    );
  }
  return heads[0] === undefined ? undefined : readReference(reader, node, heads[0], node.location);
}

const NO_METHODS: readonly DerivationMethod[] = [];

/**
 * `block` or `final` of `node`, or the default of the schema: `#all` means all of `admitted`; values beyond `admitted` do not apply
 * here.
 */
export function readDerivationSet(
  reader: SchemaReader,
  node: XmlElement | undefined,
  name: 'block' | 'final',
  admitted: readonly DerivationMethod[],
): readonly DerivationMethod[] {
  const own = node && derivationMethods(reader, node, name);
  const value = own ?? (name === 'block' ? reader.blockDefault : reader.finalDefault);
  if (value === '') return NO_METHODS;
  const list = tokens(value);
  return list.includes('#all') ? admitted : admitted.filter((method) => list.includes(method));
}

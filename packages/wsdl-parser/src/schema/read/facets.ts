import { attribute, type XmlElement } from '../../xml/element.js';
import { KEYWORDS, readKeyword } from '../../xml/keywords.js';
import type { FacetDeclarations, SchemaReader, ScopedText } from './declarations.js';
import {
  booleanAttribute,
  clip,
  meantKeyword,
  parseNonNegativeInteger,
  refuseChildren,
  schemaChildren,
  token,
} from './lexical.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Facets of XML Schema 1.1 or a draft that are not applied, only reported. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'assertion',
  'explicitTimezone',
  'encoding',
  'period',
  'duration',
]);

const FACETS: ReadonlySet<string> = new Set([
  'length',
  'minLength',
  'maxLength',
  'pattern',
  'enumeration',
  'whiteSpace',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
  'precision',
  'scale',
]);

/** Whether `node` is a facet of a restriction. */
export function isFacet(node: XmlElement): boolean {
  return FACETS.has(node.name.localName) || UNSUPPORTED.has(node.name.localName);
}

/**
 * Reads the facets that one derivation step states (XML Schema Part 2 §4.3); `undefined` if there is none. A value
 * that its facet cannot have is a diagnostic, and the facet does not apply.
 *
 *     <length value="nonNegativeInteger" fixed="boolean" ? />
 */
export function readFacets(reader: SchemaReader, node: XmlElement): FacetDeclarations | undefined {
  const facets: Mutable<FacetDeclarations> = {};
  const patterns: string[] = [];
  const enumeration: ScopedText[] = [];
  let found = false;
  for (const child of schemaChildren(node)) {
    if (!isFacet(child)) continue;
    refuseChildren(reader, child);
    const { localName } = child.name;
    if (UNSUPPORTED.has(localName)) {
      reader.report(
        'XSD_1_1',
        child.location,
        `the facet xs:${localName} does not belong to XML Schema 1.0 and is ignored`,
      );
      continue;
    }
    // It has no effect on messages, but a misspelt value is reported like any other.
    booleanAttribute(reader, child, 'fixed');
    const value = attribute(child, 'value');
    if (value === undefined) {
      reader.report('INVALID_FACET', child.location, `xs:${localName} has no value and is ignored`);
      continue;
    }
    found = true;
    switch (localName) {
      case 'pattern':
        patterns.push(value);
        break;
      case 'enumeration':
        enumeration.push({ text: value, scope: child.scope, location: child.location });
        break;
      case 'whiteSpace':
        readWhiteSpace(reader, child, facets);
        break;
      case 'minInclusive':
      case 'maxInclusive':
      case 'minExclusive':
      case 'maxExclusive':
        facets[localName] = value.trim();
        break;
      case 'length':
      case 'minLength':
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        readNumber(reader, child, localName, facets);
        break;
      // The draft names of totalDigits and fractionDigits.
      case 'precision':
        readNumber(reader, child, 'totalDigits', facets);
        break;
      case 'scale':
        readNumber(reader, child, 'fractionDigits', facets);
        break;
    }
  }
  if (patterns.length > 0) facets.patterns = patterns;
  if (enumeration.length > 0) facets.enumeration = enumeration;
  return found ? facets : undefined;
}

function readNumber(
  reader: SchemaReader,
  node: XmlElement,
  name: 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  facets: Mutable<FacetDeclarations>,
): void {
  const text = token(node, 'value') ?? '';
  const number = parseNonNegativeInteger(text);
  if (number !== undefined && Number.isSafeInteger(number) && (name !== 'totalDigits' || number > 0)) {
    facets[name] = number;
    return;
  }
  reader.report('INVALID_FACET', node.location, `xs:${name} cannot be "${clip(text)}"; the facet is ignored`);
}

function readWhiteSpace(reader: SchemaReader, node: XmlElement, facets: Mutable<FacetDeclarations>): void {
  const text = attribute(node, 'value') ?? '';
  if (readKeyword(KEYWORDS.whiteSpace, text).value === undefined) {
    reader.report('INVALID_FACET', node.location, `xs:whiteSpace cannot be "${clip(text)}"`);
    return;
  }
  const value = meantKeyword(reader, node, 'whiteSpace', KEYWORDS.whiteSpace, text, '');
  if (value !== undefined) facets.whiteSpace = value;
}

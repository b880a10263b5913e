import type { Wildcard } from '@soapstone/soap-model';
import { attribute, type XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import type { SchemaReader } from './declarations.js';
import { meantKeyword, token, tokens } from './lexical.js';

/** Replaces a part that cannot be known (MO-4): anything, validated if possible. */
export const LAX_WILDCARD: Wildcard = { namespaces: { kind: 'any' }, processContents: 'lax' };

/** Replaces elements that cannot be known. */
export const UNKNOWN_ELEMENTS: Wildcard = { ...LAX_WILDCARD, unknown: true };

/**
 * Reads `xs:any` or `xs:anyAttribute` (XML Schema Part 1 §3.10.2).
 *
 *     <any namespace="##any | ##other | List of (anyURI | ##targetNamespace | ##local)" ?
 *          processContents="strict | lax | skip" ? />
 */
export function readWildcard(reader: SchemaReader, node: XmlElement): Wildcard {
  for (const name of ['notNamespace', 'notQName']) {
    if (token(node, name) === undefined) continue;
    reader.report('XSD_1_1', node.location, `${name} of XML Schema 1.1 is ignored: the wildcard admits more`);
  }
  return { namespaces: readNamespaces(reader, node), processContents: readProcessContents(reader, node) };
}

function readNamespaces(reader: SchemaReader, node: XmlElement): Wildcard['namespaces'] {
  const list = tokens(token(node, 'namespace') ?? '##any').map((item) => meantNamespace(reader, node, item));
  if (list.includes('##any')) return { kind: 'any' };
  if (list.includes('##other')) return { kind: 'not', namespace: reader.targetNamespace };
  const namespaces = new Set<string>();
  for (const item of list) {
    if (item === '##targetNamespace') namespaces.add(reader.targetNamespace);
    else if (item === '##local') namespaces.add('');
    else namespaces.add(item);
  }
  return { kind: 'list', list: [...namespaces] };
}

/** A keyword in the spelling of the Recommendation; a URI as it is. One of the words without its marks is not a URI that anyone has. */
function meantNamespace(reader: SchemaReader, node: XmlElement, item: string): string {
  if (!/^#|^(?:any|other|local|targetNamespace)$/i.test(item)) return item;
  return meantKeyword(reader, node, 'namespace', KEYWORDS.wildcardNamespace, item, 'a namespace') ?? item;
}

function readProcessContents(reader: SchemaReader, node: XmlElement): Wildcard['processContents'] {
  const value = attribute(node, 'processContents');
  if (value === undefined) return 'strict';
  return meantKeyword(reader, node, 'processContents', KEYWORDS.processContents, value, 'lax') ?? 'lax';
}

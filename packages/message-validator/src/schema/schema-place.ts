import { escapeAttribute, isNCName } from '@soapstone/soap-model/xml';
import type { NamespaceMap, XmlElement } from 'libxml2-wasm';
import { localPart } from './declared-components.js';
import { attributeOf, nameOf } from './meant-names.js';

/** An element in its context: its author's prefixes are in scope, but none is written. */
export interface Place {
  readonly element: XmlElement;
  readonly scope: NamespaceMap;
  readonly isGlobal: boolean;
  /** Content beside a complexContent or simpleContent that is read as part of its derivation. */
  readonly beside?: readonly Place[];
}

export function placeOf(element: XmlElement, scope: NamespaceMap, isGlobal: boolean): Place {
  const own = element.nsDeclarations;
  const inner = Object.keys(own).length === 0 ? scope : { ...scope, ...own };
  return { element, scope: inner, isGlobal: isGlobal && !/^(?:include|redefine)$/.test(nameOf(element)) };
}

/** Kinds of components whose names are on no wire, so that a name that is not an NCName is one, as for the parser (MO-4). */
const NAMED_FREELY = /^(?:complexType|simpleType|group|attributeGroup)$/;

/** Whether an element has a name that a component can have. */
export function isNamed(element: XmlElement): boolean {
  const name = localPart(attributeOf(element, 'name')?.value.trim() ?? '');
  return isNCName(name) || (name !== '' && NAMED_FREELY.test(nameOf(element)));
}

/** The name under which libxml2 knows a component: characters that no NCName has become their code points. */
export function legalName(name: string): string {
  if (isNCName(name)) return name;
  const letters = Array.from(name, (letter) =>
    isNCName(`a${letter}`) ? letter : `.${letter.codePointAt(0)?.toString(16)}.`,
  );
  return `soapstone.${letters.join('')}`;
}

/** The declaration of the prefix that a value starts with, if it has one, because QNames are values too. */
export function declaredPrefix(value: string, scope: NamespaceMap): string {
  const prefix = /^\s*([\w.-]+):/.exec(value)?.[1];
  const uri = prefix === undefined || prefix === 'xml' || prefix === 'xs' ? undefined : scope[prefix];
  return uri === undefined || uri === '' ? '' : ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
}

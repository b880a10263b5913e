import { escapeAttribute, isNCName } from '@soapstone/soap-model/xml';
import type { NamespaceMap, XmlElement } from 'libxml2-wasm';
import { localPart } from './declared-components.js';

/** An element in its context: its author's prefixes are in scope, but none is written. */
export interface Place {
  readonly element: XmlElement;
  readonly scope: NamespaceMap;
  readonly isGlobal: boolean;
}

export function placeOf(element: XmlElement, scope: NamespaceMap, isGlobal: boolean): Place {
  const own = element.nsDeclarations;
  const inner = Object.keys(own).length === 0 ? scope : { ...scope, ...own };
  return { element, scope: inner, isGlobal: isGlobal && !/^(?:include|redefine)$/.test(element.name) };
}

/** Whether an element has a name that a component can have. */
export function isNamed(element: XmlElement): boolean {
  return isNCName(localPart(element.attr('name')?.value.trim() ?? ''));
}

/** The declaration of the prefix that a value starts with, if it has one, because QNames are values too. */
export function declaredPrefix(value: string, scope: NamespaceMap): string {
  const prefix = /^\s*([\w.-]+):/.exec(value)?.[1];
  const uri = prefix === undefined || prefix === 'xml' || prefix === 'xs' ? undefined : scope[prefix];
  return uri === undefined || uri === '' ? '' : ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
}

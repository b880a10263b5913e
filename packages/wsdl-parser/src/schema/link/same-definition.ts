import { attribute, type XmlElement } from '../../xml/element.js';
import { tokens } from '../read/lexical.js';
import type { Component } from '../read/schema.js';

/** Attributes whose value is a QName or a list of QNames, compared by meaning and not by prefix. */
const QNAME_ATTRIBUTES: ReadonlySet<string> = new Set([
  'type',
  'base',
  'ref',
  'itemType',
  'memberTypes',
  'substitutionGroup',
]);

/**
 * Whether two global components are equal: the same schema under two addresses, or repeated in two inline schemas. Ignores
 * documentation, prefixes and white space. Conservative: components that are merely equivalent count as different.
 */
export function isSameDefinition(a: Component, b: Component): boolean {
  if (a.node === b.node) return true;
  if (
    a.reader.elementsQualified !== b.reader.elementsQualified ||
    a.reader.attributesQualified !== b.reader.attributesQualified ||
    a.reader.blockDefault !== b.reader.blockDefault ||
    a.reader.finalDefault !== b.reader.finalDefault
  ) {
    return false;
  }
  const pending: [XmlElement, XmlElement][] = [[a.node, b.node]];
  while (pending.length > 0) {
    const [left, right] = pending.pop()!;
    if (!isSameElement(left, right)) return false;
    const leftChildren = left.children.filter((child) => child.name.localName !== 'annotation');
    const rightChildren = right.children.filter((child) => child.name.localName !== 'annotation');
    if (leftChildren.length !== rightChildren.length) return false;
    for (const [i, child] of leftChildren.entries()) pending.push([child, rightChildren[i]!]);
  }
  return true;
}

function isSameElement(left: XmlElement, right: XmlElement): boolean {
  if (left.name.localName !== right.name.localName || left.name.namespace !== right.name.namespace)
    return false;
  const own = left.attributes.filter(({ name }) => name.namespace === '' && name.localName !== 'id');
  const other = right.attributes.filter(({ name }) => name.namespace === '' && name.localName !== 'id');
  return (
    own.length === other.length &&
    own.every(({ name: { localName }, value }) => {
      const counterpart = attribute(right, localName);
      return (
        counterpart !== undefined &&
        (QNAME_ATTRIBUTES.has(localName)
          ? expand(value, left) === expand(counterpart, right)
          : value === counterpart)
      );
    })
  );
}

function expand(value: string, node: XmlElement): string {
  return tokens(value)
    .map((name) => {
      const colon = name.indexOf(':');
      const prefix = colon < 0 ? '' : name.slice(0, colon);
      return `{${node.scope.lookup(prefix) ?? prefix}}${name.slice(colon + 1)}`;
    })
    .join(' ');
}

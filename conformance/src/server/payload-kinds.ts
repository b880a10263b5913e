import { elementsOf, type XmlNode } from '../laws/xml-tree.js';
import { element } from './base-request.js';

/** An element of a payload, and the elements around it. */
export interface Site {
  readonly node: XmlNode;
  readonly parent: XmlNode | undefined;
  /** The local names from the payload down to it. */
  readonly path: readonly string[];
}

/**
 * One way to change a payload. Whether the result is valid depends on the schema: libxml2 judges.
 */
export interface PayloadKind {
  readonly name: string;
  /**
   * Changes the tree at one place.
   *
   * @returns the local names down to what is wrong, or `undefined` if nothing changed
   */
  change(site: Site): readonly string[] | undefined;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const NONE = 'urn:soapstone:none';

/** The name without its prefix. */
export function localName({ name }: XmlNode): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Changes an element with children. */
function structure(name: string, change: (site: Site) => string | boolean): PayloadKind {
  return {
    name,
    change(site) {
      if (elementsOf(site.node).length === 0) return undefined;
      const changed = change(site);
      if (changed === false) return undefined;
      return changed === true ? site.path : [...site.path, changed];
    },
  };
}

/** Changes an element that has a parent. */
function inParent(
  name: string,
  change: (node: XmlNode, parent: XmlNode, index: number) => boolean,
): PayloadKind {
  return {
    name,
    change: ({ node, parent, path }) =>
      parent !== undefined && change(node, parent, parent.children.indexOf(node)) ? path : undefined,
  };
}

/** Replaces the text of an element without children. */
function value(name: string, replace: (text: string) => string): PayloadKind {
  return {
    name: `the value ${name}`,
    change({ node, path }) {
      if (elementsOf(node).length > 0) return undefined;
      const text = node.children.join('');
      const replaced = replace(text);
      if (replaced === text) return undefined;
      node.children = replaced === '' ? [] : [replaced];
      return path;
    },
  };
}

/** Adds attributes. */
function attributes(name: string, more: Readonly<Record<string, string>>): PayloadKind {
  return {
    name,
    change({ node, path }) {
      node.attributes = { ...node.attributes, 'xmlns:xsi': XSI, 'xmlns:n': NONE, ...more };
      return path;
    },
  };
}

/** Changes the first attribute that is not a declaration and no `xsi:` one. */
function attribute(
  name: string,
  change: (attributes: Record<string, string>, key: string) => void,
): PayloadKind {
  return {
    name,
    change({ node, path }) {
      const key = Object.keys(node.attributes).find((each) => !/^(?:xmlns|xml|xsi|SOAP|soap)\b/.test(each));
      if (key === undefined) return undefined;
      change(node.attributes, key);
      return [...path, key.slice(key.indexOf(':') + 1)];
    },
  };
}

function rename(node: XmlNode, name: (local: string) => string): boolean {
  const prefix = node.name.slice(0, node.name.indexOf(':') + 1);
  Object.assign(node, { name: prefix + name(localName(node)) });
  return true;
}

const unknown = (): XmlNode => element('n:unknown', { 'xmlns:n': NONE });

const STRUCTURE: readonly PayloadKind[] = [
  structure('an unknown element before the children', ({ node }) => {
    node.children.unshift(unknown());
    return 'unknown';
  }),
  structure('an unknown element after the children', ({ node }) => {
    node.children.push(unknown());
    return 'unknown';
  }),
  structure('an unknown element without a namespace', ({ node }) => {
    node.children.push(element('unknown', { xmlns: '' }));
    return 'unknown';
  }),
  structure('text before the children', ({ node }) => node.children.unshift('text') > 0),
  structure('text after the children', ({ node }) => node.children.push('text') > 0),
  structure('no child at all', ({ node }) => {
    node.children = [];
    return true;
  }),
  structure('the children in reverse order', ({ node }) => {
    const before = elementsOf(node).map(localName);
    node.children.reverse();
    return elementsOf(node).map(localName).join(' ') !== before.join(' ');
  }),
  structure('the last child first', ({ node }) => {
    const last = node.children.pop();
    if (last === undefined || node.children.length === 0) return false;
    node.children.unshift(last);
    return true;
  }),
  structure('every child twice', ({ node }) => {
    node.children.push(...node.children);
    return true;
  }),
  inParent('the element is missing', (_node, parent, index) => parent.children.splice(index, 1).length > 0),
  inParent('the element twice', (node, parent, index) => {
    parent.children.splice(index, 0, node);
    return true;
  }),
  inParent('the element fifty times', (node, parent, index) => {
    parent.children.splice(index, 0, ...Array<XmlNode>(49).fill(node));
    return true;
  }),
  inParent('a name in the other case', (node) =>
    rename(node, (local) =>
      local.toUpperCase() === local ? `${local.toLowerCase()}x` : local.toUpperCase(),
    ),
  ),
  inParent('a longer name', (node) => rename(node, (local) => `${local}Unknown`)),
  inParent('another namespace', (node) => {
    Object.assign(node, { name: `n:${localName(node)}` });
    node.attributes['xmlns:n'] = NONE;
    return true;
  }),
  inParent('no namespace', (node) => {
    if (!node.name.includes(':') && node.attributes['xmlns'] === '') return false;
    Object.assign(node, { name: localName(node) });
    node.attributes['xmlns'] = '';
    return true;
  }),
  inParent('the element within itself', (node, parent, index) => {
    parent.children[index] = { ...node, children: [node] };
    return true;
  }),
  inParent('the children without their element', (node, parent, index) => {
    parent.children.splice(index, 1, ...elementsOf(node));
    return elementsOf(node).length > 0;
  }),
];

const ATTRIBUTES: readonly PayloadKind[] = [
  attributes('an unknown attribute', { unknown: '1' }),
  attributes('an unknown attribute in a namespace', { 'n:unknown': '1' }),
  attributes('nil with content', { 'xsi:nil': 'true' }),
  attributes('a nil that is not a boolean', { 'xsi:nil': 'maybe' }),
  attributes('a type without a declared prefix', { 'xsi:type': 'nobody:T' }),
  attributes('a type that is not declared', { 'xsi:type': 'n:T' }),
  attributes('an empty type', { 'xsi:type': '' }),
  attributes('a type that is not a name', { 'xsi:type': 'a b' }),
  attributes('a type that is not derived', {
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xsi:type': 'xsd:gMonthDay',
  }),
  {
    name: 'nil',
    change({ node, path }) {
      node.attributes = { ...node.attributes, 'xmlns:xsi': XSI, 'xsi:nil': 'true' };
      node.children = [];
      return path;
    },
  },
  attribute('an attribute is missing', (all, key) => delete all[key]),
  attribute('an empty attribute', (all, key) => Object.assign(all, { [key]: '' })),
  attribute('an attribute of another value', (all, key) => Object.assign(all, { [key]: '\u00a7 none' })),
  attribute('an attribute of another name', (all, key) => {
    all[`${key}Unknown`] = all[key] ?? '';
    delete all[key];
  }),
];

const VALUES: readonly PayloadKind[] = [
  value('is empty', () => ''),
  value('is white space', () => ' \t '),
  value('is another word', () => '\u00a7 none'),
  value('is very long', () => 'x'.repeat(3_000)),
  value('is very large', () => '9'.repeat(22)),
  value('is very small', () => `-${'9'.repeat(22)}`),
  value('is negative', () => '-1'),
  value('is zero', () => '0'),
  value('has a fraction', () => '1.5'),
  value('has many digits', () => '0.123456789123'),
  value('is NaN', () => 'NaN'),
  value('is INF', () => 'INF'),
  value('is hexadecimal', () => '0x1F'),
  value('is an odd number of hexadecimal digits', () => 'ABC'),
  value('is not base64', () => '%%%='),
  value('is TRUE', () => 'TRUE'),
  value('is a day that does not exist', () => '2026-02-30'),
  value('is a time that does not exist', () => '25:61:00'),
  value('is a moment that does not exist', () => '2026-13-01T00:00:00Z'),
  value('is a date of another order', () => '30/11/2026'),
  value('is a duration without a part', () => 'P'),
  value('is two words', () => 'a b'),
  value('is two numbers', () => '1 2'),
  value('is not a name', () => '1:2:3'),
  value('is truncated at the start', (text) => text.slice(1)),
  value('is truncated at the end', (text) => text.slice(0, -1)),
  value('is doubled', (text) => text + text),
  value('has the other case', (text) =>
    text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
  ),
  value('has an additional letter', (text) => `${text}q`),
  value('has spaces around', (text) => `  ${text} `),
  value('has a line break', (text) => `${text.slice(0, 1)}\n${text.slice(1)}`),
  {
    name: 'an element in a value',
    change({ node, path }) {
      if (elementsOf(node).length > 0) return undefined;
      node.children.push(unknown());
      return [...path, 'unknown'];
    },
  },
];

/** Every kind, by what it changes. */
export const PAYLOAD_KINDS: Readonly<Record<string, readonly PayloadKind[]>> = {
  structure: STRUCTURE,
  attributes: ATTRIBUTES,
  values: VALUES,
};

/** The elements of a payload, parents first. */
export function sitesOf(payload: XmlNode): Site[] {
  const sites: Site[] = [{ node: payload, parent: undefined, path: [] }];
  for (const { node, path } of sites) {
    for (const child of elementsOf(node))
      sites.push({ node: child, parent: node, path: [...path, localName(child)] });
  }
  return sites;
}

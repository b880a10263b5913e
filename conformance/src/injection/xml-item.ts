import { type Element, type Namespace, parseXml } from 'libxmljs2';
import { SaxesParser } from 'saxes';

/** An expected element: names in Clark notation, exact text, nothing else. */
export interface XmlItem {
  readonly name: string;
  readonly attributes: (readonly [name: string, value: string])[];
  readonly children: (XmlItem | string)[];
}

/** One line that two elements share only if they are equal: attributes sorted, adjacent text merged. */
export function printItem({ name, attributes, children }: XmlItem): string {
  const sorted = attributes.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).sort();
  const content: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') content.push(JSON.stringify(text));
    text = '';
  };
  for (const child of children) {
    if (typeof child === 'string') text += child;
    else {
      flush();
      content.push(printItem(child));
    }
  }
  flush();
  return `<${name}${sorted.join('')}>(${content.join(',')})`;
}

/** Elements and attributes whose values are QNames: their prefixes count by their bindings. */
const QNAME_VALUED = new Set([
  '{http://www.w3.org/2001/XMLSchema-instance}type',
  '{http://schemas.xmlsoap.org/soap/encoding/}arrayType',
  '{urn:t}qname',
  'flag',
]);
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The document as saxes parses it. Throws if it is not well-formed. */
export function readWithSaxes(xml: string): XmlItem {
  const root: XmlItem = { name: '', attributes: [], children: [] };
  const open = [root];
  const top = () => open.at(-1) as XmlItem;
  const parser = new SaxesParser({ xmlns: true });
  const value = (name: string, text: string) =>
    QNAME_VALUED.has(name) ? expand(text, (prefix) => parser.resolve(prefix)) : text;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes)
      .filter(({ uri }) => uri !== XMLNS)
      .map(({ uri, local, value: text }) => [clark(uri, local), value(clark(uri, local), text)] as const);
    const item: XmlItem = { name: clark(tag.uri, tag.local), attributes, children: [] };
    top().children.push(item);
    open.push(item);
  });
  const onText = (text: string) => void (open.length > 1 && top().children.push(value(top().name, text)));
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('comment', () => top().children.push({ name: '#comment', attributes: [], children: [] }));
  parser.on('processinginstruction', () =>
    top().children.push({ name: '#instruction', attributes: [], children: [] }),
  );
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0] as XmlItem;
}

/** The document as libxml2 parses it. Throws if it is not well-formed. */
export function readWithLibxml2(xml: string): XmlItem {
  const read = (element: Element): XmlItem => {
    const bindings = () =>
      new Map([
        ['xml', 'http://www.w3.org/XML/1998/namespace'],
        ...element.namespaces().map((namespace) => [namespace.prefix() ?? '', href(namespace)] as const),
      ]);
    const value = (name: string, text: string) =>
      QNAME_VALUED.has(name) ? expand(text, (prefix) => bindings().get(prefix)) : text;
    const name = clark(href(element.namespace()), element.name());
    return {
      name,
      attributes: element.attrs().map((attribute) => {
        const key = clark(href(attribute.namespace()), attribute.name());
        return [key, value(key, attribute.value())] as const;
      }),
      children: element.childNodes().map((node) => {
        if (node.type() === 'element') return read(node as Element);
        if (['text', 'cdata'].includes(node.type())) return value(name, textOf(node));
        return { name: `#${node.type()}`, attributes: [], children: [] };
      }),
    };
  };
  return read(parseXml(xml).root() as Element);
}

/** libxml2 returns the `&` of a namespace name as the reference that it stores. */
const href = (namespace: Namespace | null | undefined) => (namespace?.href() ?? '').replaceAll('&#38;', '&');
const textOf = (node: unknown) => (node as { text(): string }).text();

const clark = (uri: string, local: string) => (uri === '' ? local : `{${uri}}${local}`);

function expand(value: string, resolve: (prefix: string) => string | undefined): string {
  const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/s.exec(value) ?? [];
  return clark(prefix === '' ? '' : (resolve(prefix) ?? `unbound ${prefix}`), local);
}

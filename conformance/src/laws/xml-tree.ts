import { SaxesParser } from 'saxes';

/** An element as written: names with their prefixes, attributes as text, children in order. For laws that move elements. */
export interface XmlNode {
  readonly name: string;
  attributes: Record<string, string>;
  children: (XmlNode | string)[];
}

export function parseTree(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const stack = [root];
  const top = () => stack.at(-1) as XmlNode;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: { ...attributes }, children: [] };
    top().children.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => void stack.pop());
  const onText = (text: string) => void (stack.length > 1 && top().children.push(text));
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return root.children[0] as XmlNode;
}

export function printTree(node: XmlNode | string): string {
  if (typeof node === 'string') return escapeText(node);
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escapeText(value).replace(/["\n\t]/g, (c) => `&#${c.charCodeAt(0)};`)}"`,
  );
  return `<${node.name}${attributes.join('')}>${node.children.map(printTree).join('')}</${node.name}>`;
}

/** The element children, without text. */
export function elementsOf(node: XmlNode): XmlNode[] {
  return node.children.filter((child): child is XmlNode => typeof child !== 'string');
}

/** Every element from `node` down, parents first. */
export function* walk(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of elementsOf(node)) yield* walk(child);
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

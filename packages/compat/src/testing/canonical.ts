import { type SaxesAttributeNS, SaxesParser } from 'saxes';

/** Names in `{namespace}local` form, so that two messages that differ only in prefixes are equal. */
interface Node {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly children: (Node | string)[];
}

/**
 * A message as indented lines without prefixes, white space between elements, and order of attributes: what a server that reads XML sees.
 * `omit`: local names of elements whose content changes with every call.
 */
export function canonical(xml: string, omit: readonly string[] = []): string {
  const root: Node = { name: '', attributes: [], children: [] };
  const open: Node[] = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes as Record<string, SaxesAttributeNS>)
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map(({ uri, local, value }) => {
        // The value of xsi:type is a name with a prefix.
        const shown = local === 'type' ? value.slice(value.indexOf(':') + 1) : value;
        return `${uri === '' ? '' : `{${uri}}`}${local}="${/^(?:Id|URI)$/.test(local) ? '…' : shown}"`;
      })
      .sort();
    const node: Node = {
      name: `${tag.uri === '' ? '' : `{${tag.uri}}`}${tag.local}`,
      attributes,
      children: [],
    };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  const addText = (text: string): void => {
    const { children } = open.at(-1)!;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const lines: string[] = [];
  const print = (node: Node, indent: string): void => {
    const { name, attributes, children } = node;
    const elements = children.filter((child): child is Node => typeof child !== 'string');
    const text = children.filter((child) => typeof child === 'string').join('');
    const local = name.slice(name.indexOf('}') + 1);
    const shown = omit.includes(local) ? '…' : elements.length > 0 ? text.trim() : text;
    lines.push(`${indent}${[name, ...attributes].join(' ')}${shown === '' ? '' : `: ${shown}`}`);
    for (const child of elements) print(child, `${indent}  `);
  };
  for (const child of root.children) if (typeof child !== 'string') print(child, '');
  return lines.join('\n');
}

import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { SaxesParser } from 'saxes';
import { UnreadableXml } from '../xml/read-xml.js';
import { TREE_LIMITS } from '../xml/tree-limits.js';

/** In a path: the Envelope, and its Body. */
export const ENVELOPE_NAME = '*';
export const BODY_NAME = '*Body';
const BODIES: readonly string[] = [`{${SOAP11_ENVELOPE}}Body`, `{${SOAP12_ENVELOPE}}Body`];

/** Where an element is in a text, in UTF-16 code units. */
export interface Located {
  /** Where its start tag begins; `end` is behind its end tag. */
  readonly start: number;
  readonly end: number;
  /** After the name in its start tag. */
  readonly nameEnd: number;
  /** The content; both are `end` for an element whose start tag is its end tag, too. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The namespaces that it declares, and those that it inherits, by prefix. */
  readonly declared: ReadonlyMap<string, string>;
  readonly inherited: ReadonlyMap<string, string>;
  /** The text in it, without markup. */
  readonly text: string;
  /** Its children. */
  readonly children: readonly { readonly name: string; readonly start: number }[];
}

interface Open {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly scope: ReadonlyMap<string, string>;
  /** How many names of the path lead to it; -1 if it is not on the path. */
  readonly depth: number;
  readonly children: { readonly name: string; readonly start: number }[];
  text: string;
  contentStart: number;
  declared: ReadonlyMap<string, string>;
}

/**
 * Finds the elements at a path of names, from the root. Throws `UnreadableXml` for a text that is not well-formed.
 *
 * @param path in Clark notation; `ENVELOPE_NAME` is any element
 * @param most how many are found
 */
export function locate(text: string, path: readonly string[], most: number): readonly Located[] {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const found: Located[] = [];
  const stack: Open[] = [];
  parser.on('doctype', () => {
    throw new UnreadableXml('it has a document type declaration');
  });
  parser.on('opentagstart', () => {
    const nameEnd = parser.position - 1;
    const above = stack.at(-1);
    const scope = above === undefined ? NONE : inScope(above);
    const start = text.lastIndexOf('<', nameEnd - 1);
    if (stack.length >= TREE_LIMITS.depth)
      throw new UnreadableXml(`its elements are nested more than ${TREE_LIMITS.depth} deep`);
    stack.push({
      name: '',
      start,
      nameEnd,
      scope,
      depth: -1,
      children: [],
      text: '',
      contentStart: 0,
      declared: NONE,
    });
  });
  parser.on('opentag', ({ uri, local, ns, isSelfClosing }) => {
    const opened = stack.pop() as Open;
    const name = uri === '' ? local : `{${uri}}${local}`;
    const above = stack.at(-1);
    const before = above === undefined ? 0 : above.depth;
    const isNext = before >= 0 && before < path.length && fits(path[before] as string, name);
    above?.children.push({ name, start: opened.start });
    const declared = Object.keys(ns).length === 0 ? NONE : new Map(Object.entries(ns));
    stack.push({
      ...opened,
      name,
      depth: isNext ? before + 1 : -1,
      contentStart: isSelfClosing ? -1 : parser.position,
      declared,
    });
  });
  const addText = (piece: string): void => {
    const open = stack.at(-1);
    if (open !== undefined && open.depth === path.length) open.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const { depth, start, nameEnd, scope, declared, contentStart, children, text: own } = stack.pop() as Open;
    if (depth !== path.length) return;
    if (found.length === most) throw new UnreadableXml(`it has more than ${most} elements to sign`);
    const end = parser.position;
    found.push({
      start,
      end,
      nameEnd,
      contentStart: contentStart < 0 ? end : contentStart,
      contentEnd: contentStart < 0 ? end : text.lastIndexOf('</', end - 1),
      declared,
      inherited: scope,
      text: own,
      children,
    });
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof UnreadableXml) throw error;
    throw new UnreadableXml('it is not well-formed XML');
  }
  return found;
}

function fits(wanted: string, name: string): boolean {
  return wanted === name || wanted === ENVELOPE_NAME || (wanted === BODY_NAME && BODIES.includes(name));
}

const NONE: ReadonlyMap<string, string> = new Map();

function inScope({ scope, declared }: Open): ReadonlyMap<string, string> {
  return declared.size === 0 ? scope : new Map([...scope, ...declared]);
}

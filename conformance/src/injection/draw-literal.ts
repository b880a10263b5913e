import type { Draw } from '../laws/draw.js';
import { drawRaw } from './draw-raw.js';
import { drawAttributes, drawUntyped } from './draw-untyped.js';
import { clark, Drawing, type HostileBody, leaf, qname, shuffle, spoil, T, XSD, XSI } from './drawing.js';
import { UNKNOWN_KEYS } from './hostile-text.js';
import { type Json, Members } from './json-text.js';
import type { XmlItem } from './xml-item.js';

const STRING: [string, string][] = [[XSI('type'), XSD('string')]];

/** A body of the document/literal operation. */
export function drawLiteralBody(draw: Draw): HostileBody {
  const drawing = new Drawing(draw);
  const { json, item } = drawRecord(drawing, T('Do'), 0);
  if (!draw.chance(4)) return { json, item, verdict: drawing.verdict };
  const token = drawing.text();
  const block = new Members([['token', token]]);
  if (draw.chance(10)) {
    block.entries.push([draw.pick(UNKNOWN_KEYS), 'x']);
    drawing.judge('refused');
  }
  json.entries.push(['$headers', new Members([['DoHeader', block]])]);
  const header: XmlItem = { name: T('DoHeader'), attributes: [], children: [leaf(T('token'), token)] };
  return { json, item, header, verdict: drawing.verdict };
}

type Field = (drawing: Drawing, depth: number) => { json: Json; items: XmlItem[] };

/** The elements of the record in schema order. */
const FIELDS: readonly (readonly [key: string, field: Field])[] = [
  ['text', textField('text')],
  ['__proto__', textField('__proto__')],
  [
    'constructor',
    (drawing) => {
      const texts = Array.from({ length: drawing.draw.int(0, 3) }, () => drawing.text());
      return { json: texts, items: texts.map((text) => leaf(T('constructor'), text)) };
    },
  ],
  [
    'price',
    (drawing) => {
      const [currency, text] = [drawing.text(), drawing.text()];
      return {
        json: new Members([
          ['$value', text],
          ['@currency', currency],
        ]),
        items: [{ name: T('price'), attributes: [['currency', currency]], children: [text] }],
      };
    },
  ],
  [
    'list',
    (drawing) => {
      const texts = Array.from({ length: drawing.draw.int(0, 3) }, () => drawing.text());
      // Only the space separates items without content; any other white space is rejected within an item (LU-1).
      if (texts.some((text) => text === '' || /[ \t\n\r]/.test(text))) drawing.judge('refused');
      return { json: texts, items: [leaf(T('list'), texts.join(' '))] };
    },
  ],
  [
    'qname',
    (drawing) => {
      const name = drawing.name();
      return { json: name.key, items: [leaf(T('qname'), qname(name))] };
    },
  ],
  [
    'para',
    (drawing) => {
      const entries: Json[] = [];
      const children: (XmlItem | string)[] = [];
      for (let i = drawing.draw.int(0, 4); i > 0; i--) {
        const text = drawing.text();
        const bold = drawing.draw.chance(2);
        entries.push(bold ? new Members([['b', text]]) : text);
        children.push(bold ? leaf(T('b'), text) : text);
      }
      return {
        json: new Members([['$content', entries]]),
        items: [{ name: T('para'), attributes: [], children }],
      };
    },
  ],
  [
    'anything',
    (drawing, depth) => {
      const { json, attributes, children } = drawUntyped(drawing, depth);
      // AN-7: text that is the whole of a declared anyType gets the type string.
      // The type xs:string has no attributes.
      if (attributes.length === 0 && isText(json, children)) attributes.push(...STRING);
      // NL-2: the element is optional and cannot be nil.
      return { json, items: json === null ? [] : [{ name: T('anything'), attributes, children }] };
    },
  ],
  ['simple', textField('simple', STRING)],
  [
    'log',
    (drawing) => {
      const lines = Array.from({ length: drawing.draw.int(1, 3) }, () => {
        return [drawing.draw.pick(['info', 'warning']), drawing.text()] as const;
      });
      return {
        json: new Members([['$items', lines.map(([key, text]) => new Members([[key, text]]))]]),
        items: [{ name: T('log'), attributes: [], children: lines.map(([key, text]) => leaf(T(key), text)) }],
      };
    },
  ],
  [
    'inner',
    (drawing, depth) => {
      const { json, item } = drawRecord(drawing, T('inner'), depth + 1);
      return { json, items: [item] };
    },
  ],
  ['letter', documentField('letter')],
  ['section', documentField('section')],
  [
    '$any',
    (drawing, depth) => {
      const items: XmlItem[] = [];
      const json = Array.from({ length: drawing.draw.int(1, 2) }, () => {
        if (drawing.draw.chance(4)) {
          const { xml, item } = drawRaw(drawing);
          items.push(item);
          return new Members([['$xml', xml]]);
        }
        const name = drawing.name();
        const { json: value, attributes, children } = drawUntyped(drawing, depth);
        items.push({ name: clark(name), attributes, children });
        return new Members([[name.key, value]]);
      });
      return { json, items };
    },
  ],
];

/** A text that is a document: an element of any name, or a finished one. */
function documentField(key: string): Field {
  return (drawing, depth) => {
    const entry = new Members([]);
    let document: XmlItem;
    if (drawing.draw.chance(3)) {
      const { xml, item } = drawRaw(drawing);
      entry.entries.push(['$xml', xml]);
      document = item;
    } else {
      const name = drawing.name();
      const { json, attributes, children } = drawUntyped(drawing, depth);
      entry.entries.push([name.key, json]);
      document = { name: clark(name), attributes, children };
    }
    const item = { name: T(key), attributes: [], children: [document] };
    return { json: new Members([['$any', [entry]]]), items: [item] };
  };
}

function textField(key: string, attributes: XmlItem['attributes'] = []): Field {
  return (drawing) => {
    const text = drawing.text();
    return { json: text, items: [{ ...leaf(T(key), text), attributes }] };
  };
}

/** The texts that are documents, which only the outermost record has. */
const DOCUMENTS: ReadonlySet<string> = new Set(['letter', 'section']);

function drawRecord(drawing: Drawing, name: string, depth: number): { json: Members; item: XmlItem } {
  const { draw } = drawing;
  const item: XmlItem = { name, attributes: [], children: [] };
  const entries: [string, Json][] = [];
  if (draw.chance(3)) {
    const text = drawing.text();
    entries.push(['@note', text]);
    item.attributes.push(['note', text]);
  }
  if (draw.chance(6)) {
    const flag = drawing.name();
    entries.push(['@flag', flag.key]);
    item.attributes.push(['flag', qname(flag)]);
  }
  if (draw.chance(6)) {
    const members: [string, Json][] = [];
    drawAttributes(drawing, '', members, item.attributes);
    entries.push(['$anyAttributes', new Members(members)]);
  }
  for (const [key, field] of FIELDS) {
    if (depth > 0 && DOCUMENTS.has(key)) continue;
    if (!draw.chance(key === 'inner' ? 3 + 3 * depth : 4)) continue;
    const { json, items } = field(drawing, depth);
    entries.push([key, json]);
    item.children.push(...items);
  }
  spoil(drawing, entries);
  return { json: new Members(shuffle(entries, draw)), item };
}

/** Text alone, in either form: as itself, or as the only entries of `$content`. */
function isText(json: Json, children: XmlItem['children']): boolean {
  if (typeof json === 'string') return true;
  return (
    json instanceof Members && children.length > 0 && children.every((child) => typeof child === 'string')
  );
}

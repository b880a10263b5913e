import { drawRaw } from './draw-raw.js';
import { clark, type Drawing, XSD, XSI } from './drawing.js';
import type { HostileName } from './hostile-text.js';
import { type Json, Members } from './json-text.js';
import type { XmlItem } from './xml-item.js';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Content that no schema describes (AN-6, AN-7): text, a typed scalar, nil, ordered content, or the compact form. */
export function drawUntyped(
  drawing: Drawing,
  depth: number,
): { json: Json; attributes: [string, string][]; children: (XmlItem | string)[] } {
  const { draw } = drawing;
  const kind = draw.int(0, depth > 2 ? 3 : 6);
  if (kind <= 1) {
    const text = drawing.text();
    return { json: text, attributes: [], children: [text] };
  }
  if (kind === 2) return { json: true, attributes: [[XSI('type'), XSD('boolean')]], children: ['true'] };
  if (kind === 3) return { json: null, attributes: [[XSI('nil'), 'true']], children: [] };

  const entries: [string, Json][] = [];
  const attributes: [string, string][] = [];
  if (draw.chance(2)) drawAttributes(drawing, '@', entries, attributes);
  const children: (XmlItem | string)[] = [];
  const content: Json[] = [];
  const keys = new Set<string>();
  for (let i = draw.int(1, 3); i > 0; i--) {
    if (kind === 4 && draw.chance(2)) {
      // White space alone between elements is layout, so text is never only white space.
      const text = `.${drawing.text()}`;
      content.push(text);
      children.push(text);
      continue;
    }
    if (kind === 4 && draw.chance(4)) {
      const { xml, item } = drawRaw(drawing);
      content.push(new Members([['$xml', xml]]));
      children.push(item);
      continue;
    }
    const name = drawing.name();
    if (kind !== 4 && keys.has(name.key)) continue;
    const value = drawUntyped(drawing, depth + 1);
    if (kind !== 4) {
      entries.push([name.key, value.json]);
      keys.add(name.key);
    } else content.push(new Members([[name.key, value.json]]));
    children.push({ name: clark(name), attributes: value.attributes, children: value.children });
  }
  if (kind === 4) entries.push(['$content', content]);
  return { json: new Members(entries), attributes, children };
}

/** Attributes with names of the caller's choice. Two keys for one attribute must be rejected. */
export function drawAttributes(
  drawing: Drawing,
  sign: '@' | '',
  entries: [string, Json][],
  attributes: (readonly [string, string])[],
): void {
  const { draw } = drawing;
  const seen = new Set(['note', 'flag']);
  const keys = new Set<string>();
  for (let i = draw.int(1, 3); i > 0; i--) {
    const name = drawAttributeName(drawing, sign);
    if (name.localName === 'xmlns' && name.namespace === '') drawing.judge('refused');
    const text = drawing.text();
    const key = `${sign}${name.key}`;
    if (keys.has(key) || seen.has(clark(name))) drawing.judge('refused');
    keys.add(key);
    seen.add(clark(name));
    entries.push([key, text]);
    attributes.push([clark(name), text]);
  }
}

/** In untyped content the attributes of the XML namespace have their own spelling (KY-4). */
function drawAttributeName(drawing: Drawing, sign: '@' | ''): HostileName {
  const { draw } = drawing;
  if (sign === '' || !draw.chance(6)) return drawing.name();
  const localName = draw.pick(['lang', 'space']);
  const isShort = draw.chance(2);
  if (!isShort) drawing.judge('either');
  return {
    key: isShort ? `xml:${localName}` : `{${XML_NAMESPACE}}${localName}`,
    namespace: XML_NAMESPACE,
    localName,
    verdict: isShort ? 'accepted' : 'either',
  };
}

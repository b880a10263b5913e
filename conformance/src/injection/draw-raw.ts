import { clark, type Drawing } from './drawing.js';
import type { XmlItem } from './xml-item.js';

/** Texts that are not finished element, or that SOAP messages must not contain. */
const ATTACKS: readonly string[] = [
  '',
  'text',
  '<a',
  '<a>',
  '</a>',
  '<a></b>',
  '<a/><b/>',
  '<a/>text',
  '<a></a></soapenv:Body><soapenv:Body>',
  '</t:anything><t:evil/>',
  ']]><a/>',
  '<![CDATA[<a/>]]>',
  '<!-- <a/> -->',
  '<!-- a -- b --><a/>',
  '<!DOCTYPE a><a/>',
  '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
  '<!DOCTYPE a [<!ENTITY e "e"><!ENTITY f "&e;&e;">]><a>&f;</a>',
  '<a>&e;</a>',
  '<a b="&e;"/>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&</a>',
  '<a b="<"/>',
  '<a b="1" b="2"/>',
  '<a xmlns:p="urn:p" xmlns:q="urn:p" p:b="1" q:b="2"/>',
  '<a xmlns="urn:x" xmlns="urn:y"/>',
  '<p:a/>',
  '<soapenv:a/>',
  '<ns1:a/>',
  '<a ns1:b=""/>',
  '<a><b xmlns:p="urn:p"/><p:c/></a>',
  '<a xmlns:p=""><p:b/></a>',
  '<a xmlns:xml="urn:x"/>',
  '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
  '<a xmlns:xmlns="urn:x"/>',
  '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
  '<xmlns:a/>',
  '<a:b:c xmlns:a="urn:a"/>',
  '<1a/>',
  '<a/ >',
  '<a b=1/>',
  '<?php echo 1 ?><a/>',
  '<a><?xml version="1.0"?></a>',
  '<a/><?b?>',
  '<a>]]></a>',
  '<a>\u0000</a>',
  '<a>\ufffe</a>',
  '<a>\ud800</a>',
  '\ufeff\ufeff<a/>',
  ' <?xml version="1.0"?><a/>',
  '<?xml version="1.0"?><?xml version="1.0"?><a/>',
  '<?xml version="1.0" encoding="UTF-7"?>+ADw-a/+AD4-',
  '<!ENTITY e "x"><a/>',
  '<!DOCTYPE a PUBLIC "-//x" "http://127.0.0.1/x.dtd"><a/>',
  '<a xmlns:p="urn:p"/><p:b/>',
  '<a xmlns:p="urn:p" p:b="" p:b=""/>',
  '<a xmlns:p="urn:p"><b xmlns:p="urn:q" xmlns:p="urn:r"/></a>',
  '<a xml:id="i" xml:id="j"/>',
  '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>',
  '<a>&#x1F;</a>',
  '<a b="x" <c/>/>',
  '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="ns1:Do"/>',
];

/** Prefixes that the envelope has too, and others. */
const PREFIXES: readonly string[] = ['p', 'q', 'soapenv', 'ns1', 'x1', 'xsi', 'xsd'];
const NAMESPACES: readonly string[] = [
  'urn:x',
  'urn:other',
  'urn:"<&>\'',
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2001/XInclude',
];
const NAMES: readonly string[] = ['a', 'b', 'include', 'é', '__proto__', 'Body'];

/** A finished element (XM-1) and what it means, or a text that must be refused (XM-4). */
export function drawRaw(drawing: Drawing): { readonly xml: string; readonly item: XmlItem } {
  const { draw } = drawing;
  if (draw.chance(6)) {
    drawing.judge('refused');
    return { xml: draw.pick(ATTACKS), item: { name: 'refused', attributes: [], children: [] } };
  }
  const { xml, item } = drawElement(drawing, new Map([['', '']]), 0);
  const around = draw.chance(4)
    ? ['<?xml version="1.0" encoding="UTF-16"?>\r\n<!-- before -->', '\n<!-- after -->']
    : [];
  return { xml: `${around[0] ?? ''}${xml}${around[1] ?? ''}`, item };
}

function drawElement(
  drawing: Drawing,
  outer: ReadonlyMap<string, string>,
  depth: number,
): { readonly xml: string; readonly item: XmlItem } {
  const { draw } = drawing;
  const scope = new Map(outer);
  const declarations: string[] = [];
  const declare = (prefix: string, namespace: string): void => {
    scope.set(prefix, namespace);
    const quote = draw.pick(['"', "'"]);
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    declarations.push(`${name}=${quote}${escapeText(namespace, quote)}${quote}`);
  };
  if (draw.chance(2)) declare('', draw.pick(['', ...NAMESPACES]));
  if (draw.chance(2)) declare(draw.pick(PREFIXES), draw.pick(NAMESPACES));
  const prefix = draw.pick([...scope.keys()]);
  const localName = draw.pick(NAMES);
  const qualified = prefix === '' ? localName : `${prefix}:${localName}`;
  const attributes: [string, string][] = [];
  const parts = [...declarations];
  if (draw.chance(2)) {
    const quote = draw.pick(['"', "'"]);
    // Readers that know xml:id collapse its white space.
    const isId = draw.chance(3);
    const value = isId ? `i${draw.int(1, 9)}` : drawing.text();
    const name = isId ? 'xml:id' : 'note';
    const key = isId ? '{http://www.w3.org/XML/1998/namespace}id' : 'note';
    attributes.push([key, value]);
    parts.splice(draw.int(0, parts.length), 0, `${name}=${quote}${escapeText(value, quote)}${quote}`);
  }
  const children: (XmlItem | string)[] = [];
  let content = '';
  for (let count = draw.int(0, depth > 2 ? 1 : 3); count > 0; count--) {
    const kind = draw.int(0, 3);
    if (kind === 0 && depth <= 2) {
      const child = drawElement(drawing, scope, depth + 1);
      children.push(child.item);
      content += child.xml;
    } else if (kind === 1) {
      children.push({ name: '#comment', attributes: [], children: [] });
      content += draw.pick(['<!-- & <b> -->', '<!---->', '<!-- ]]> <!DOCTYPE a> <?b?> -->']);
    } else {
      const text = drawing.text();
      children.push(text);
      content +=
        kind === 2 && !/\]\]>|\r/.test(text) && text !== '' ? `<![CDATA[${text}]]>` : escapeText(text, '');
    }
  }
  const start = [qualified, ...parts].join(draw.pick([' ', '\n  ', '\t']));
  const xml = content === '' && draw.chance(2) ? `<${start}/>` : `<${start}>${content}</${qualified} >`;
  const name = clark({ key: '', namespace: scope.get(prefix) ?? '', localName, verdict: 'accepted' });
  return { xml, item: { name, attributes, children } };
}

/** Escapes a text, or an attribute in a kind of quotes, with references of every kind. */
function escapeText(text: string, quote: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#x3E;')
    .replaceAll('\r', '&#13;');
  if (quote === '') return escaped;
  return escaped
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;');
}

import { SaxesParser } from 'saxes';
import { refusal } from '../errors.js';
import type { XmlElement } from '../xml/element.js';
import { createEntityExpander } from '../xml/entities.js';
import { linePosition } from '../xml/line-positions.js';
import type { EngineContext, EngineInput } from './engine.js';
import { createTreeBuilder } from './tree-builder.js';

/** The offset of a processing instruction whose target has a colon (Namespaces in XML 1.0 §7), which saxes accepts. */
function colonInTarget(text: string): number | undefined {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at === -1) return undefined;
    let terminator = '<';
    if (text.startsWith('<!--', at)) terminator = '-->';
    else if (text.startsWith('<![CDATA[', at)) terminator = ']]>';
    else if (text.startsWith('<?', at)) {
      terminator = '?>';
      COLON_IN_TARGET.lastIndex = at;
      if (COLON_IN_TARGET.test(text)) return at;
    }
    const end = text.indexOf(terminator, at + 1);
    if (end === -1) return undefined;
    at = end;
  }
}

const COLON_IN_TARGET = /<\?[^\s?:]{0,1000}:/y;

const STRAY = 'cannot read the XML: an "&" does not begin a reference here; as text it is written as &amp;';
const REFERENCE = /&(?:#[0-9]+|#x[0-9A-Fa-f]+|[\p{L}_:][\p{L}\p{N}\p{M}._:-]*);/uy;

/**
 * Finds the "&" that does not begin a reference. saxes reads on from there to the next semicolon or the end of the document, and
 * then reports a different error.
 *
 * @param end how far saxes has read
 */
function strayAmpersand(text: string, end: number): number | undefined {
  const at = text.indexOf('&', text.lastIndexOf(';', end - 1) + 1);
  if (at === -1 || at >= end) return undefined;
  REFERENCE.lastIndex = at;
  if (REFERENCE.test(text)) return undefined;
  const isInside = (open: string, close: string): boolean =>
    text.lastIndexOf(open, at) > text.lastIndexOf(close, at);
  return isInside('<![CDATA[', ']]>') || isInside('<!--', '-->') ? undefined : at;
}

/**
 * The default engine: saxes, strict and pure JavaScript. It never expands a DTD on its own; allowed entities reach it through its
 * `ENTITIES` table. The builder handles namespaces, because saxes allocates several objects per element for them.
 */
export function readXmlWithSaxes(input: EngineInput, context: EngineContext): XmlElement {
  const builder = createTreeBuilder(input, context);
  // The builder supplies positions: it knows where an element starts, while saxes knows only how far it has read.
  const parser = new SaxesParser({ position: false });

  let reference = 0;
  const expand = createEntityExpander(input.entities, context.limits.entityText, (code, message) => {
    const stray = strayAmpersand(input.text, reference + 1);
    throw refusal(code, builder.locate(reference), stray === undefined ? message : STRAY);
  });
  // A proxy instead of a plain object: it counts each reference and rejects unknown names with the reason.
  parser.ENTITIES = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        // The parser has consumed "&", the name and ";".
        reference = parser.position - String(name).length - 2;
        return expand(String(name));
      },
    },
  );

  // Seven handlers. With an eighth, V8 would keep the parser's properties in a hash table, and every character would cost four
  // times as much.
  let closed: XmlElement | undefined;
  parser.on('error', (error) => {
    if (closed !== undefined && error.message.startsWith('unexpected close tag')) {
      const tag =
        /^<\/[^\s>]*/.exec(input.text.slice(input.text.lastIndexOf('</', parser.position)))?.[0] ?? '</';
      const { name, location } = closed;
      const expected = `the element "${name.localName}" of line ${location.line} is not closed before it`;
      throw refusal(
        'NOT_WELL_FORMED',
        builder.locate(parser.position),
        `cannot read the XML: unexpected ${tag.slice(0, 100)}>, ${expected}`,
      );
    }
    const stray = strayAmpersand(input.text, parser.position);
    if (stray !== undefined) throw refusal('NOT_WELL_FORMED', builder.locate(stray), STRAY);
    throw refusal(
      'NOT_WELL_FORMED',
      builder.locate(parser.position),
      `cannot read the XML: ${error.message.replace(/\.$/, '')}`,
    );
  });
  parser.on('opentagstart', (tag) => {
    // The parser has consumed "<", the name and the character after it, or the CR and LF that count as one.
    const after = input.text.startsWith('\r\n', parser.position - 2) ? 2 : 1;
    builder.startElement(parser.position - tag.name.length - 1 - after, tag.name);
  });
  parser.on('attribute', (attribute) => builder.addAttribute(attribute.name, attribute.value));
  parser.on('opentag', () => builder.openElement());
  parser.on('text', (text) => builder.addText(text));
  parser.on('cdata', (text) => builder.addText(text));
  parser.on('closetag', () => {
    closed = builder.closeElement();
  });

  parser.write(input.text).close();
  const root = builder.root();
  const colon = colonInTarget(input.text);
  if (colon !== undefined) {
    throw refusal(
      'NOT_WELL_FORMED',
      { file: input.file, ...linePosition(input.text, colon) },
      'cannot read the XML: the target of an instruction has no colon',
    );
  }
  if (root === undefined) {
    throw refusal(
      'NOT_WELL_FORMED',
      builder.locate(input.text.length),
      'cannot read the XML: no root element',
    );
  }
  return root;
}

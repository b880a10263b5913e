import { SaxesParser } from 'saxes';
import { refusal } from '../errors.js';
import type { XmlElement } from '../xml/element.js';
import { createEntityExpander } from '../xml/entities.js';
import type { EngineContext, EngineInput } from './engine.js';
import { createTreeBuilder } from './tree-builder.js';

/**
 * The default engine: saxes, pure JavaScript, strict. It never expands a DTD by itself; the entities that we allow reach it
 * through its `ENTITIES` table. Namespaces are the builder's: saxes makes several objects per element for them.
 */
export function readXmlWithSaxes(input: EngineInput, context: EngineContext): XmlElement {
  const builder = createTreeBuilder(input, context);
  // Positions come from the builder, which knows where an element starts; saxes knows only where it has read to.
  const parser = new SaxesParser({ position: false });

  let reference = 0;
  const expand = createEntityExpander(input.entities, context.limits.entityText, (code, message) => {
    throw refusal(code, builder.locate(reference), message);
  });
  // A proxy and not a plain object: it counts each reference, and refuses unknown names with the reason.
  parser.ENTITIES = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        // The parser has read "&", the name and ";".
        reference = parser.position - String(name).length - 2;
        return expand(String(name));
      },
    },
  );

  // Seven handlers. With an eighth the parser has so many properties set by key that V8 keeps them in a hash table, and every
  // character read costs four times as much.
  parser.on('error', (error) => {
    throw refusal(
      'NOT_WELL_FORMED',
      builder.locate(parser.position),
      `cannot read the XML: ${error.message.replace(/\.$/, '')}`,
    );
  });
  parser.on('opentagstart', (tag) => {
    // The parser has read "<", the name and the one character after it.
    builder.startElement(parser.position - tag.name.length - 2, tag.name);
  });
  parser.on('attribute', (attribute) => builder.addAttribute(attribute.name, attribute.value));
  parser.on('opentag', () => builder.openElement());
  parser.on('text', (text) => builder.addText(text));
  parser.on('cdata', (text) => builder.addText(text));
  parser.on('closetag', () => builder.closeElement());

  parser.write(input.text).close();
  const root = builder.root();
  if (root === undefined) {
    throw refusal(
      'NOT_WELL_FORMED',
      builder.locate(input.text.length),
      'cannot read the XML: no root element',
    );
  }
  return root;
}

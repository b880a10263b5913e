import { SaxesParser } from 'saxes';
import { refusal } from '../errors.js';
import type { XmlAttribute, XmlElement } from '../xml/element.js';
import { createEntityExpander } from '../xml/entities.js';
import { XMLNS } from '../xml/namespaces.js';
import type { EngineContext, EngineInput } from './engine.js';
import { createTreeBuilder } from './tree-builder.js';

/**
 * The default engine: saxes, pure JavaScript, strict, with namespaces. It never expands a DTD by itself; the entities that
 * we allow reach it through its `ENTITIES` table. The depth limit matters here for time too: saxes looks a prefix up in
 * every open element.
 */
export function readXmlWithSaxes(input: EngineInput, context: EngineContext): XmlElement {
  const builder = createTreeBuilder(input, context);
  // Positions come from the builder, which knows where an element starts; saxes knows only where it has read to.
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    // saxes asks for the default namespace too, which need not be declared.
    resolvePrefix: (prefix: string) => (prefix === '' ? undefined : builder.unboundPrefix(prefix)),
  });

  let reference = 0;
  const expand = createEntityExpander(input.entities, context.limits.entityText, (message) => {
    throw refusal('DOCTYPE_REFUSED', builder.locate(reference), message);
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

  parser.on('error', (error) => {
    throw refusal(
      'NOT_WELL_FORMED',
      builder.locate(parser.position),
      `cannot read the XML: ${error.message.replace(/\.$/, '')}`,
    );
  });
  parser.on('doctype', () => {
    throw refusal('DOCTYPE_REFUSED', builder.locate(parser.position), 'cannot read a second DOCTYPE');
  });
  parser.on('opentagstart', (tag) => {
    // The parser has read "<", the name and the one character after it.
    builder.startElement(parser.position - tag.name.length - 2, tag.name);
  });
  parser.on('attribute', (attribute) => builder.countAttribute(attribute.name));
  parser.on('opentag', (tag) => {
    const attributes: XmlAttribute[] = [];
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      if (uri !== XMLNS) attributes.push({ name: { namespace: uri, localName: local }, value });
    }
    builder.openElement(
      { namespace: tag.uri, localName: tag.local },
      attributes,
      new Map(Object.entries(tag.ns)),
    );
  });
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

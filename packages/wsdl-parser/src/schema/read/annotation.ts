import { XMLMIME } from '@soapstone/soap-model/namespaces';
import type { XmlElement } from '../../xml/element.js';
import { isXsdNamespace } from '../namespaces.js';

/** How many characters of documentation a component keeps: a paragraph or two, because some schemas contain whole manuals. */
const DOCUMENTATION_LENGTH = 2000;

/**
 * The text of the `xs:documentation` elements of a component, trimmed, at most 2,000 characters. One directly in the
 * component counts too; the reader of the component reports it.
 *
 *     <annotation> (appinfo | documentation)* </annotation>
 */
export function readDocumentation(node: XmlElement): { documentation?: string } {
  // Most components have no children at all.
  if (node.children.length === 0) return UNDOCUMENTED;
  let text = '';
  for (const annotation of node.children) {
    const { localName: kind, namespace } = annotation.name;
    const isLoose = kind === 'documentation';
    if ((kind !== 'annotation' && !isLoose) || !isXsdNamespace(namespace)) continue;
    for (const child of isLoose ? [annotation] : annotation.children) {
      // `info` is the name in the 1999 draft.
      const { localName } = child.name;
      if (localName !== 'documentation' && localName !== 'info') continue;
      if (text.length >= DOCUMENTATION_LENGTH) break;
      const paragraph = child.text.trim();
      if (paragraph !== '') text = text === '' ? paragraph : `${text}\n\n${paragraph}`;
    }
  }
  if (text === '') return UNDOCUMENTED;
  return { documentation: text.length <= DOCUMENTATION_LENGTH ? text : cut(text) };
}

const UNDOCUMENTED: { documentation?: string } = Object.freeze({});

/** Cuts at the limit, never through a surrogate pair. */
function cut(text: string): string {
  const end = DOCUMENTATION_LENGTH - 1;
  const last = text.charCodeAt(end - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`;
}

const MOST_TYPES = 20;
const TYPE_LENGTH = 127;

/**
 * The media types in `xmime:expectedContentTypes` of an element or a type (Describing Media Content of Binary Data in XML, section 3.3), which
 * has the form of the HTTP header Accept. At most 20, of 127 characters each.
 */
export function readMediaTypes({ attributes }: XmlElement): readonly string[] | undefined {
  const given = attributes.find(
    ({ name }) => name.localName === 'expectedContentTypes' && XMLMIME.includes(name.namespace),
  );
  const types = given?.value
    .split(',', MOST_TYPES)
    .map((type) => type.trim())
    .filter((type) => type !== '' && type.length <= TYPE_LENGTH);
  return types === undefined || types.length === 0 ? undefined : types;
}

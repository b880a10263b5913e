import { SOAP11_ENCODING, SOAP12_ENCODING } from '@soapstone/soap-model/namespaces';
import { XmlElement } from 'libxml2-wasm';
import { resolveName, schemaElements } from './schema-elements.js';

const ENCODINGS: ReadonlySet<string> = new Set([SOAP11_ENCODING, SOAP12_ENCODING]);
const CONTENT = /^(?:sequence|choice|all|group)$/;

/**
 * Gives SOAP-encoded arrays the content that their authors mean. WSDL 1.1 §2.2 makes them restrict `soapenc:Array` by an attribute
 * only, which in XML Schema means that they are empty; their items are those that `soapenc:Array` allows (EN-2). Literal messages
 * have no `arrayType` either, regardless of what its declaration requires.
 */
export function openEncodedArrays(schema: XmlElement): void {
  for (const restriction of schema.find(".//*[local-name() = 'restriction'][@base]")) {
    if (!(restriction instanceof XmlElement) || !restrictsArray(restriction)) continue;
    const children = schemaElements(restriction);
    for (const child of children) {
      const isArrayType =
        child.name === 'attribute' && /(?:^|:)arrayType$/.test(child.attr('ref')?.value ?? '');
      if (isArrayType) child.attr('use')?.remove();
    }
    if (children.some(({ name }) => CONTENT.test(name))) continue;
    const prefix = restriction.namespacePrefix === '' ? undefined : restriction.namespacePrefix;
    const next = children.find(({ name }) => name !== 'annotation');
    const sequence = next?.prependElement('sequence', prefix) ?? restriction.addElement('sequence', prefix);
    const items = sequence.addElement('any', prefix);
    items.setAttr('minOccurs', '0');
    items.setAttr('maxOccurs', 'unbounded');
    items.setAttr('processContents', 'lax');
  }
}

function restrictsArray(restriction: XmlElement): boolean {
  const base = restriction.attr('base')?.value.trim() ?? '';
  if (!/(?:^|:)Array$/.test(base)) return false;
  return ENCODINGS.has(resolveName(base, restriction.namespaces).namespace);
}

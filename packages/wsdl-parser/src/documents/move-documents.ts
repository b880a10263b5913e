import type { Diagnostic } from '@soapstone/soap-model';
import { WSDL11, WSDL20 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import type { XmlElement } from '../xml/element.js';
import { isSchemaElement } from './identify.js';

/**
 * Moves wsdl:types, wsdl:import, wsdl:include and xs:schema below another component of WSDL to the root, where alone they are looked for, and
 * so what belongs there and is in wsdl:types. For a document that has just been read, because they say which others are to be loaded.
 *
 * @returns the root itself if nothing is in the wrong place
 */
export function moveDocuments(root: XmlElement, report: (diagnostic: Diagnostic) => void): XmlElement {
  const found: XmlElement[] = [];
  const tell = (child: XmlElement, parent: XmlElement): void => {
    const what = `wsdl:${child.name.localName} is used in wsdl:${parent.name.localName}; read as a child of wsdl:${root.name.localName}`;
    report(diagnose('MISPLACED_ELEMENT', child.location, what, root.name.localName));
  };
  const types = root.children.filter(isTypes);
  for (let at = 0; at < types.length; at += 1) {
    for (const child of types[at]!.children) {
      const { namespace, localName } = child.name;
      if (namespace !== root.name.namespace || !(REFERRING.has(localName) || isHolder(child))) continue;
      found.push(child);
      tell(child, types[at]!);
      if (isTypes(child)) types.push(child);
    }
  }
  const waiting = root.children.filter(isHolder);
  for (let at = 0; at < waiting.length; at += 1) {
    const parent = waiting[at] as XmlElement;
    for (const child of parent.children) {
      const { namespace, localName } = child.name;
      if (isHolder(child)) waiting.push(child);
      const isDocument = namespace === root.name.namespace && REFERRING.has(localName);
      if (!isDocument && !isSchemaElement(child)) continue;
      found.push(child);
      if (isDocument) tell(child, parent);
    }
  }
  return found.length === 0 ? root : { ...root, children: [...root.children, ...found] };
}

/** Whether an element is one of WSDL that contains neither schemas nor free text. */
function isHolder({ name }: XmlElement): boolean {
  return (name.namespace === WSDL11 || name.namespace === WSDL20) && HOLDERS.has(name.localName);
}

function isTypes({ name }: XmlElement): boolean {
  return (name.namespace === WSDL11 || name.namespace === WSDL20) && name.localName === 'types';
}

const HOLDERS: ReadonlySet<string> = new Set([
  'message',
  'portType',
  'binding',
  'service',
  'part',
  'operation',
  'port',
  'input',
  'output',
  'fault',
  'interface',
  'endpoint',
  'infault',
  'outfault',
]);

const REFERRING: ReadonlySet<string> = new Set(['types', 'import', 'include']);

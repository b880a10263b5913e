import type { Diagnostic } from '@soapstone/soap-model';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { attribute, childrenNamed, type XmlElement } from '../../xml/element.js';

/** The elements of WSDL 1.1 that have one place, and the elements that may be their parents. */
const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['import', ['definitions']],
  ['types', ['definitions']],
  ['message', ['definitions']],
  ['portType', ['definitions']],
  ['binding', ['definitions']],
  ['service', ['definitions']],
  ['part', ['message']],
  ['operation', ['portType', 'binding']],
  ['input', ['operation']],
  ['output', ['operation']],
  ['fault', ['operation']],
  ['port', ['service']],
]);

/** The components that can be read wherever they are, because they only have names in the whole document. */
const COMPONENTS: ReadonlySet<string> = new Set(['message', 'portType', 'binding', 'service']);

/**
 * Moves the components of a wsdl:definitions that are in the wrong place to the one that they can only have: messages, portTypes, bindings
 * and services below another component are read as its siblings, and ports outside a service as those of the only service, or of a
 * service of their own if there is none. Every other element of WSDL in the wrong place is reported and not read. Linear in the elements
 * of WSDL.
 *
 * @returns the root itself if nothing is in the wrong place
 *
 * @example
 * ```ts
 * // <portType name="P"><message name="In"/>…</portType>: the message is a child of the root afterwards
 * const moved = moveMisplaced(root, report);
 * ```
 */
export function moveMisplaced(root: XmlElement, report: (diagnostic: Diagnostic) => void): XmlElement {
  const components: XmlElement[] = [];
  const ports: XmlElement[] = [];
  const misplaced: { readonly element: XmlElement; readonly parent: string }[] = [];
  const waiting: { readonly element: XmlElement; readonly parent: string }[] = [];
  const enter = (parent: XmlElement): void => {
    for (let at = parent.children.length - 1; at >= 0; at -= 1) {
      const element = parent.children[at] as XmlElement;
      // Anything may be inside documentation and schemas.
      if (element.name.namespace !== WSDL11 || !PARENTS.has(element.name.localName)) continue;
      waiting.push({ element, parent: parent.name.localName });
    }
  };
  enter(root);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, parent } = next;
    const { localName } = element.name;
    if (PARENTS.get(localName)?.includes(parent) !== true) misplaced.push(next);
    if (localName !== 'types') enter(element);
  }
  if (misplaced.length === 0) return root;
  const services = misplaced.filter(({ element }) => element.name.localName === 'service').length;
  const home = services + childrenNamed(root, WSDL11, 'service').length;
  for (const { element, parent } of misplaced) {
    const { localName } = element.name;
    const tell = (reading: string): void => {
      const name = attribute(element, 'name')?.trim() ?? '';
      const what = `wsdl:${localName} is used in wsdl:${parent}; ${reading}`;
      report(diagnose('MISPLACED_ELEMENT', element.location, what, `${localName} ${name}`.trim()));
    };
    if (COMPONENTS.has(localName)) {
      components.push(element);
      tell('read as a child of wsdl:definitions');
    } else if (localName === 'port' && home <= 1) {
      ports.push(element);
      tell(home === 1 ? 'read as a port of the only service' : 'read as a port of a service of its own');
    } else {
      tell(`not read: it belongs in wsdl:${PARENTS.get(localName)?.join(' or wsdl:') ?? ''}`);
    }
  }
  const children = [...root.children, ...components];
  if (ports.length === 0) return { ...root, children };
  const own = children.find(({ name }) => name.localName === 'service' && name.namespace === WSDL11);
  if (own !== undefined) {
    const whole = { ...own, children: [...own.children, ...ports] };
    return { ...root, children: children.map((child) => (child === own ? whole : child)) };
  }
  const [first] = ports as [XmlElement];
  const service = { ...first, name: { namespace: WSDL11, localName: 'service' }, children: ports };
  return { ...root, children: [...children, service] };
}

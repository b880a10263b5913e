import type { Diagnostic } from '@soapstone/soap-model';
import { WS_POLICY } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import { resolveLocation } from '../location.js';
import type { XmlElement } from '../xml/element.js';
import type { Assertions } from './alternatives.js';

/** The policies of all documents of a description, and the results computed so far. */
export interface PolicyTable {
  /** By location and identifier, `dir/a.wsdl#id`; the policy that is a whole document by its location. */
  readonly byId: ReadonlyMap<string, XmlElement>;
  /** By `Name`, which is an absolute URI. */
  readonly byName: ReadonlyMap<string, XmlElement>;
  /** By identifier alone, for tools that refer to a policy of another document without naming it. */
  readonly byFragment: ReadonlyMap<string, XmlElement>;
  /** The `wsp:PolicyAttachment` elements, which attach policies from outside. */
  readonly attachments: readonly XmlElement[];
  readonly evaluated: Map<XmlElement, Assertions>;
}

/**
 * Collects the policies of documents by `wsu:Id`, `xml:id` and `Name`. Iterative, and skips the types: schemas are most of a document
 * and contain no policies.
 */
export function readPolicyTable(roots: readonly XmlElement[]): PolicyTable {
  const byId = new Map<string, XmlElement>();
  const byName = new Map<string, XmlElement>();
  const byFragment = new Map<string, XmlElement>();
  const attachments: XmlElement[] = [];
  for (const root of roots) {
    const { file } = root.location;
    if (isPolicyElement(root, 'Policy')) byId.set(file, root);
    for (const element of policyElements(root)) {
      if (isPolicyElement(element, 'PolicyAttachment')) attachments.push(element);
      if (!isPolicyElement(element, 'Policy')) continue;
      for (const { name, value } of element.attributes) {
        if (name.localName === 'Id' || name.localName === 'id') {
          byId.set(`${file}#${value}`, element);
          if (!byFragment.has(value)) byFragment.set(value, element);
        } else if (name.localName === 'Name' && name.namespace === '') byName.set(value, element);
      }
    }
  }
  return { byId, byName, byFragment, attachments, evaluated: new Map() };
}

/** The elements of the WS-Policy namespaces in a document, outside its types. */
export function policyElements(root: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (WS_POLICY.includes(element.name.namespace)) found.push(element);
    if (element.name.localName === 'types') continue;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  return found;
}

/** The policy that a reference in `from` names. Reports one that no document has. */
export function findPolicy(
  reference: string,
  from: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): XmlElement | undefined {
  const uri = reference.trim();
  const { file } = from.location;
  const at = uri.indexOf('#');
  const [document, fragment] = at < 0 ? [uri, ''] : [uri.slice(0, at), uri.slice(at)];
  const location = document === '' ? file : resolveLocation(document, file);
  const policy =
    table.byId.get(`${location}${fragment}`) ??
    table.byName.get(uri) ??
    (document === '' ? table.byFragment.get(fragment.slice(1)) : undefined);
  if (policy === undefined) {
    const what = `policy "${uri.slice(0, 200)}" is in none of the documents`;
    report(diagnose('POLICY_UNRESOLVED', from.location, what));
  }
  return policy;
}

export function isPolicyElement(element: XmlElement, localName: string): boolean {
  return element.name.localName === localName && WS_POLICY.includes(element.name.namespace);
}

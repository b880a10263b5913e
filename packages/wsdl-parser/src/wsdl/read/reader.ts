import { defined } from '@soapstone/options/defined';
import { clarkName, type Diagnostic } from '@soapstone/soap-model';
import {
  ADDRESSING_2005,
  MTOM_POLICY,
  WS_ADDRESSING_METADATA,
  WS_POLICY,
  WS_SECURITY_POLICY,
  WSDL11,
  WSDL11_DIME,
  WSDL11_HTTP,
  WSDL11_MIME,
  WSDL11_SOAP11,
  WSDL11_SOAP12,
  WSDL20,
  WSDL20_EXTENSIONS,
  WSDL20_HTTP,
  WSDL20_SOAP,
} from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { refusal } from '../../errors.js';
import type { PolicyTable } from '../../policy/table.js';
import { attribute, childNamed, type XmlElement } from '../../xml/element.js';
import { isTrue, type KeywordValues, readKeyword } from '../../xml/keywords.js';
import { resolveQName } from '../../xml/qname.js';
import type { ComponentReference, RequiredExtension } from '../definitions.js';

/** The context that the readers of one WSDL document share, in either version. */
export interface WsdlReader {
  readonly targetNamespace: string;
  readonly policies: PolicyTable;
  report(diagnostic: Diagnostic): void;
}

/**
 * The reader of a document with this root.
 *
 * @throws {WsdlError} `REQUIRED_EXTENSION` if the whole document depends on an extension that we do not know (R2026)
 */
export function openReader(
  root: XmlElement,
  policies: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): WsdlReader {
  const refused = readRequiredExtension(root);
  if (refused !== undefined) {
    throw refusal(
      'REQUIRED_EXTENSION',
      refused.location,
      `cannot read the WSDL: it requires ${refused.what}`,
    );
  }
  return { targetNamespace: attribute(root, 'targetNamespace')?.trim() ?? '', policies, report };
}

/**
 * The reference in an attribute, resolved in the scope of its element (MO-2). An unbound prefix stands for a namespace that nothing has,
 * so that linking reports the reference as unresolved.
 */
export function readReference(element: XmlElement, localName: string): ComponentReference | undefined {
  const text = attribute(element, localName)?.trim();
  return text === undefined || text === '' ? undefined : referenceTo(text, element);
}

/** The reference of a QName in the scope of `element`. */
export function referenceTo(text: string, element: XmlElement): ComponentReference {
  const resolved = resolveQName(text, element);
  if (resolved.kind === 'unbound') {
    return { name: { namespace: `${UNBOUND}${resolved.prefix}`, localName: resolved.localName }, text };
  }
  const { name, spelledOut } = resolved;
  return { name, text, ...defined({ spelledOut }) };
}

const UNBOUND = 'unbound-prefix:';

/** True for the namespace that stands for an unbound prefix. */
export function isUnbound(namespace: string): boolean {
  return namespace.startsWith(UNBOUND);
}

/** The text of `wsdl:documentation`, if there is any. */
export function readDocumentation(component: XmlElement): string | undefined {
  // In the WSDL namespace of the component itself: 1.1 or 2.0.
  const text = childNamed(component, component.name.namespace, 'documentation')?.text.trim();
  return text === undefined || text === '' ? undefined : text;
}

/** The name of a component in WSDL 1.1 Element Identifiers: `namespace#wsdl11.binding(Name)`. */
export function elementIdentifier({ targetNamespace }: WsdlReader, kind: string, name: string): string {
  return `${targetNamespace.replace(/#$/, '')}#wsdl11.${kind}(${name})`;
}

/** Known extensions, whether or not they affect a caller. `wsdl:required` on them has no effect. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  WSDL11,
  WSDL11_SOAP11,
  WSDL11_SOAP12,
  WSDL11_HTTP,
  WSDL11_MIME,
  WSDL11_DIME,
  WSDL20,
  WSDL20_SOAP,
  WSDL20_HTTP,
  WSDL20_EXTENSIONS,
  ...WS_POLICY,
  ...WS_SECURITY_POLICY,
  ...WS_ADDRESSING_METADATA,
  ...MTOM_POLICY,
]);

/** The first unknown extension element or SOAP module that must be understood (R2026). */
export function readRequiredExtension(component: XmlElement): RequiredExtension | undefined {
  for (const extension of component.children) {
    const { name, location } = extension;
    if (isModule(extension)) {
      const module = attribute(extension, 'ref')?.trim() ?? '';
      if (module === ADDRESSING_MODULE || !isRequiredModule(extension)) continue;
      return { what: `the unknown SOAP module ${module.slice(0, 200)}`, location };
    }
    if (KNOWN_EXTENSIONS.has(name.namespace)) continue;
    if (isRequired(extension)) return { what: `the unknown extension ${clarkName(name)}`, location };
  }
  return undefined;
}

/** The SOAP module of WS-Addressing 1.0 (SOAP Binding §2.2). */
export const ADDRESSING_MODULE: string = `${ADDRESSING_2005}/module`;

/** `<wsoap:module ref="xs:anyURI" required="xs:boolean"?/>` of WSDL 2.0 (Adjuncts §5.8). */
export function isModule({ name }: XmlElement): boolean {
  return name.namespace === WSDL20_SOAP && name.localName === 'module';
}

/** Whether messages must follow a module: its own `required`, or `wsdl:required` of any extension element. */
export function isRequiredModule(module: XmlElement): boolean {
  return isTrue(attribute(module, 'required') ?? '') || isRequired(module);
}

/** `wsdl:required` of an extension element, in WSDL 1.1 (§2.1.3) or 2.0 (§6.1.1). */
export function isRequired(extension: XmlElement): boolean {
  return extension.attributes.some(
    ({ name, value }) =>
      name.localName === 'required' &&
      (name.namespace === WSDL11 || name.namespace === WSDL20) &&
      isTrue(value),
  );
}

/**
 * An enumerated attribute of WSDL. A guess is reported, and so is a text that means none of the values; `component` is what it concerns.
 */
export function readWord<T extends string>(
  element: XmlElement,
  name: string,
  text: string | undefined,
  keyword: KeywordValues<T>,
  component: string,
  reader: WsdlReader,
): T | undefined {
  if (text === undefined) return undefined;
  const { value, isExact } = readKeyword(keyword, text);
  if (isExact) return value;
  const reading = value === undefined ? 'the default is used' : `read as ${value}`;
  const what = `${name}="${text.trim().slice(0, 40)}" is not ${keyword.values.join(' or ')}; ${reading}`;
  reader.report(diagnose('BAD_EXTENSION_VALUE', element.location, what, component));
  return value;
}

import type { Diagnostic } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import { isNCName } from '@soapstone/soap-model/xml';
import { diagnose } from '../diagnostics.js';
import { attribute, type XmlAttribute, type XmlElement } from '../xml/element.js';
import { meantAttribute, meantElement, type NamedVocabulary, VOCABULARIES } from '../xml/vocabulary.js';
import { isBrokenName, joinNames } from './broken-names.js';
import { type Correction, rebuild } from './corrected-tree.js';
import { correctExtensionAttributes } from './extension-attributes.js';

/** An element to look at, with what contains it. */
interface Visit {
  readonly element: XmlElement;
  /** Whether the parent is xs:schema, so that the element is a global component. */
  readonly inSchema: boolean;
  readonly targetNamespace: string;
  /** The component that contains it, as read. */
  readonly parent: XmlElement | undefined;
  /** The component around it, as diagnostics name it. */
  readonly component: string | undefined;
  /** Whether it is an element of an extension, whose own names are not checked. */
  readonly isExtension?: boolean;
}

type Report = (diagnostic: Diagnostic) => void;

/**
 * Reads the elements and attributes of WSDL and XML Schema whose names are misspelt (`xs:Sequence`, `minOccur`, `elementFormdefault`), or carry the prefix of their
 * element, as what they mean, and reports each. So it reads references with white space in them (`t: In`). An attribute that can mean nothing
 * is reported too. Returns the same tree if every name is right.
 *
 * Iterative: a document nests as deep as its limit allows.
 */
export function correctNames(root: XmlElement, report: Report): XmlElement {
  const corrected = new Map<XmlElement, Correction>();
  const stack: Visit[] = [
    { element: root, inSchema: false, targetNamespace: '', parent: undefined, component: undefined },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.isExtension === true) {
      correctExtension(next, corrected, stack, report);
      continue;
    }
    const meant = namespaceOfSchemas(next, report);
    const vocabulary = VOCABULARIES.get(meant?.namespace ?? next.element.name.namespace);
    const name = meant ?? (vocabulary && correctName(next, vocabulary, report));
    if (name !== undefined) corrected.set(next.element, { name });
    const visit = name === undefined ? next : { ...next, element: { ...next.element, name } };
    const { element } = visit;
    const admitted = vocabulary?.elements.get(element.name.localName);
    // Extensions and documentation may contain anything.
    if (vocabulary === undefined || admitted === undefined) {
      if (next.element !== root) {
        if (vocabulary === undefined) stack.push({ ...next, isExtension: true });
        continue;
      }
    } else {
      correctAttributes(visit, next.element, { prefix: vocabulary.prefix, admitted }, corrected, report);
    }
    if (element.children.length === 0) continue;
    const named = corrected.get(next.element)?.attributes ?? element.attributes;
    const targetNamespace = textOf(named, 'targetNamespace')?.trim() ?? visit.targetNamespace;
    const component = componentOf(visit);
    const inSchema = element.name.localName === 'schema' && element.name.namespace === XSD;
    for (let at = element.children.length; at > 0; at -= 1) {
      const child = element.children[at - 1] as XmlElement;
      stack.push({ element: child, inSchema, targetNamespace, parent: element, component });
    }
  }
  return corrected.size === 0 ? root : rebuild(root, corrected);
}

/** Corrects the attributes of an element of a vocabulary; `source` is the element as it is in the tree. */
function correctAttributes(
  visit: Visit,
  source: XmlElement,
  { prefix, admitted }: { readonly prefix: string; readonly admitted: readonly string[] },
  corrected: Map<XmlElement, Correction>,
  report: Report,
): void {
  const { element } = visit;
  if (prefix === 'wsdl') checkName(visit, report);
  if (element.attributes.some((each) => isOdd(each, element, admitted) || isBrokenName(each, prefix))) {
    const attributes = correct(visit, admitted, prefix, report);
    if (attributes !== undefined) corrected.set(source, { ...corrected.get(source), attributes });
  }
  correctValues(visit, source, corrected, report);
}

/** Corrects the attributes of an element that extensions define, and pushes its children onto the stack. */
function correctExtension(
  visit: Visit,
  corrected: Map<XmlElement, Correction>,
  stack: Visit[],
  report: Report,
): void {
  correctValues(visit, visit.element, corrected, report);
  for (let at = visit.element.children.length; at > 0; at -= 1) {
    const element = visit.element.children[at - 1] as XmlElement;
    if (!VOCABULARIES.has(element.name.namespace)) stack.push({ ...visit, element });
  }
}

/** Corrects the attributes of an element that extensions define; `source` is the element as it is in the tree. */
function correctValues(
  visit: Visit,
  source: XmlElement,
  corrected: Map<XmlElement, Correction>,
  report: Report,
): void {
  const before = corrected.get(source);
  const named = before?.attributes === undefined ? visit.element : { ...visit.element, ...before };
  const component = () =>
    (visit.isExtension === true ? visit.component : componentOf(visit)) ?? 'definitions';
  const attributes = correctExtensionAttributes(named, component, report);
  if (attributes !== undefined) corrected.set(source, { ...before, attributes });
}

/**
 * The name of an element of XML Schema that is in the namespace of WSDL, because `xs:schema` was written without a prefix (`<schema>`), or
 * something in it.
 */
function namespaceOfSchemas({ element, parent }: Visit, report: Report): XmlElement['name'] | undefined {
  const { name, location } = element;
  if (parent === undefined || VOCABULARIES.get(name.namespace)?.prefix !== 'wsdl') return undefined;
  const isSchema = name.localName === 'schema' && parent.name.namespace === name.namespace;
  if (!isSchema && parent.name.namespace !== XSD) return undefined;
  if (VOCABULARIES.get(XSD)?.elements.has(name.localName) !== true) return undefined;
  const what = `${name.localName} is in the namespace of WSDL; read as xs:${name.localName}`;
  if (isSchema) report(diagnose('INVALID_SCHEMA_VALUE', location, what, 'definitions'));
  return { namespace: XSD, localName: name.localName };
}

/** The only name that an element can mean, if its own is not in the vocabulary. */
function correctName(
  visit: Visit,
  vocabulary: NamedVocabulary,
  report: Report,
): XmlElement['name'] | undefined {
  const { name, location } = visit.element;
  if (vocabulary.elements.has(name.localName)) return undefined;
  const meant = meantElement(name.localName, vocabulary.elements);
  if (meant === undefined) return undefined;
  const { prefix } = vocabulary;
  const written = `${prefix}:${name.localName.slice(0, 80)}`;
  const code = prefix === 'xs' ? 'INVALID_SCHEMA_VALUE' : 'BAD_EXTENSION_VALUE';
  const what = `there is no element ${written}; read as ${prefix}:${meant}`;
  const corrected = { namespace: name.namespace, localName: meant };
  const component = componentOf({ ...visit, element: { ...visit.element, name: corrected } });
  report(diagnose(code, location, what, component));
  return corrected;
}

/** Reports the name of a component of WSDL that is not an NCName. It is used as it is where messages do not contain it. */
function checkName(visit: Visit, report: Report): void {
  const name = textOf(visit.element.attributes, 'name')?.trim();
  if (name === undefined || name === '' || isNCName(name)) return;
  const what = `name="${name.slice(0, 80)}" of wsdl:${visit.element.name.localName} is not an NCName`;
  report(diagnose('UNUSUAL_NAME', visit.element.location, what, componentOf(visit)));
}

/** Whether an attribute is not one of `admitted` in no namespace; those of other vocabularies are extensions. */
function isOdd({ name }: XmlAttribute, element: XmlElement, admitted: readonly string[]): boolean {
  return name.namespace === ''
    ? !admitted.includes(name.localName)
    : name.namespace === element.name.namespace && admitted.includes(name.localName);
}

/** The attributes of an element by the names that they mean; `undefined` if none of the names could be corrected. */
function correct(
  visit: Visit,
  admitted: readonly string[],
  prefix: string,
  report: Report,
): readonly XmlAttribute[] | undefined {
  const { element } = visit;
  const present = new Set(
    element.attributes.flatMap(({ name }) => (name.namespace === '' ? name.localName : [])),
  );
  const shown = `${prefix}:${element.name.localName}`;
  const component = componentOf(visit);
  let isCorrected = false;
  const code = prefix === 'xs' ? 'INVALID_SCHEMA_VALUE' : 'BAD_EXTENSION_VALUE';
  const joined = (each: XmlAttribute): XmlAttribute => {
    if (!isBrokenName(each, prefix)) return each;
    const { name, value } = each;
    const what = `${name.localName}="${value.slice(0, 80)}" has white space or a colon too many in a name; read as ${joinNames(value).slice(0, 80)}`;
    report(diagnose(code, element.location, what, component));
    isCorrected = true;
    return { name, value: joinNames(value) };
  };
  const attributes = element.attributes.map((each) => {
    if (!isOdd(each, element, admitted)) return joined(each);
    const { namespace, localName } = each.name;
    const written = namespace === '' ? localName : `${prefix}:${localName}`;
    const what = `${written.slice(0, 80)} is not an attribute of ${shown}`;
    const meant = meantAttribute(localName, admitted);
    if (meant === undefined || present.has(meant)) {
      const why = meant === undefined ? '' : `; its ${meant} is used`;
      report(diagnose('UNKNOWN_ATTRIBUTE', element.location, `${what}${why}`, component));
      return each;
    }
    present.add(meant);
    isCorrected = true;
    report(diagnose(code, element.location, `${what}; read as ${meant}`, component));
    return joined({ name: { namespace: '', localName: meant }, value: each.value });
  });
  return isCorrected ? attributes : undefined;
}

/** Kinds of components of WSDL that a finding can concern, by the local name of their element. */
const LOCAL: ReadonlySet<string> = new Set(['operation', 'port', 'endpoint']);
const GLOBAL: ReadonlySet<string> = new Set(['binding', 'portType', 'interface', 'message', 'service']);

/** The component that an element declares, or the one around it. */
function componentOf({ element, inSchema, targetNamespace, component }: Visit): string | undefined {
  const { localName, namespace } = element.name;
  if (namespace === XSD) {
    const name = attribute(element, 'name')?.trim();
    if (inSchema && name !== undefined) return `${localName} {${targetNamespace}}${name}`;
    if (localName !== 'schema') return component;
    const own = attribute(element, 'targetNamespace')?.trim() ?? '';
    return own === '' ? 'schema' : `schema ${own}`;
  }
  if (component === undefined) return VOCABULARIES.has(namespace) ? localName : 'definitions';
  const name = attribute(element, 'name')?.trim();
  if (name === undefined || VOCABULARIES.get(namespace)?.prefix !== 'wsdl') return component;
  if (LOCAL.has(localName)) return `${localName} ${name}`;
  return GLOBAL.has(localName) ? `${localName} {${targetNamespace}}${name}` : component;
}

function textOf(attributes: readonly XmlAttribute[], localName: string): string | undefined {
  return attributes.find(({ name }) => name.localName === localName && name.namespace === '')?.value;
}

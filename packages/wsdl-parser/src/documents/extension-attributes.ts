import type { Diagnostic, ExpandedName } from '@soapstone/soap-model';
import {
  MTOM_POLICY,
  WS_ADDRESSING_METADATA,
  WS_POLICY,
  WS_SECURITY_POLICY,
  WSDL11,
  WSDL11_SOAP11,
  WSDL11_SOAP12,
  WSDL20,
  WSDL20_EXTENSIONS,
  WSDL20_SOAP,
  XSD,
} from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import type { XmlAttribute, XmlElement } from '../xml/element.js';
import { KEYWORDS, type KeywordValues, readKeyword } from '../xml/keywords.js';
import { meantAttribute } from '../xml/vocabulary.js';

/** The values of an attribute whose readers do not report a misspelt one, with the value that counts if none is meant. */
interface Values {
  readonly keyword: KeywordValues<string>;
  readonly fallback: string;
}

const BOOLEAN: Values = { keyword: KEYWORDS.boolean, fallback: 'false' };
const INCLUSION: Values = { keyword: KEYWORDS.inclusion, fallback: 'Always' };

/** The attributes that extensions may put on other elements, by namespace and name. Those without values are read elsewhere, or free. */
interface Prefixed {
  readonly prefix: string;
  readonly names: ReadonlyMap<string, Values | undefined>;
}

function prefixed(prefix: string, names: Readonly<Record<string, Values | undefined>>): Prefixed {
  return { prefix, names: new Map(Object.entries(names)) };
}

const WSDL_ATTRIBUTES = prefixed('wsdl', { required: BOOLEAN, arrayType: undefined });
const POLICY_ATTRIBUTES = prefixed('wsp', { Optional: BOOLEAN, Ignorable: BOOLEAN, PolicyURIs: undefined });
const ADDRESSING_ATTRIBUTES = prefixed('wsam', { Action: undefined });
const SECURITY_ATTRIBUTES = prefixed('sp', { IncludeToken: INCLUSION });

const PREFIXED: ReadonlyMap<string, Prefixed> = new Map([
  [WSDL11, WSDL_ATTRIBUTES],
  [WSDL20, WSDL_ATTRIBUTES],
  [WSDL20_EXTENSIONS, prefixed('wsdlx', { safe: undefined })],
  [
    WSDL20_SOAP,
    prefixed('wsoap', {
      action: undefined,
      code: undefined,
      mep: undefined,
      mepDefault: undefined,
      protocol: undefined,
      subcodes: undefined,
      version: undefined,
    }),
  ],
  ...WS_POLICY.map((namespace) => [namespace, POLICY_ATTRIBUTES] as const),
  ...WS_ADDRESSING_METADATA.map((namespace) => [namespace, ADDRESSING_ATTRIBUTES] as const),
  ...WS_SECURITY_POLICY.map((namespace) => [namespace, SECURITY_ATTRIBUTES] as const),
]);

/** An attribute without a prefix of elements of extensions. */
interface Own {
  readonly elements: readonly string[];
  /** Absent: every element of these namespaces. */
  readonly element?: string;
  readonly name: string;
  readonly values: Values;
  /** The namespace of the attribute that is meant: authors omit the prefix. */
  readonly namespace?: string;
}

const OWN: readonly Own[] = [
  {
    elements: [WSDL11_SOAP11, WSDL11_SOAP12],
    element: 'operation',
    name: 'soapActionRequired',
    values: BOOLEAN,
  },
  { elements: [WSDL20_SOAP], element: 'header', name: 'mustUnderstand', values: BOOLEAN },
  { elements: [WSDL20_SOAP], element: 'module', name: 'required', values: BOOLEAN },
  { elements: WS_SECURITY_POLICY, element: 'HttpsToken', name: 'RequireClientCertificate', values: BOOLEAN },
  { elements: WS_SECURITY_POLICY, name: 'IncludeToken', values: INCLUSION },
  {
    elements: WS_ADDRESSING_METADATA,
    element: 'UsingAddressing',
    name: 'required',
    values: BOOLEAN,
    namespace: WSDL11,
  },
  ...[WS_SECURITY_POLICY, WS_ADDRESSING_METADATA, MTOM_POLICY].map((elements) => ({
    elements,
    name: 'Optional',
    values: BOOLEAN,
    namespace: WS_POLICY[0] as string,
  })),
];

/** The namespaces whose own attributes others check. */
const LANGUAGES: ReadonlySet<string> = new Set([WSDL11, WSDL20, XSD]);

/** The meaning of an attribute: its name, and its values if they are enumerated. */
interface Meaning {
  readonly name: ExpandedName;
  /** With its prefix, as messages show it. */
  readonly shown: string;
  readonly values?: Values | undefined;
}

/**
 * The attributes of an element with the names and values that they mean, where extensions define them: `wsdl:required="True"`, `wsp:optional`. Each
 * correction is reported, and so is a value that means none. `undefined` if nothing is corrected.
 *
 * @param component returns the component that the element belongs to
 */
export function correctExtensionAttributes(
  { name: element, attributes, location }: XmlElement,
  component: () => string,
  report: (diagnostic: Diagnostic) => void,
): readonly XmlAttribute[] | undefined {
  let corrected: XmlAttribute[] | undefined;
  const isExtension = !LANGUAGES.has(element.namespace);
  // Called for each element of every schema, of which almost none has such an attribute.
  for (let at = 0; at < attributes.length; at += 1) {
    const each = attributes[at] as XmlAttribute;
    const meaning = isExtension || each.name.namespace !== '' ? meaningOf(each.name, element) : undefined;
    if (meaning === undefined) continue;
    const { name, shown } = meaning;
    const value = meantValue(each.value, meaning.values);
    const isNamed = name === each.name;
    if (isNamed && value === each.value) continue;
    const read = `${shown}="${value.slice(0, 80)}"`;
    const { prefix } = PREFIXED.get(each.name.namespace) ?? { prefix: '' };
    const written = `${prefix === '' ? '' : `${prefix}:`}${each.name.localName.slice(0, 80)}`;
    const what = isNamed
      ? `${shown}="${each.value.trim().slice(0, 80)}" is not ${meaning.values?.keyword.values.join(' or ')}; read as ${value.slice(0, 80)}`
      : `${written}="${each.value.trim().slice(0, 80)}" is not an attribute of ${element.localName}; read as ${read}`;
    report(diagnose('BAD_EXTENSION_VALUE', location, what, component()));
    corrected ??= [...attributes];
    corrected[at] = { name, value };
  }
  return corrected;
}

function meaningOf(name: ExpandedName, element: ExpandedName): Meaning | undefined {
  const { namespace, localName } = name;
  if (namespace === '') return ownMeaning(name, element);
  const known = PREFIXED.get(namespace);
  if (known === undefined) return undefined;
  const { prefix, names } = known;
  const meant = names.has(localName) ? localName : meantAttribute(localName, [...names.keys()]);
  if (meant === undefined) return undefined;
  return {
    name: meant === localName ? name : { namespace, localName: meant },
    shown: `${prefix}:${meant}`,
    values: names.get(meant),
  };
}

function ownMeaning(name: ExpandedName, element: ExpandedName): Meaning | undefined {
  const found = OWN.find(
    (own) =>
      own.name.length === name.localName.length &&
      own.elements.includes(element.namespace) &&
      (own.element === undefined || own.element === element.localName) &&
      own.name.toLowerCase() === name.localName.toLowerCase(),
  );
  if (found === undefined) return undefined;
  const { namespace = '', values } = found;
  const isWritten = namespace === '' && found.name === name.localName;
  const prefix = PREFIXED.get(namespace)?.prefix;
  return {
    name: isWritten ? name : { namespace, localName: found.name },
    shown: prefix === undefined ? found.name : `${prefix}:${found.name}`,
    values,
  };
}

/** The value that a text means: the last segment of a URI, for the tokens of WS-SecurityPolicy. The text itself if it is one of the values. */
function meantValue(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  const start = text.trim().lastIndexOf('/') + 1;
  const { value, isExact } = readKeyword(values.keyword, text.trim().slice(start));
  return isExact ? text : text.trim().slice(0, start) + (value ?? values.fallback);
}

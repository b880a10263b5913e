import { WSDL11, WSDL11_SOAP11, WSDL11_SOAP12, WSDL20, WSDL20_SOAP } from '@soapstone/soap-model/namespaces';
import { attribute, type XmlElement } from '../../xml/element.js';

/** The places that a version of WSDL gives to its elements. */
export interface ElementPlaces {
  readonly namespace: string;
  /** The local name of the root. */
  readonly root: string;
  /** The elements that may be the parents of an element; absent for an element that may be anywhere. */
  parentsOf(element: XmlElement): readonly string[] | undefined;
  /** The namespaces of the SOAP binding, the prefix that messages show for them, and the parents of its elements. */
  readonly soapNamespaces: ReadonlySet<string>;
  readonly soapPrefix: string;
  readonly soapParents: ReadonlyMap<string, readonly string[]>;
  /** The components that can be read wherever they are, because they only have names in the whole document. */
  readonly components: ReadonlySet<string>;
  /** The elements that have addresses. */
  readonly port: 'port' | 'endpoint';
  /**
   * Whether an operation, or a message or fault of one, is written as that of the abstract component and not as that of a binding; absent
   * if it could be either.
   */
  isAbstract(element: XmlElement): boolean | undefined;
}

const PARENTS_11: ReadonlyMap<string, readonly string[]> = new Map([
  ['message', ['definitions']],
  ['portType', ['definitions']],
  ['binding', ['definitions']],
  ['service', ['definitions']],
  ['part', ['message']],
  ['operation', ['portType', 'binding']],
  ['port', ['service']],
  ['input', ['operation']],
  ['output', ['operation']],
  ['fault', ['operation']],
]);

const PARENTS_20: ReadonlyMap<string, readonly string[]> = new Map([
  ['interface', ['description']],
  ['binding', ['description']],
  ['service', ['description']],
  ['operation', ['interface', 'binding']],
  ['endpoint', ['service']],
  ['input', ['operation']],
  ['output', ['operation']],
  ['infault', ['operation']],
  ['outfault', ['operation']],
  ['fault', ['interface', 'binding']],
]);

/** The places of WSDL 1.1. */
export const PLACES_11: ElementPlaces = {
  namespace: WSDL11,
  root: 'definitions',
  parentsOf: (element) => PARENTS_11.get(element.name.localName),
  soapNamespaces: new Set([WSDL11_SOAP11, WSDL11_SOAP12]),
  soapPrefix: 'soap',
  soapParents: new Map([
    ['address', ['port']],
    ['binding', ['binding']],
    ['operation', ['operation']],
    // Some authors write a body in a fault; the fault of the portType says what it is.
    ['body', ['input', 'output', 'fault']],
    ['header', ['input', 'output', 'fault']],
    ['fault', ['fault']],
  ]),
  components: new Set(['message', 'portType', 'binding', 'service']),
  port: 'port',
  // Messages are named where they are abstract. A binding has elements of the protocol.
  isAbstract(element) {
    const namesMessage = (each: XmlElement) => attribute(each, 'message') !== undefined;
    if (element.name.localName !== 'operation') return namesMessage(element);
    return element.children.some((child) => child.name.namespace === WSDL11 && namesMessage(child));
  },
};

/** The places of WSDL 2.0. */
export const PLACES_20: ElementPlaces = {
  namespace: WSDL20,
  root: 'description',
  parentsOf(element) {
    const { localName } = element.name;
    const isReference = attribute(element, 'ref') !== undefined && attribute(element, 'name') === undefined;
    // An interface declares operations and faults, and a binding refers to them.
    if (isReference && (localName === 'operation' || localName === 'fault')) return ['binding'];
    return PARENTS_20.get(localName);
  },
  soapNamespaces: new Set([WSDL20_SOAP]),
  soapPrefix: 'wsoap',
  soapParents: new Map([['header', ['input', 'output', 'fault']]]),
  components: new Set(['interface', 'binding', 'service']),
  port: 'endpoint',
  // A binding refers to what it binds. Its messages have a label, or headers; those of an interface an element.
  isAbstract(element) {
    const { localName } = element.name;
    if (localName === 'operation' || localName === 'fault') return attribute(element, 'ref') === undefined;
    if (localName === 'input' || localName === 'output') {
      return attribute(element, 'element') !== undefined;
    }
    const isOfSoap =
      element.attributes.some(({ name }) => name.namespace === WSDL20_SOAP) ||
      element.children.some(({ name }) => name.namespace === WSDL20_SOAP);
    return isOfSoap ? false : undefined;
  },
};

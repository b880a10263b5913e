import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XSD, XSI } from '@soapstone/soap-model/namespaces';
import { SaxesParser } from 'saxes';
import { type Loose, type LooseObject, put } from '../loosely-typed-values.js';
import type { Description, DescriptionObject, SchemaView } from './schema-view.js';

/** The options of a WSDL by node-soap's names, as far as reading is concerned. */
export interface ReadOptions {
  readonly attributesKey: string;
  readonly valueKey: string;
  readonly preserveWhitespace: boolean;
  readonly handleNilAsNull: boolean;
  readonly customDeserializer: Readonly<Record<string, (text: string, context: Loose) => Loose>>;
}

/** The maximum depth of a message. Objects of that depth can still be printed and compared. */
const MAX_DEPTH = 500;

/** An element that is not closed yet. The names are those that `customDeserializer` of node-soap gets. */
interface Open {
  readonly name: string;
  object: Loose;
  readonly schema: Description | undefined;
  readonly id: string | undefined;
  readonly nil: boolean;
  text: string;
  /** The namespaces by prefix; shared with the parent if the element declares none. */
  readonly scope: ReadonlyMap<string, string>;
}

const SECURITY: DescriptionObject = {
  Security: { UsernameToken: { Username: 'string', Password: 'string' } },
};
const FAULT: DescriptionObject = { faultcode: 'string', faultstring: 'string', detail: 'string' };
const ENVELOPE: DescriptionObject = { Envelope: { Header: SECURITY, Body: { Fault: FAULT } } };

/** Thrown for text that is not XML, with the fault that node-soap throws. */
export class InvalidXmlError extends Error {
  readonly Fault: LooseObject;

  constructor(detail: string) {
    super(`Invalid XML: ${detail}`);
    this.Fault = { faultcode: 500, faultstring: 'Invalid XML', detail, statusCode: 500 };
  }
}

/** Thrown for a fault, as node-soap does: `root` is the whole message. */
export class FaultError extends Error {
  readonly root: LooseObject;

  constructor(message: string, root: LooseObject) {
    super(message);
    this.root = root;
  }
}

/**
 * Turns a message into the object that node-soap makes of it, and returns its envelope; of another document, the whole.
 *
 * @throws {FaultError} if the body is a fault
 * @throws {InvalidXmlError} for text that is not well-formed, has a DOCTYPE, or nests too deep
 */
export function readXml(xml: string, view: SchemaView, options: ReadOptions): LooseObject {
  const root = xml === '' ? {} : readDocument(xml, view, options);
  const envelope = root['Envelope'];
  if (!envelope) return root;
  const fault = envelope.Body?.Fault;
  if (fault) throw new FaultError(faultMessage(fault), root);
  return envelope;
}

function faultMessage(fault: LooseObject): string {
  const { faultcode, faultstring, detail, Code, Reason, Detail } = fault;
  const code = faultcode?.$value || faultcode || (Code && `${Code.Value}: ${Code.Subcode?.Value}`);
  const text = faultstring?.$value || faultstring || Reason?.Text?.$value || Reason?.Text;
  const more = detail?.$value || detail || Detail;
  return `${code}: ${text}${more ? `: ${JSON.stringify(more)}` : ''}`;
}

function readDocument(xml: string, view: SchemaView, options: ReadOptions): LooseObject {
  const { attributesKey, valueKey, preserveWhitespace, handleNilAsNull, customDeserializer } = options;
  const root: LooseObject = {};
  const none: ReadonlyMap<string, string> = new Map();
  const open: Open[] = [
    { name: '', object: root, schema: ENVELOPE, id: undefined, nil: false, text: '', scope: none },
  ];
  const targets = new Map<string, LooseObject>();
  const references: { readonly id: string; readonly object: LooseObject }[] = [];
  const parser = new SaxesParser();
  let hasBody = false;

  parser.on('error', ({ message }) => {
    throw new InvalidXmlError(message);
  });
  parser.on('doctype', () => {
    throw new InvalidXmlError('the message has a DOCTYPE, which SOAP forbids');
  });
  parser.on('opentag', ({ name: written, attributes }) => {
    const parent = open.at(-1)!;
    if (open.length > MAX_DEPTH) throw new InvalidXmlError(`the message has more than ${MAX_DEPTH} levels`);
    const name = localName(written);
    const object: LooseObject = {};
    const own: LooseObject = {};
    let { scope } = parent;
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
        if (scope === parent.scope) scope = new Map(scope);
        (scope as Map<string, string>).set(attribute === 'xmlns' ? '' : attribute.slice(6), value);
      } else put(own, attribute, value);
    }
    if (Object.keys(own).length > 0) put(object, attributesKey, own);
    let schema = childOf(parent.schema, name);
    let nil = false;
    for (const [attribute, value] of Object.entries(own)) {
      if (scope.get(prefixOf(attribute)) !== XSI || !attribute.includes(':')) continue;
      if (localName(attribute) === 'nil') nil = /^(?:true|1)$/i.test(value);
      if (localName(attribute) === 'type') schema = namedType(view, scope, value) ?? schema;
    }
    if (!hasBody && parent.name === 'Body' && name !== 'Fault' && isEnvelope(scope, open)) {
      hasBody = true;
      const described = view.describeBody(name);
      if (described === undefined) {
        throw new Error(`cannot read the message: the WSDL has no message with the element <${name}>`);
      }
      schema = described;
    }
    const { id, href } = own;
    if (typeof href === 'string') references.push({ id: href.slice(1), object });
    open.push({ name, object, schema, id, nil, text: '', scope });
  });
  const addText = (text: string): void => {
    const top = open.at(-1)!;
    const trimmed = text.trim();
    if (trimmed === '') {
      if (preserveWhitespace) top.text += text;
      return;
    }
    const value = typedValue(trimmed, preserveWhitespace ? text : trimmed, top, customDeserializer);
    const attributes = typeof top.object === 'object' && top.object?.[attributesKey];
    if (attributes) put(top.object, valueKey, value);
    else top.object = value;
  };
  parser.on('text', addText);
  parser.on('cdata', (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return;
    if (!trimmed.startsWith('<?xml')) return addText(text);
    const top = open.at(-1)!;
    const value = readXml(trimmed, view, options);
    if (top.object?.[attributesKey]) put(top.object, valueKey, value);
    else top.object = value;
  });
  parser.on('closetag', () => {
    const closed = open.pop()!;
    const parent = open.at(-1)!;
    let { object } = closed;
    const isEmpty = isPlain(object) && Object.keys(object).length === 0;
    if (isEmpty) object = typeName(closed.schema) === 'string' ? closed.text : null;
    if (closed.nil) {
      if (!handleNilAsNull) return;
      object = null;
    }
    if (!isPlain(parent.object)) return;
    addTo(parent.object, closed.name, object, isList(parent.schema, closed.name));
    if (closed.id !== undefined) targets.set(closed.id, object);
  });
  parser.write(xml).close();
  // References of SOAP encoding, which may come before what they refer to.
  for (const { id, object } of references) Object.assign(object, targets.get(id));
  return root;
}

function addTo(parent: LooseObject, name: string, value: Loose, isDeclaredList: boolean): void {
  const present = Object.hasOwn(parent, name);
  if (isDeclaredList && !present) put(parent, name, [value]);
  else if (!present) put(parent, name, value);
  else if (Array.isArray(parent[name])) parent[name].push(value);
  else put(parent, name, [parent[name], value]);
}

function typedValue(
  trimmed: string,
  text: string,
  top: Open,
  customDeserializer: ReadOptions['customDeserializer'],
): Loose {
  const type = typeName(top.schema);
  if (type !== undefined && Object.hasOwn(customDeserializer, type)) {
    return customDeserializer[type]!(trimmed, top);
  }
  switch (type) {
    case 'int':
    case 'integer':
    case 'short':
    case 'long':
      return Number.parseInt(trimmed, 10);
    case 'double':
    case 'float':
    case 'decimal':
      return Number(trimmed);
    case 'bool':
    case 'boolean':
      return trimmed.toLowerCase() === 'true' || trimmed === '1';
    case 'dateTime':
    case 'date':
      return new Date(trimmed);
    default:
      return typeof top.object === 'string' ? top.object + text : text;
  }
}

/** `int` for `xsd:int` and for an anonymous restriction of it; the name of a named simple type, which is read as a string. */
function typeName(schema: Description | undefined): string | undefined {
  return typeof schema === 'string' ? localName(schema.split('|', 1)[0] ?? '') : undefined;
}

function childOf(schema: Description | undefined, name: string): Description | undefined {
  if (typeof schema !== 'object') return undefined;
  if (Object.hasOwn(schema, name)) return schema[name];
  return isList(schema, name) ? schema[`${name}[]`] : undefined;
}

function isList(schema: Description | undefined, name: string): boolean {
  return typeof schema === 'object' && Object.hasOwn(schema, `${name}[]`);
}

function namedType(
  view: SchemaView,
  scope: ReadonlyMap<string, string>,
  value: string,
): Description | undefined {
  const namespace = scope.get(prefixOf(value)) ?? '';
  const local = localName(value);
  // node-soap looks the name up in the schemas of the service only.
  if (namespace === XSD) return undefined;
  const type = view.typeNamed(namespace, local);
  return type === undefined ? undefined : view.describe(type);
}

function isEnvelope(scope: ReadonlyMap<string, string>, open: readonly Open[]): boolean {
  const namespaces = new Set(scope.values());
  return open.length === 3 && (namespaces.has(SOAP11_ENVELOPE) || namespaces.has(SOAP12_ENVELOPE));
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
const isPlain = (value: Loose): value is LooseObject =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

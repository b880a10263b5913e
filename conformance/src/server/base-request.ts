import type { CompiledOperation } from '@soapstone/json-xml-mapper';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { elementsOf, parseTree, printTree, type XmlNode } from '../laws/xml-tree.js';

/** A valid request of an operation, from which others are made. */
export interface BaseRequest {
  readonly operation: string;
  readonly version: '1.1' | '1.2';
  readonly style: 'document' | 'rpc';
  readonly use: 'literal' | 'encoded';
  readonly namespace: string;
  /** The prefix of the envelope. */
  readonly soap: string;
  readonly xml: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The action of the operation; `''` if the WSDL has none. */
  readonly action: string;
  /** A new tree of the envelope, to be changed. */
  tree(): XmlNode;
}

/** The fault, or the HTTP status without one, that a request must get. */
export interface Expected {
  /** The local name of the fault code in SOAP 1.2. Absent if the response is not a fault. */
  readonly code?: 'Sender' | 'VersionMismatch' | 'MustUnderstand';
  /** The HTTP status of a response that is not a fault. */
  readonly status?: number;
  /** The name that the response must contain. */
  readonly says?: RegExp;
}

/** A request to send. */
export interface SentRequest {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** The example of an operation as a request. */
export function baseRequest(operation: CompiledOperation): BaseRequest {
  const { body, contentType, soapAction } = operation.toXml(operation.example('input'));
  const xml = new TextDecoder().decode(body);
  const root = parseTree(xml);
  const [soap = ''] = root.name.split(':');
  const namespace = root.attributes[`xmlns:${soap}`] ?? '';
  if (namespace !== SOAP11_ENVELOPE && namespace !== SOAP12_ENVELOPE) throw new Error(`no envelope: ${xml}`);
  const inType = /action="([^"]*)"/.exec(contentType)?.[1];
  return {
    operation: operation.info.name,
    version: namespace === SOAP11_ENVELOPE ? '1.1' : '1.2',
    style: operation.info.style,
    use: operation.info.use,
    namespace,
    soap,
    xml,
    headers: { 'content-type': contentType, ...(soapAction !== undefined && { soapaction: soapAction }) },
    action: inType ?? soapAction?.replaceAll('"', '') ?? '',
    tree: () => parseTree(xml),
  };
}

/** The request with another envelope. */
export function withTree({ headers }: BaseRequest, tree: XmlNode): SentRequest {
  return { body: printTree(tree), headers };
}

/** The request with another text of the envelope. */
export function withText({ headers }: BaseRequest, body: string | Uint8Array): SentRequest {
  return { body, headers };
}

/** The Body of an envelope. */
export function bodyOf(envelope: XmlNode): XmlNode {
  return elementsOf(envelope).at(-1) as XmlNode;
}

/** The first child of the Body, if it has one. */
export function payloadOf(envelope: XmlNode): XmlNode | undefined {
  return elementsOf(bodyOf(envelope))[0];
}

/** An element. */
export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: XmlNode['children'] = [],
): XmlNode {
  return { name, attributes, children };
}

import { nearestOf } from '@soapstone/options';

/** Known options, and what is accepted for them. */
export const CHECKS: Readonly<Record<string, 'text' | 'flag' | 'function' | 'object' | 'any'>> = {
  attributesKey: 'text',
  valueKey: 'text',
  xmlKey: 'text',
  envelopeKey: 'text',
  envelopeSoapUrl: 'text',
  endpoint: 'text',
  overridePromiseSuffix: 'text',
  arrayWithChoiceTag: 'text',
  encoding: 'text',
  preserveWhitespace: 'flag',
  escapeXML: 'flag',
  handleNilAsNull: 'flag',
  useEmptyTag: 'flag',
  namespaceArrayElements: 'flag',
  normalizeNames: 'flag',
  forceSoap12Headers: 'flag',
  parseResponseAttachments: 'flag',
  parseReponseAttachments: 'flag',
  disableCache: 'flag',
  returnFault: 'flag',
  suppressStack: 'flag',
  enableChunkedEncoding: 'flag',
  stream: 'flag',
  strict: 'flag',
  forceUseSchemaXmlns: 'flag',
  ignoreBaseNameSpaces: 'flag',
  ignoredNamespaces: 'any',
  overrideRootElement: 'object',
  overrideElementKey: 'object',
  customDeserializer: 'object',
  wsdl_headers: 'object',
  wsdl_options: 'object',
  wsdlCache: 'object',
  WSDL_CACHE: 'object',
  httpClient: 'object',
  request: 'function',
  oneWay: 'object',
  callback: 'function',
  path: 'any',
  services: 'object',
  xml: 'text',
  uri: 'text',
};

/** The replacement for an option that has no counterpart here. */
export const REPLACED: Readonly<Record<string, string>> = {
  returnSaxStream:
    'operation.items(…) and operation.stream(…) of @soapstone/client read a response while it arrives',
  pfx: 'pass the https server with its certificate as the first argument of listen',
  key: 'pass the https server with its key as the first argument of listen',
  cert: 'pass the https server with its certificate as the first argument of listen',
};

/** Options of one call, which node-soap hands to its HTTP library. */
export const CALL_OPTIONS: ReadonlySet<string> = new Set([
  ...['timeout', 'headers', 'postProcess', 'exchangeId', 'overrideBaseElement', 'attachments', 'forceMTOM'],
  ...['forever', 'time', 'key', 'cert', 'ca', 'pfx', 'passphrase', 'rejectUnauthorized'],
  ...['strictSSL', 'httpsAgent', 'auth', 'maxContentLength', 'maxBodyLength', 'ntlm', 'username', 'password'],
  ...['domain', 'workstation', 'keepAlive', 'agentOptions', 'signal', 'proxy', 'httpAgent'],
]);

export const CALL_REPLACED: Readonly<Record<string, string>> = {
  forceGzip: 'remove it: few servers unpack requests, and none has to',
  agent: 'use httpsAgent, or the option request of createClient with an axios instance',
  secureProtocol: 'the transport uses TLS 1.2 and 1.3',
  secureOptions: 'the transport uses TLS 1.2 and 1.3',
  ciphers: 'the option request of createClient takes an axios instance with an https.Agent',
};

/** Why an option of clients and servers is rejected, regardless of its value; `undefined` if it is not. */
export function optionAdvice(name: string): string | undefined {
  if (Object.hasOwn(REPLACED, name)) return REPLACED[name];
  return Object.hasOwn(CHECKS, name) ? undefined : hint(name, Object.keys(CHECKS));
}

/** Why an option of one call is rejected, regardless of its value; `undefined` if it is not. */
export function callOptionAdvice(name: string): string | undefined {
  if (CALL_OPTIONS.has(name)) return undefined;
  return Object.hasOwn(CALL_REPLACED, name) ? CALL_REPLACED[name] : hint(name, [...CALL_OPTIONS]);
}

/** The likely meaning of an unknown option. */
export function hint(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined
    ? 'this is not an option of node-soap, and has no effect there: remove it'
    : `this is not an option of node-soap: did you mean "${nearest}"?`;
}

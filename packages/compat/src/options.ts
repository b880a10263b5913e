import { kindOf, nearestOf, OptionError } from '@soapstone/soap-model/options';
import { isRecord, type Loose, type LooseObject } from './loose.js';
import type { ReadOptions } from './read-xml.js';
import type { WriteOptions } from './write-xml.js';

/** The options of a client, a server and a WSDL, by their names in node-soap. All of them are optional. */
export interface CompatOptions {
  // biome-ignore lint/suspicious/noExplicitAny: the values are those of node-soap, which checks none of them
  [option: string]: any;
}

/** The options that change how messages are written and read, with the defaults of node-soap. */
export interface CodecOptions extends ReadOptions, WriteOptions {
  readonly envelopeKey: string;
  readonly envelopeSoapUrl: string;
  readonly forceSoap12Headers: boolean;
}

/** Known options, and what is accepted for them. */
const CHECKS: Readonly<Record<string, 'text' | 'flag' | 'function' | 'object' | 'any'>> = {
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

/** What replaces an option that has no counterpart here. */
const REPLACED: Readonly<Record<string, string>> = {
  returnSaxStream:
    'operation.items(…) and operation.stream(…) of @soapstone/client read a response while it arrives',
  pfx: 'pass the https server with its certificate as the first argument of listen',
  key: 'pass the https server with its key as the first argument of listen',
  cert: 'pass the https server with its certificate as the first argument of listen',
};

/** Options of one call, which node-soap hands to its HTTP library. */
const CALL_OPTIONS: ReadonlySet<string> = new Set([
  ...['timeout', 'headers', 'postProcess', 'exchangeId', 'overrideBaseElement', 'attachments', 'forceMTOM'],
  ...['forever', 'time', 'key', 'cert', 'ca', 'pfx', 'passphrase', 'rejectUnauthorized'],
  ...['strictSSL', 'httpsAgent', 'auth', 'maxContentLength', 'maxBodyLength', 'ntlm', 'username', 'password'],
  ...['domain', 'workstation', 'keepAlive', 'agentOptions', 'signal'],
]);

const CALL_REPLACED: Readonly<Record<string, string>> = {
  forceGzip: 'remove it: few servers unpack requests, and none has to',
  proxy: 'the option request of createClient takes an axios instance, which has a proxy',
  httpAgent: 'the option request of createClient takes an axios instance, which has an agent',
  agent: 'use httpsAgent, or the option request of createClient with an axios instance',
  secureProtocol: 'the transport uses TLS 1.2 and 1.3',
  secureOptions: 'the transport uses TLS 1.2 and 1.3',
  ciphers: 'the option request of createClient takes an axios instance with an https.Agent',
};

const isRight: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  function: (value) => typeof value === 'function',
  object: (value) => (typeof value === 'object' && value !== null) || typeof value === 'function',
  any: () => true,
};

/**
 * Checks the names and types of options of `what`.
 *
 * @throws {OptionError} for an option that is not one of node-soap, for one that has no counterpart here (the message says what replaces
 *   it), and for a value of the wrong type
 */
export function assertCompatOptions(options: unknown, what: string): void {
  if (!isRecord(options)) {
    throw new OptionError(what, {
      path: '',
      expected: `expected an object of options, not ${kindOf(options)}`,
    });
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const path = pointer(name);
    const replacement = Object.hasOwn(REPLACED, name) ? REPLACED[name] : undefined;
    if (replacement !== undefined && value !== false)
      throw new OptionError(what, { path, expected: replacement });
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check === undefined && replacement === undefined) throw unknown(what, name, Object.keys(CHECKS));
    if (check !== undefined && !isRight[check]!(value)) {
      const article = check === 'object' ? 'an' : 'a';
      throw new OptionError(what, { path, expected: `expected ${article} ${check}, not ${kindOf(value)}` });
    }
  }
}

/**
 * Checks the names of the options of one call, after the security object has added its own.
 *
 * @throws {OptionError} for an option that would have no effect
 */
export function assertCallOptions(options: LooseObject, operation: string): void {
  const what = `the call of ${operation}`;
  for (const name of Object.keys(options)) {
    if (options[name] === undefined || options[name] === false || CALL_OPTIONS.has(name)) continue;
    const replacement = Object.hasOwn(CALL_REPLACED, name) ? CALL_REPLACED[name] : undefined;
    if (replacement !== undefined)
      throw new OptionError(what, { path: pointer(name), expected: replacement });
    throw unknown(what, name, [...CALL_OPTIONS]);
  }
}

/** Why an option of clients and servers is rejected, whatever its value; `undefined` if it is not. */
export function optionAdvice(name: string): string | undefined {
  if (Object.hasOwn(REPLACED, name)) return REPLACED[name];
  return Object.hasOwn(CHECKS, name) ? undefined : hint(name, Object.keys(CHECKS));
}

/** Why an option of one call is rejected, whatever its value; `undefined` if it is not. */
export function callOptionAdvice(name: string): string | undefined {
  if (CALL_OPTIONS.has(name)) return undefined;
  return Object.hasOwn(CALL_REPLACED, name) ? CALL_REPLACED[name] : hint(name, [...CALL_OPTIONS]);
}

function unknown(what: string, name: string, known: readonly string[]): OptionError {
  return new OptionError(what, { path: pointer(name), expected: hint(name, known) });
}

function hint(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined
    ? 'this is not an option of node-soap, and has no effect there: remove it'
    : `this is not an option of node-soap: did you mean "${nearest}"?`;
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The options of reading and writing, with their defaults. */
export function codecOptions(options: CompatOptions): CodecOptions {
  const text = (name: string, fallback: string): string => (options[name] as Loose) || fallback;
  return {
    attributesKey: text('attributesKey', 'attributes'),
    valueKey: text('valueKey', '$value'),
    xmlKey: text('xmlKey', '$xml'),
    envelopeKey: text('envelopeKey', 'soap'),
    envelopeSoapUrl: text('envelopeSoapUrl', 'http://schemas.xmlsoap.org/soap/envelope/'),
    forceSoap12Headers: Boolean(options['forceSoap12Headers']),
    preserveWhitespace: Boolean(options['preserveWhitespace']),
    handleNilAsNull: Boolean(options['handleNilAsNull']),
    customDeserializer: options['customDeserializer'] ?? {},
    escapeXML: options['escapeXML'] !== false,
    useEmptyTag: Boolean(options['useEmptyTag']),
    namespaceArrayElements: options['namespaceArrayElements'] !== false,
    arrayWithChoiceTag: options['arrayWithChoiceTag'] ?? undefined,
    overrideElementKey: options['overrideElementKey'] ?? {},
    overrideRootElement: options['overrideRootElement'] ?? {},
  };
}

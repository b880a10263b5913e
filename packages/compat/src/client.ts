import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type ClientOptions, createClient, type Client as SoapstoneClient } from '@soapstone/client';
import { OptionError } from '@soapstone/options';
import type { Operation } from '@soapstone/soap-model';
import { SoapHeaders } from './description/soap-headers.js';
import type { WSDL } from './description/wsdl.js';
import { HttpClient } from './http-client.js';
import type { Loose, LooseObject } from './loosely-typed-values.js';
import type { CompatOptions } from './options/options.js';
import type { ISecurity } from './security/logins.js';
import { bodyName } from './xml/schema-view.js';

/** The arguments of the callback of an operation. */
export type SoapCallback = (
  error: Loose,
  result?: Loose,
  rawResponse?: Loose,
  soapHeader?: Loose,
  rawRequest?: Loose,
  mtomAttachments?: Loose,
) => void;

const NOT_IDENTIFIER = /[^a-z$_0-9]/i;

/**
 * The client of `createClient`. Each operation is a function with a callback, under its own name, in `client.Service.Port`, and with the
 * suffix `Async` one that returns a promise of `[result, rawResponse, soapHeader, rawRequest, mtomAttachments]`.
 *
 * It emits `message(body, id)`, `request(xml, id)`, `response(body, response, id)` and `soapError(error, id)`.
 */
export class Client extends EventEmitter {
  // biome-ignore lint/suspicious/noExplicitAny: operations are known only at run time, as in node-soap
  [operation: string]: any;
  readonly wsdl: WSDL;
  httpClient: HttpClient;
  lastRequest: string | undefined;
  lastMessage: string | undefined;
  lastEndpoint: string | undefined;
  lastResponse: Loose;
  lastResponseHeaders: Loose;
  lastRequestHeaders: Loose;
  lastResponseAttachments: Loose;
  lastElapsedTime: number | undefined;
  security: ISecurity | undefined;
  SOAPAction: string | undefined;
  readonly #options: CompatOptions;
  readonly #soapHeaders: SoapHeaders;
  #httpHeaders: LooseObject | null | undefined;
  #bodyAttributes: string[] | null | undefined;

  constructor(wsdl: WSDL, endpoint?: string, options: CompatOptions = {}) {
    super();
    this.wsdl = wsdl;
    this.#options = options;
    this.#soapHeaders = new SoapHeaders(wsdl);
    this.httpClient = options['httpClient'] ?? new HttpClient(options);
    this.#defineServices(endpoint);
  }

  /** Adds a header block to every request, and returns its index. */
  addSoapHeader(header: Loose, _name?: string, namespace?: string, xmlns?: string): number {
    return this.#soapHeaders.add(header, namespace, xmlns);
  }

  /** Replaces the header block at an index. */
  changeSoapHeader(index: number, header: Loose, _name?: string, namespace?: string, xmlns?: string): void {
    this.#soapHeaders.change(index, header, namespace, xmlns);
  }

  /** The header blocks as XML, or `null` after `clearSoapHeaders`. */
  getSoapHeaders(): Loose {
    return this.#soapHeaders.list;
  }

  /** Removes all header blocks. */
  clearSoapHeaders(): void {
    this.#soapHeaders.list = null;
  }

  /** Adds an HTTP header to every request. */
  addHttpHeader(name: string, value: Loose): void {
    this.#httpHeaders = { ...this.#httpHeaders, [name]: value };
  }

  getHttpHeaders(): Loose {
    return this.#httpHeaders;
  }

  clearHttpHeaders(): void {
    this.#httpHeaders = null;
  }

  /** Adds attributes to the Body: an object, or their text. */
  addBodyAttribute(attribute: Loose): void {
    const text =
      typeof attribute === 'object' && attribute !== null
        ? Object.entries(attribute)
            .map(([name, value]) => ` ${name}="${value}"`)
            .join('')
        : String(attribute);
    this.#bodyAttributes = [...(this.#bodyAttributes ?? []), text.startsWith(' ') ? text : ` ${text}`];
  }

  getBodyAttributes(): Loose {
    return this.#bodyAttributes;
  }

  clearBodyAttributes(): void {
    this.#bodyAttributes = null;
  }

  /** Sends all further calls to another address. */
  setEndpoint(endpoint: string): void {
    this['endpoint'] = endpoint;
    this.#defineServices(endpoint);
  }

  /** The services with their ports, operations, and what these take and return. */
  describe(): LooseObject {
    return this.wsdl.describeServices();
  }

  /** @throws {OptionError} for something that is not an object, which would leave all calls without credentials */
  setSecurity(security: ISecurity): void {
    if (security !== undefined && typeof security !== 'object') {
      throw new OptionError('setSecurity', {
        path: '/security',
        expected: 'expected an object, such as new soap.BasicAuthSecurity(username, password)',
      });
    }
    this.security = security;
  }

  setSOAPAction(action: string): void {
    this.SOAPAction = action;
  }

  /**
   * A client of `@soapstone/client` for the same WSDL, which is not read again: a program can move one call at a time.
   *
   * @example
   * ```ts
   * const directory = await client.soapstone({ numbers: 'bigint' });
   * const user = await directory.GetUser({ userId: 1001n });
   * ```
   */
  async soapstone(options: ClientOptions = {}): Promise<SoapstoneClient> {
    const endpoint: string | undefined = this['endpoint'] ?? this.#options['endpoint'];
    return await createClient(this.wsdl.loaded.model, {
      ...(endpoint !== undefined && { endpoint }),
      ...options,
    });
  }

  #defineServices(endpoint: string | undefined): void {
    const suffix: string = this.#options['overridePromiseSuffix'] || 'Async';
    for (const service of this.wsdl.loaded.model.services) {
      const ports: LooseObject = {};
      for (const { name, address, operations } of service.ports) {
        const methods: LooseObject = {};
        for (const operation of operations) {
          const method = this.#method(operation, endpoint || address || '');
          const own = this.#options['normalizeNames']
            ? operation.name.replaceAll(/[^a-z$_0-9]/gi, '_')
            : operation.name;
          methods[operation.name] = method;
          this[own] = method;
          if (!NOT_IDENTIFIER.test(own)) this[`${own}${suffix}`] = promised(method);
        }
        ports[name] = methods;
      }
      this[service.name.localName] = ports;
    }
  }

  #method(operation: Operation, location: string): Loose {
    // The callback is the last function; what is around it are arguments, options and headers, in this order.
    return (...given: Loose[]): void => {
      const at = given.findIndex((each) => typeof each === 'function');
      const callback: SoapCallback = given[at] ?? (() => undefined);
      const [args, options, extraHeaders] =
        at === 0 ? [{}, given[1], given[2]] : given.filter((_, index) => index !== at);
      this.#call(operation, location, args, callback, { ...options }, extraHeaders ?? {});
    };
  }

  #call(
    operation: Operation,
    location: string,
    args: Loose,
    callback: SoapCallback,
    options: LooseObject,
    extraHeaders: LooseObject,
  ): void {
    let xml: string;
    const headers: LooseObject = {};
    const id: string = options['exchangeId'] || randomUUID();
    const { postProcess, exchangeId: _, overrideBaseElement: __, ...sent } = options;
    try {
      const action = this.#action(operation, headers);
      this.security?.addHeaders?.(headers);
      this.security?.addOptions?.(sent);
      const message = this.wsdl.messageToXML(operation.input, args, options);
      const blocks = this.#soapHeaders.write(operation, location, action, args);
      xml = this.#envelope(message, blocks);
      if (this.security?.postProcess) xml = this.security.postProcess(xml, this.wsdl.options.envelopeKey);
      if (postProcess) xml = postProcess(xml);
      this.lastMessage = message;
      this.lastRequest = xml;
      this.lastEndpoint = location;
      this.emit('message', message, id);
      this.emit('request', xml, id);
    } catch (error) {
      process.nextTick(callback, error);
      return;
    }
    Object.assign(headers, this.#httpHeaders, extraHeaders);
    const started = Date.now();
    const done = (error: Loose, response?: Loose, body?: Loose): void => {
      this.lastResponse = body;
      if (response) {
        this.lastResponseHeaders = response.headers;
        this.lastElapsedTime = Date.now() - started;
        this.lastResponseAttachments = response.mtomResponseAttachments;
      }
      const sentHeaders: LooseObject | undefined = (response?.config ?? error?.config)?.headers;
      if (sentHeaders) this.lastRequestHeaders = { Host: hostOf(location), ...sentHeaders };
      this.emit('response', body, response, id);
      if (error) callback(error, undefined, undefined, undefined, xml);
      else this.#read(operation, { body, response, xml, id }, callback);
    };
    this.httpClient.request(location, xml, done, headers, sent, this);
  }

  #action({ name, soapAction: declared }: Operation, headers: LooseObject): string {
    const { targetNamespace } = this.wsdl.loaded.model;
    const fallback = `${targetNamespace}${targetNamespace.endsWith('/') ? '' : '/'}${name}`;
    const action = this.SOAPAction || (declared ?? fallback);
    if (this.wsdl.options.forceSoap12Headers) {
      headers['Content-Type'] = `application/soap+xml; charset=utf-8; action="${action}"`;
    } else {
      headers['Content-Type'] = 'text/xml; charset=utf-8';
      headers['SOAPAction'] = `"${action}"`;
    }
    return action;
  }

  #envelope(message: string, blocks: string): string {
    const { envelopeKey: key, envelopeSoapUrl, forceSoap12Headers } = this.wsdl.options;
    const namespace = forceSoap12Headers ? 'http://www.w3.org/2003/05/soap-envelope' : envelopeSoapUrl;
    const { security } = this;
    const own = security?.postProcess ? '' : (security?.toXML?.() ?? '');
    const content = `${blocks}${own}`;
    const header = content !== '' || security?.postProcess ? `<${key}:Header>${content}</${key}:Header>` : '';
    const attributes = (this.#bodyAttributes ?? []).join(' ');
    return [
      `<?xml version="1.0" encoding="utf-8"?><${key}:Envelope xmlns:${key}="${namespace}"`,
      ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${this.wsdl.xmlnsInEnvelope}>${header}`,
      `<${key}:Body${attributes}>${message}</${key}:Body></${key}:Envelope>`,
    ].join('');
  }

  #read(
    operation: Operation,
    { body, response, xml, id }: { body: Loose; response: Loose; xml: string; id: string },
    callback: SoapCallback,
  ): void {
    const attachments = response?.mtomResponseAttachments;
    let envelope: LooseObject;
    try {
      envelope = body === '' ? {} : this.wsdl.xmlToObject(body);
    } catch (error) {
      const failed: Loose = error;
      failed.response = response;
      failed.body = body;
      this.emit('soapError', failed, id);
      callback(failed, response, body, undefined, xml, attachments);
      return;
    }
    const { Body: content, Header: header } = envelope;
    const { output } = operation;
    if (output === undefined) callback(null, null, body, header, xml, attachments);
    else if (!envelope['html'] && !content && response.status < 400) callback(null, envelope, body, header);
    else if (!envelope['html'] && !content) {
      const error: Loose = Object.assign(new Error('Error http status codes'), { response, body });
      this.emit('soapError', error, id);
      callback(error, envelope, body, header);
    } else if (typeof content !== 'object') {
      const error: Loose = Object.assign(new Error('Cannot parse response'), { response, body });
      callback(error, envelope, body, undefined, xml);
    } else callback(null, resultOf(content, operation), body, header, xml, attachments);
  }
}

/** The result in a Body: under the name that the WSDL says, or one of those that servers use instead. */
function resultOf(content: LooseObject, { name, output }: Operation): Loose {
  const declared = bodyName(output) ?? `${name}Response`;
  const found = content[declared] || content[declared.replace(/(?:Out(?:put)?|Response)$/, '')];
  if (found) return found;
  const other = [`${name}Response`, `${name}Out`, `${name}Output`].find((each) =>
    Object.hasOwn(content, each),
  );
  return other === undefined ? found : content[other];
}

/** The host and the port of an address, as in the header `Host`. */
const hostOf = (location: string): string => (URL.canParse(location) ? new URL(location).host : '');

function promised(method: Loose): Loose {
  return (args: Loose, options: Loose, extraHeaders: Loose) =>
    new Promise((resolve, reject) => {
      const callback: SoapCallback = (error, result, rawResponse, soapHeader, rawRequest, attachments) =>
        error ? reject(error) : resolve([result, rawResponse, soapHeader, rawRequest, attachments]);
      method(args, callback, options, extraHeaders);
    });
}

import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import { OptionError } from '@soapstone/options';
import type { Operation, Port, WsdlService } from '@soapstone/soap-model';
import { SoapHeaders } from './description/soap-headers.js';
import { WSDL } from './description/wsdl.js';
import { isRecord, type Loose, type LooseObject } from './loosely-typed-values.js';
import { assertCompatOptions, type CompatOptions } from './options/options.js';
import { bodyName } from './xml/schema-view.js';
import { escapeText } from './xml/write-xml.js';

/** The maximum size of a request, unpacked. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

/** The response to a request: its body, and the HTTP status if it is not 200. */
type Answer = (body: string, status?: number) => void;

/** The response to a request of `processRequest`. */
export interface ServerlessResponse {
  readonly body: string;
  readonly statusCode: number;
  readonly headers: LooseObject;
}

/** The operation that a request is for, and where its function is among the services. */
interface Target {
  readonly service: WsdlService;
  readonly port: Port;
  readonly operation: Operation;
  readonly element: string;
}

/**
 * The server of `listen`. It emits `request(envelope, operation)`, `headers(headers, operation)` and `response({ result }, operation)`, and
 * `error` for a WSDL that cannot be read if there is no `callback`.
 * A program may set `log`, `authenticate` and `authorizeConnection`.
 */
export class Server extends EventEmitter {
  readonly path: string | RegExp;
  readonly services: LooseObject;
  readonly wsdl: WSDL;
  /** Called with `received`, `replied`, `info` or `error`, the text or error, and the request. */
  log: ((type: string, data: Loose, req?: Loose) => void) | undefined;
  /** Returns, resolves to, or calls back with whether the header block `Security` is right. */
  authenticate:
    | ((security: Loose, callback: (result: Loose) => void, req: Loose, envelope: Loose) => Loose)
    | undefined;
  /** Returns whether a connection may send anything. */
  authorizeConnection: ((req: Loose, res: Loose) => boolean) | undefined;
  readonly #options: CompatOptions;
  readonly #soapHeaders: SoapHeaders;

  constructor(
    server: Loose,
    path: string | RegExp,
    services: LooseObject,
    wsdl: WSDL,
    options: CompatOptions,
  ) {
    super();
    this.path = path;
    this.services = services;
    this.wsdl = wsdl;
    this.#options = options;
    this.#soapHeaders = new SoapHeaders(wsdl);
    const callback: ((error: Loose, server: Server) => void) | undefined = options['callback'];
    wsdl.onReady((error) => {
      if (server && !error) this.#mount(server);
      if (callback !== undefined) callback(error, this);
      // A server that can answer nothing must not look like one that runs.
      else if (error) this.emit('error', error);
    });
  }

  /** Adds a header block to every response. A function gets operation, arguments, headers and the request. */
  addSoapHeader(header: Loose, _name?: string, namespace?: string, xmlns?: string): number {
    return this.#soapHeaders.add(header, namespace, xmlns);
  }

  changeSoapHeader(index: number, header: Loose, _name?: string, namespace?: string, xmlns?: string): void {
    this.#soapHeaders.change(index, header, namespace, xmlns);
  }

  getSoapHeaders(): Loose {
    return this.#soapHeaders.list;
  }

  clearSoapHeaders(): void {
    this.#soapHeaders.list = null;
  }

  /** Answers a request that arrived without a server of Node, such as that of a function in the cloud. */
  async processRequest(xml: string, options: LooseObject = {}): Promise<ServerlessResponse> {
    const url = options['url'] ?? (typeof this.path === 'string' ? this.path : '/');
    const headers: LooseObject = options['headers'] ?? {};
    const req = {
      method: options['method'] ?? 'POST',
      headers,
      url,
      connection: options['connection'] ?? { remoteAddress: undefined },
    };
    const contentType = headers['content-type'] ?? 'application/xml';
    return await new Promise((resolve) => {
      this.#answer(xml, req, {}, (body, statusCode = 200) => {
        resolve({ body, statusCode, headers: { 'content-type': contentType } });
      });
    });
  }

  #mount(server: Loose): void {
    const { path } = this;
    if (isExpress(server)) {
      const withSlash = typeof path === 'string' && !path.endsWith('/') ? `${path}/` : path;
      server.route(withSlash).all((req: Loose, res: Loose) => this.#accept(req, res));
      return;
    }
    const others = server.listeners('request').slice();
    server.removeAllListeners('request');
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      if (isPath(path, pathOf(req.url))) this.#accept(req, res);
      else for (const listener of others) listener.call(server, req, res);
    });
  }

  #accept(req: Loose, res: Loose): void {
    if (typeof this.authorizeConnection === 'function' && !this.authorizeConnection(req, res)) {
      res.end();
      return;
    }
    this.log?.('info', `Handling ${req.method} on ${req.url}`, req);
    if (req.method === 'GET') {
      if (/\?wsdl/i.test(req.url ?? '')) {
        this.log?.('info', 'Wants the WSDL', req);
        res.setHeader('Content-Type', 'application/xml');
        res.write(this.wsdl.toXML());
      }
      res.end();
      return;
    }
    if (req.method !== 'POST') {
      res.end();
      return;
    }
    res.setHeader('Content-Type', contentTypeOf(req.headers['content-type']));
    const answer: Answer = (body, status) => {
      if (status) res.statusCode = status;
      if (this.#options['enableChunkedEncoding'] === false) res.end(body);
      else {
        res.write(body);
        res.end();
      }
    };
    // A body parser has read it already.
    if (req.body && req.body.length > 0) this.#answer(req.body.toString(), req, res, answer);
    else {
      readBody(req).then(
        (xml) => this.#answer(xml, req, res, answer),
        (error) => answer(String(error.message), error.status ?? 400),
      );
    }
  }

  /** Answers one request, even if something throws. */
  #answer(xml: string, req: Loose, res: Loose, send: Answer): void {
    let isAnswered = false;
    const answer: Answer = (body, status) => {
      // A function may both return a value and call back: the first one counts.
      if (isAnswered) return;
      isAnswered = true;
      send(body, status);
      this.log?.('replied', body, req);
    };
    try {
      this.log?.('received', xml, req);
      this.#process(xml, req, res, answer);
    } catch (error) {
      const thrown: Loose = error;
      this.log?.('error', thrown, req);
      if (isAnswered) return;
      isAnswered = true;
      if (thrown?.Fault !== undefined) {
        const { body, status } = this.#fault(thrown.Fault, new Date().toISOString());
        send(body, status || 500);
      } else {
        const shown = this.#options['suppressStack'] === true ? thrown?.message : thrown?.stack;
        send(String(shown ?? thrown), 500);
      }
    }
  }

  #process(xml: string, req: Loose, res: Loose, answer: Answer): void {
    const envelope = this.wsdl.xmlToObject(xml);
    const timestamp = envelope['Header']?.Security?.Timestamp;
    let isDone = false;
    const decided = (result: Loose): void => {
      if (isDone || (typeof result !== 'boolean' && !(result instanceof Error))) return;
      isDone = true;
      const answerAs = (body: string, status?: number): void => answer(body, status);
      const fail = (fault: LooseObject): void => {
        const { body, status } = this.#fault(fault, timestamp);
        answerAs(this.#announce(body), status);
      };
      if (result instanceof Error || !result) {
        fail(result instanceof Error ? serverFault(result) : UNAUTHENTICATED());
        return;
      }
      try {
        this.#execute(envelope, req, res, timestamp, answerAs);
      } catch (error) {
        const thrown: Loose = error;
        fail(thrown?.Fault ?? serverFault(thrown));
      }
    };
    if (this.authenticate !== undefined && typeof this.authenticate !== 'function') {
      throw new Error('Invalid authenticate function (not a function)');
    }
    const result = this.authenticate
      ? this.authenticate(envelope['Header']?.Security, decided, req, envelope)
      : true;
    if (typeof result?.then === 'function') result.then(decided, decided);
    else decided(result);
  }

  #execute(envelope: LooseObject, req: Loose, res: Loose, timestamp: Loose, answer: Answer): void {
    const body: Loose = envelope['Body'] ?? (envelope['Body'] === null ? null : envelope);
    if (!body) throw new Error('Failed to parse the SOAP Message body');
    const headers: Loose = envelope['Header'];
    const { service, port, operation, element } = this.#target(body, req);
    const { name } = operation;
    this.emit('request', envelope, name);
    if (headers) this.emit('headers', headers, name);
    const args: Loose = body[element];
    const blocks = this.#soapHeaders.write(name, args, headers, req, res, this);
    const reply = (content: string, status?: number): void =>
      answer(this.#announce(this.#envelope(content, blocks, timestamp), name), status);
    const method: Loose = this.services?.[service.name.localName]?.[port.name]?.[name];
    if (method === undefined && this.services?.[service.name.localName]?.[port.name] === undefined) {
      reply('');
      return;
    }
    if (operation.output === undefined) {
      const { responseCode, emptyBody } = this.#options['oneWay'] ?? {};
      const content = emptyBody ? this.#envelope('', blocks, timestamp) : '';
      answer(this.#announce(content, name), responseCode);
    }
    const finish = (error: Loose, result?: Loose): void => {
      if (operation.output === undefined) return;
      if (error) {
        const { body: fault, status } = this.#fault(error.Fault ?? serverFault(error), timestamp);
        answer(this.#announce(fault, name), status);
        return;
      }
      try {
        reply(this.#content(operation, element, result));
      } catch (failure) {
        finish(failure);
      }
    };
    // With one argument, it is the result, unless it is a fault.
    const callback = (error: Loose, result?: Loose): void =>
      error?.Fault !== undefined || result !== undefined ? finish(error, result) : finish(null, error);
    const result = method.apply(this, [args, callback, headers, req, res]);
    if (typeof result?.then === 'function') result.then((value: Loose) => finish(null, value), finish);
    else if (result !== undefined) finish(null, result);
  }

  /** The operation of a request: by its action, or by the element in its Body. */
  #target(body: LooseObject, req: Loose): Target {
    const path = pathOf(req.url).replace(/\/$/, '');
    this.log?.('info', `Attempting to bind to ${path}`, req);
    const all = this.wsdl.loaded.model.services.flatMap((service) =>
      service.ports.map((port) => ({ service, port })),
    );
    const matching = all.find(({ port }) => {
      const own = pathOf(port.address).replace(/\/$/, '');
      this.log?.('info', `Trying ${port.name} from path ${own}`, req);
      return own === path;
    });
    const found = matching ?? all[0];
    if (found === undefined) throw new Error('Failed to bind to WSDL');
    const { operations } = found.port;
    const element = Object.keys(body).find((name) => name !== this.wsdl.options.attributesKey) ?? '';
    const action = String(req.headers?.soapaction ?? '').replaceAll(/^"|"$/g, '');
    const byAction =
      action === ''
        ? undefined
        : (operations.find(({ soapAction }) => soapAction === action) ??
          operations.find(({ soapAction }) => soapAction.split('/').at(-1) === action));
    // If several operations take one element, the last one counts, as in node-soap.
    const operation =
      action === '' ? operations.findLast(({ input }) => bodyName(input) === element) : byAction;
    if (operation === undefined) {
      throw new Error(
        `no operation of port "${found.port.name}" takes <${element}> or has the action "${action}"`,
      );
    }
    return { ...found, operation, element };
  }

  /** The content of the Body of a response. */
  #content({ output }: Operation, element: string, result: Loose): string {
    if (output === undefined) return '';
    if (output.wrapper === undefined) return this.wsdl.messageToXML(output, result);
    const { namespace } = output.wrapper;
    // Named after the request, as in node-soap: servers of one WSDL agree on it more often than on the declared name.
    const wrapper = { namespace, localName: `${element}Response` };
    return this.wsdl.messageToXML({ ...output, wrapper }, result);
  }

  #announce(result: string, operation?: string): string {
    const response = { result };
    this.emit('response', response, operation);
    return response.result;
  }

  #fault(
    given: LooseObject,
    timestamp: Loose,
  ): { readonly body: string; readonly status: number | undefined } {
    const { statusCode: status, ...fault } = given;
    const { envelopeKey: key } = this.wsdl.options;
    const isOld = 'faultcode' in fault;
    const write = (value: Loose, prefix: string): string => {
      if (!isRecord(value)) return value === null || value === undefined ? '' : escapeText(String(value));
      return Object.entries(value)
        .filter(([name, child]) => child !== undefined && name !== this.wsdl.options.attributesKey)
        .map(([name, child]) =>
          (Array.isArray(child) ? child : [child])
            .map((each) => {
              const own = isRecord(each) ? each[this.wsdl.options.attributesKey] : undefined;
              const attributes = Object.entries(own ?? {}).map(
                ([attribute, text]) => ` ${attribute}="${escapeText(String(text))}"`,
              );
              if (name === this.wsdl.options.valueKey) return escapeText(String(each));
              if (name === this.wsdl.options.xmlKey) return String(each);
              const tag = name.includes(':') ? name : `${prefix}${name}`;
              return `<${tag}${attributes.join('')}>${write(each, prefix)}</${tag}>`;
            })
            .join(''),
        )
        .join('');
    };
    const content = `<${key}:Fault>${write(fault, isOld ? '' : `${key}:`)}</${key}:Fault>`;
    return { body: this.#envelope(content, '', timestamp), status };
  }

  #envelope(body: string, blocks: string, timestamp: Loose): string {
    const { envelopeKey: key, forceSoap12Headers } = this.wsdl.options;
    const namespace = forceSoap12Headers
      ? 'http://www.w3.org/2003/05/soap-envelope'
      : 'http://schemas.xmlsoap.org/soap/envelope/';
    const header = `${blocks}${timestamp ? timestampBlock(key) : ''}`;
    // node-soap does not declare it, not even where a result has nil elements or types.
    const xsi = /\bxsi:/.test(body + header) ? 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' : '';
    return [
      `<?xml version="1.0" encoding="utf-8"?><${key}:Envelope xmlns:${key}="${namespace}"`,
      ` ${xsi}${this.wsdl.xmlnsInEnvelope}>`,
      header === '' ? '' : `<${key}:Header>${header}</${key}:Header>`,
      body === '' ? `<${key}:Body/>` : `<${key}:Body>${body}</${key}:Body>`,
      `</${key}:Envelope>`,
    ].join('');
  }
}

/** A request with a timestamp is answered with one, valid for ten minutes. */
function timestampBlock(envelopeKey: string): string {
  const now = Date.now();
  const [created, expires] = [now, now + 600_000].map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`);
  return [
    `<o:Security ${envelopeKey}:mustUnderstand="1" xmlns:o="${SECURITY}" xmlns:u="${UTILITY}"><u:Timestamp u:Id="_0">`,
    `<u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires></u:Timestamp></o:Security>`,
  ].join('');
}

const UNAUTHENTICATED = (): LooseObject => ({
  Code: { Value: 'SOAP-ENV:Client', Subcode: { Value: 'AuthenticationFailure' } },
  Reason: { Text: 'Invalid username or password' },
  statusCode: 401,
});

const serverFault = (error: Loose): LooseObject => ({
  Code: { Value: 'SOAP-ENV:Server', Subcode: { Value: 'InternalServerError' } },
  Reason: { Text: String(error) },
  statusCode: 500,
});

/** The media type of the request, without what would split the response. */
const contentTypeOf = (value: Loose): string => (typeof value === 'string' ? value : 'application/xml');

function pathOf(url: string | undefined): string {
  try {
    return new URL(url ?? '/', 'http://localhost').pathname;
  } catch {
    return '';
  }
}

function isPath(path: string | RegExp, requested: string): boolean {
  const withSlash = requested.endsWith('/') ? requested : `${requested}/`;
  if (path instanceof RegExp) return path.test(withSlash);
  return (path.endsWith('/') ? path : `${path}/`) === withSlash;
}

/** The body of a request, unpacked if it is packed with gzip. */
async function readBody(req: IncomingMessage): Promise<string> {
  const isPacked = req.headers['content-encoding'] === 'gzip';
  const source = isPacked ? req.pipe(createGunzip()) : req;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > MAX_REQUEST_BYTES) {
      throw Object.assign(new Error(`the request is longer than ${MAX_REQUEST_BYTES} bytes`), {
        status: 413,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Serves the operations of a WSDL at a path of an `http.Server` or an Express application.
 *
 * @param server the server or application
 * @param pathOrOptions the path, or an object with `path`, `services`, `xml` and options
 * @param services functions by service, port and operation: they return a result or a promise, or call back
 * @param xml the text of the WSDL
 * @param callback called when requests are answered
 * @throws {OptionError} for an unknown option or an unusable value
 *
 * @example
 * ```ts
 * const services = { Users: { UsersPort: { GetUser: ({ userId }) => ({ name: names[userId] }) } } };
 * listen(http.createServer().listen(8000), '/users', services, readFileSync('users.wsdl', 'utf8'));
 * ```
 */
export function listen(
  server: Loose,
  pathOrOptions: string | RegExp | CompatOptions,
  services?: LooseObject,
  xml?: string,
  callback?: (error: Loose, server: Server) => void,
): Server {
  const isOptions = typeof pathOrOptions === 'object' && !(pathOrOptions instanceof RegExp);
  const options: CompatOptions = isOptions
    ? pathOrOptions
    : { path: pathOrOptions, services, xml, ...(callback !== undefined && { callback }) };
  const wsdl = readWsdl(options);
  const isUsable = isExpress(server) || (typeof server?.on === 'function' && 'listeners' in server);
  if (!isUsable) throw wrongOption('/server', 'expected an http.Server or an Express app');
  if (typeof options['services'] !== 'object' || options['services'] === null) {
    throw wrongOption('/services', 'expected functions: { Service: { Port: { Operation(args) { … } } } }');
  }
  return new Server(server, options['path'] ?? '/', options['services'], wsdl, options);
}

function isExpress(server: Loose): boolean {
  return typeof server?.route === 'function' && typeof server.use === 'function';
}

function readWsdl(options: CompatOptions): WSDL {
  assertCompatOptions(options, 'listen');
  if (typeof options['xml'] !== 'string') throw wrongOption('/xml', 'expected the text of a WSDL');
  return new WSDL(options['xml'], options['uri'] ?? '', options);
}

function wrongOption(path: string, expected: string): OptionError {
  return new OptionError('listen', { path, expected });
}

/**
 * Creates a server that no socket leads to: `processRequest` of it takes a request and returns the response.
 *
 * @param options `path`, `services`, `xml`, and those of `listen`
 *
 * @example
 * ```ts
 * const server = await createServerless({ path: '/users', services, xml });
 * const { statusCode, body } = await server.processRequest(request);
 * ```
 */
export async function createServerless(options: CompatOptions): Promise<Server> {
  if (!isRecord(options))
    throw new OptionError('createServerless', { path: '', expected: 'expected an object' });
  return await new Promise((resolve, reject) => {
    const callback = (error: Loose, server: Server) => (error ? reject(error) : resolve(server));
    const all = { ...options, callback };
    new Server(null, options['path'] ?? '/', options['services'] ?? {}, readWsdl(all), all);
  });
}

import type { MimePart } from '@soapstone/mime';
import { kindOf, OptionError } from '@soapstone/options';
import {
  createTransport,
  isTransportError,
  type Transport,
  type TransportError,
} from '@soapstone/soap-transport';
import type { CredentialProfile } from '@soapstone/ws-security';
import { routeOf } from './http-route.js';
import type { Loose, LooseObject } from './loosely-typed-values.js';
import { assertCallOptions, type CompatOptions } from './options/options.js';

/** How long a call may take if the program does not say: as long as in node-soap, which has no limit. */
const NO_DEADLINE = 2_147_483_647;
/** The maximum size of a response, unless the option `maxContentLength` of the call sets another one. */
const MAX_RESPONSE_BYTES = 100 * 1024 * 1024;

/** Header fields that frame the message, which the transport writes itself. */
const FRAMING: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'mime-version', 'proxy-authorization', 'proxy-connection'],
  ...['soapaction', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

type Callback = (error: Loose, response?: Loose, body?: Loose) => void;

const USER_AGENT = 'soapstone-compat';
/** How many values of User-Agent get a transport of their own; further ones are sent with the standard one. */
const MAX_TRANSPORTS = 32;
/** The transports of all clients of a process, which share connections: by User-Agent, and whether certificates are checked. */
const transports = new Map<string, Transport>();

function transportFor(isInsecure: boolean, userAgent: string): Transport {
  const key = `${isInsecure} ${userAgent}`;
  let transport = transports.get(key);
  if (transport === undefined) {
    if (transports.size >= MAX_TRANSPORTS && userAgent !== USER_AGENT) {
      return transportFor(isInsecure, USER_AGENT);
    }
    transport = createTransport({
      egress: 'unguarded',
      insecureTls: isInsecure,
      limits: { deadlineMs: NO_DEADLINE, firstByteMs: NO_DEADLINE },
      userAgent,
    });
    transports.set(key, transport);
  }
  return transport;
}

/**
 * Sends the messages of a client: `@soapstone/soap-transport`, or the axios instance of the option `request`. A program can pass
 * another object with a function `request` as the option `httpClient`, or extend this class.
 *
 * @example
 * ```ts
 * class Logged extends HttpClient {
 *   override request(...args: Parameters<HttpClient['request']>) {
 *     console.log(args[0]);
 *     return super.request(...args);
 *   }
 * }
 * const client = await createClientAsync(url, { httpClient: new Logged() });
 * ```
 */
export class HttpClient {
  readonly options: CompatOptions;

  constructor(options: CompatOptions = {}) {
    this.options = options;
  }

  /** Sends `data` with POST, or asks for a document with GET without data. Calls back with a response like that of axios. */
  request(
    address: string,
    data: string | null,
    callback: Callback,
    headers: LooseObject = {},
    options: LooseObject = {},
    _caller?: unknown,
  ): Promise<unknown> {
    const config = this.buildRequest(address, data, headers, options);
    const exchange =
      this.options['request'] === undefined ? this.send(config) : withAxios(this.options['request'], config);
    const result = exchange.then(
      (response) => {
        const body = this.handleResponse(exchange, response, response['data']);
        const found = { config, ...response, data: body };
        return { call: () => callback(null, found, found.data), response: found };
      },
      (error) => ({ call: () => callback(error), response: undefined }),
    );
    // An exception of the program's own callback is not an error of the exchange: it is thrown where nothing else catches it.
    return result.then(({ call, response }) => {
      process.nextTick(call);
      return response;
    });
  }

  /**
   * The request in the form of axios: `url`, `method`, `headers`, `data` and the options of the call. A class that extends this one can
   * change it.
   */
  buildRequest(
    address: string,
    data: string | null,
    headers: LooseObject = {},
    options: LooseObject = {},
  ): LooseObject {
    const method = data === null ? 'GET' : 'POST';
    return { ...options, url: address, method, headers: { ...headers, ...options['headers'] }, data };
  }

  /** The body of a response as programs get it: the envelope, without what stands around it. A class that extends this one can change it. */
  handleResponse(_request: unknown, _response: LooseObject, body: Loose): Loose {
    return envelopeIn(body);
  }

  private async send(config: LooseObject, redirects = 0): Promise<LooseObject> {
    const { url, method: _, data, headers, ...options } = config;
    assertCallOptions(options, 'an operation');
    const { agent, proxy } = routeOf(url, options);
    const isInsecure = agent['rejectUnauthorized'] === false || agent['strictSSL'] === false;
    const { fields, contentType, soapAction, userAgent } = splitHeaders(headers);
    const transport = transportFor(isInsecure, userAgent);
    const credentials = credentialsOf(agent);
    const deadlineMs = options['timeout'] > 0 ? Number(options['timeout']) : NO_DEADLINE;
    const maxBytes =
      options['maxContentLength'] > 0 ? Number(options['maxContentLength']) : MAX_RESPONSE_BYTES;
    try {
      if (data === null) {
        const { bytes } = await transport.fetchDocument(url, {
          credentials: { ...credentials, headers: fields },
          // Redirected to another host, it gets neither credentials nor headers.
          credentialsFor: new URL(url).origin,
          ...proxy,
          deadlineMs: deadlineMs === NO_DEADLINE ? 60_000 : deadlineMs,
          maxBytes,
        });
        return { status: 200, statusText: 'OK', headers: {}, data: text(bytes) };
      }
      const { attachments = [], forceMTOM } = options;
      const isMtom = forceMTOM || attachments.length > 0;
      const parts = await Promise.all(attachments.map(mimePart));
      const response = await transport.send(
        {
          url,
          body: new TextEncoder().encode(data),
          contentType,
          soapVersion: soapAction === undefined ? '1.2' : '1.1',
          ...(soapAction !== undefined && { soapAction }),
          ...(isMtom && { packaging: 'mtom' as const, attachments: parts }),
          credentials,
          headers: fields,
          ...proxy,
          account: '',
          deadlineMs,
          maxResponseBytes: maxBytes,
        },
        options['signal'],
      );
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body) chunks.push(chunk);
      const { status, statusText = status === 200 ? 'OK' : '' } = response;
      const received = response.multipart ? await response.attachments() : [];
      return {
        status,
        statusText,
        headers: fieldsOf(response.headers),
        data: text(Buffer.concat(chunks)),
        ...(response.multipart &&
          (this.options['parseResponseAttachments'] || this.options['parseReponseAttachments']) && {
            mtomResponseAttachments: { parts: received.map(receivedPart) },
          }),
      };
    } catch (error) {
      if (!isTransportError(error)) throw error;
      const next = redirects < MAX_REDIRECTS ? redirectOf(error, url) : undefined;
      if (next !== undefined) return await this.send({ ...config, ...next }, redirects + 1);
      if (data === null && error.upstreamStatus !== undefined) {
        return { status: error.upstreamStatus, statusText: '', headers: {}, data: '' };
      }
      throw likeAxios(error, deadlineMs, headers);
    }
  }
}

/** Sends with an axios instance, which gets the options that it gets from node-soap. */
async function withAxios(axios: Loose, config: LooseObject): Promise<LooseObject> {
  const unsupported = ['attachments', 'forceMTOM', 'ntlm', 'cert', 'key', 'pfx'].find((name) => config[name]);
  if (unsupported !== undefined && config['httpsAgent'] === undefined) {
    throw new OptionError('the call', {
      path: `/${unsupported}`,
      expected: 'leave out the option request of createClient: then the transport of Soapstone does this',
    });
  }
  const { attachments: _, forceMTOM: __, postProcess: ___, exchangeId: ____, ...request } = config;
  return await axios({
    validateStatus: null,
    transformResponse: (data: unknown) => data,
    ...request,
  });
}

/** The headers that the transport sends as they are, and those that it writes itself. */
function splitHeaders(headers: LooseObject): {
  readonly fields: Record<string, string>;
  readonly contentType: string;
  readonly soapAction: string | undefined;
  readonly userAgent: string;
} {
  const fields: Record<string, string> = {};
  let contentType = 'text/xml; charset=utf-8';
  let soapAction: string | undefined;
  let userAgent = USER_AGENT;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    const lower = name.toLowerCase();
    if (lower === 'content-type') contentType = String(value);
    else if (lower === 'soapaction') soapAction = String(value);
    else if (lower === 'user-agent') userAgent = String(value);
    else if (!FRAMING.has(lower)) fields[lower] = String(value);
  }
  return { fields, contentType, soapAction, userAgent };
}

/** The credentials in the options of a call, or of an `https.Agent`. */
function credentialsOf(options: LooseObject): CredentialProfile {
  const { cert, key, pfx, passphrase, ca, auth, ntlm, username, password, domain, workstation } = options;
  const secret = passphrase === undefined ? {} : { passphrase: String(passphrase) };
  const list = Array.isArray(ca) ? ca : [ca];
  return {
    ...(ntlm && {
      ntlm: { username, password, ...(domain && { domain }), ...(workstation && { workstation }) },
    }),
    ...(auth && { basic: { username: String(auth.username), password: String(auth.password) } }),
    ...(cert &&
      key && { clientCertificate: { certificate: String(cert), privateKey: String(key), ...secret } }),
    ...(pfx && { clientCertificate: { pfx: Uint8Array.from(pfx), ...secret } }),
    ...(ca && { ca: list.map(String) }),
  };
}

async function mimePart({ contentId, mimetype, name, body }: LooseObject, index: number): Promise<MimePart> {
  const data = await bytesOf(body);
  if (data === undefined) {
    const expected = `expected bytes, a string, a Blob or a readable stream, not ${kindOf(body)}`;
    throw new OptionError('the call of an operation', { path: `/attachments/${index}/body`, expected });
  }
  return { contentId, contentType: mimetype, data, ...(name !== undefined && { filename: String(name) }) };
}

/** The bytes of an attachment; `undefined` for a value that has none. A stream is read to its end. */
async function bytesOf(body: Loose): Promise<Uint8Array | undefined> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array || Array.isArray(body)) return Uint8Array.from(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  if (typeof body?.[Symbol.asyncIterator] !== 'function') return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Header fields as axios has them: `set-cookie` is a list, also with one cookie. */
function fieldsOf(headers: LooseObject): LooseObject {
  const cookies = headers['set-cookie'];
  return typeof cookies === 'string' ? { ...headers, 'set-cookie': [cookies] } : headers;
}

const receivedPart = ({ contentId, contentType, data }: MimePart): LooseObject => ({
  body: Buffer.from(data),
  headers: { 'content-type': contentType, 'content-id': `<${contentId}>` },
});

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The maximum number of redirects of one call. */
const MAX_REDIRECTS = 5;

/**
 * Where a redirected call continues, as axios follows it: with a GET after 301, 302 and 303. `undefined` for another host, which would get
 * the message and its credentials, and for a way from https to http.
 */
function redirectOf(
  { upstreamStatus: status, answer }: TransportError,
  from: string,
): LooseObject | undefined {
  const location = answer?.headers['location'];
  const isRedirect = status !== undefined && [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || typeof location !== 'string' || !URL.canParse(location, from)) return undefined;
  const [old, next] = [new URL(from), new URL(location, from)];
  const isSafe =
    next.hostname === old.hostname && (next.protocol === old.protocol || next.protocol === 'https:');
  if (!isSafe) return undefined;
  return { url: next.href, ...(status < 304 && { data: null }) };
}

/** The error of axios for a failed exchange: programs look at its code. */
function likeAxios(error: TransportError, deadlineMs: number, headers: LooseObject): Error {
  let code: string | undefined;
  let message = error.message;
  let inner: Loose = error;
  for (let step = 0; step < 10 && inner; step += 1) {
    if (
      typeof inner.code === 'string' &&
      /^(?:E[A-Z_]+|CERT_|DEPTH_|UNABLE_|SELF_SIGNED|HOSTNAME)/.test(inner.code)
    ) {
      code = inner.code;
      message = inner.message || message;
      break;
    }
    inner = inner.cause ?? inner.errors?.[0];
  }
  if (error.code === 'UPSTREAM_TIMEOUT') {
    code = 'ECONNABORTED';
    message = `timeout of ${deadlineMs}ms exceeded`;
  }
  if (error.code === 'ABORTED') code = 'ERR_CANCELED';
  if (error.code === 'UPSTREAM_RESET' && code === undefined) {
    code = 'ECONNRESET';
    message = 'socket hang up';
  }
  return Object.assign(new Error(message, { cause: error }), {
    code: code ?? error.code,
    config: { headers },
  });
}

/** The envelope in a body, without what stands before and after it, and without the first comment. As it is, if there is none. */
function envelopeIn(body: Loose): Loose {
  if (typeof body !== 'string') return body;
  const comment = body.indexOf('<!--');
  const commentEnd = comment === -1 ? -1 : body.indexOf('-->', comment);
  const content = commentEnd === -1 ? body : body.slice(0, comment) + body.slice(commentEnd + 3);
  const [tag = '', prefix = ''] = /<([^\s<>:/?!]{1,100}):Envelope(?=[\s>])/i.exec(content) ?? [];
  if (tag === '') return body;
  const start = content.indexOf(tag);
  const closing = `</${prefix}:Envelope>`;
  const end = content.toLowerCase().lastIndexOf(closing.toLowerCase());
  if (end < start) return body;
  const before = content.slice(0, start).trimEnd();
  const prolog = before.endsWith('?>') ? before.lastIndexOf('<?') : -1;
  return content.slice(prolog === -1 ? start : prolog, end + closing.length);
}

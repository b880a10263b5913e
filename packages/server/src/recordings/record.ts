import { assertOptions, callback, count, members, text } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { bytesResponse, plainResponse } from '../call/responses.js';
import { Refusal } from '../fault/refusal.js';
import { listen } from '../node.js';
import { HttpRefusal } from '../request/read-request.js';
import { httpAddress, tcpPort } from '../service/options.js';
import type { ServerSource } from '../service/read-source.js';
import { digest, type Message, readMessage } from './contract.js';
import { memberRules } from './member-rules.js';
import { Recording } from './recording.js';
import { exchangeName } from './recording-files.js';
import { send } from './send.js';

/** Options for recording a service. */
export interface RecordOptions {
  /** The address of the service. */
  readonly upstream: string;
  /** The folder of the recording; created if it does not exist. New exchanges are added to an existing recording. */
  readonly directory: string;
  /** The name of the service, if the WSDL has several. Default: the first one with a SOAP operation. */
  readonly service?: string | undefined;
  /**
   * Members whose text is stored as `REDACTED`: `password` for every element of that name, `credentials.password` for one inside
   * `credentials`, `@token` for an attribute. WS-Security header blocks are always redacted, and HTTP headers are not stored.
   */
  readonly redact?: readonly string[] | undefined;
  /** Members that do not count when messages are compared, such as `requestId` and `headers.Session`. */
  readonly ignore?: readonly string[] | undefined;
  /** The maximum size of one message, in bytes. Default 67,108,864 (64 MiB). */
  readonly messageBytes?: number | undefined;
  /** TCP port. Default: a free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Called for each call. */
  readonly onCall?: ((call: RecordedCall) => void) | undefined;
}

/** A call that was forwarded. */
export interface RecordedCall {
  readonly operation: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** The common start of its file names, if it was stored. */
  readonly stored?: string;
  /** Why it was not stored: it is in the recording already, its secrets cannot be found, or the recording is full. */
  readonly skipped?: 'known' | 'unreadable' | 'full';
}

/** A recorder that listens on a port. */
export interface Recorder {
  /** `http://127.0.0.1:8091/`: what the client calls in place of the service. */
  readonly address: string;
  /** Closes the recorder after everything is stored. */
  close(): Promise<void>;
}

/** A recorder without a socket. */
export interface RecordHandler {
  /** The external names of the operations. */
  readonly operations: readonly string[];
  /** Forwards a request. Never rejects because of the service. */
  fetch(request: Request): Promise<Response>;
  /** Resolves when all exchanges so far are stored. Rejects if one could not be stored. */
  stored(): Promise<void>;
}

/** The maximum number of exchanges in one recording. */
const MAX_EXCHANGES = 10_000;
/** Header fields that belong to one connection (RFC 9110 §7.6.1), or that sending rewrites. */
const NOT_FORWARDED = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'content-length', 'accept-encoding', 'expect'],
]);
/** The same of a response, whose body has been decoded. */
const NOT_RETURNED = new Set([...NOT_FORWARDED, 'content-encoding']);

const recordOptions = members<RecordOptions>(
  {
    upstream: httpAddress,
    directory: text,
    service: text,
    redact: memberRules,
    ignore: memberRules,
    messageBytes: count,
    port: tcpPort,
    host: text,
    fetch: callback,
    onCall: callback,
  },
  ['upstream', 'directory'],
);

/**
 * Starts a proxy between a client and a service that stores each distinct exchange in a folder: the request, the response and their
 * metadata. `replay` serves them, `verify` sends them again.
 *
 * @param source the WSDL; see `ServerSource`
 * @throws {WsdlError} if the WSDL cannot be read
 * @throws {OptionError} if an option is not usable
 *
 * @example
 * ```ts
 * const recorder = await record('users.wsdl', { upstream: 'https://partner.example/users', directory: 'fixtures/users' });
 * await codeUnderTest(recorder.address);
 * await recorder.close();
 * ```
 */
export async function record(source: ServerSource, options: RecordOptions): Promise<Recorder> {
  const { fetch: answer, stored } = await createRecorder(source, options);
  const { port, host } = options;
  const { address, close } = await listen({ fetch: answer }, { port, host });
  return {
    address,
    async close() {
      await close();
      await stored();
    },
  };
}

/**
 * Creates the same without a socket, for servers that take `fetch` handlers, and for `toNodeHandler`.
 *
 * @throws {WsdlError} and {OptionError} as `record`
 *
 * @example
 * ```ts
 * const { fetch, stored } = await createRecorder('users.wsdl', { upstream, directory: 'fixtures/users' });
 * ```
 */
export async function createRecorder(source: ServerSource, options: RecordOptions): Promise<RecordHandler> {
  assertOptions(recordOptions, options, 'record');
  const { directory, service, redact, ignore, messageBytes } = options;
  const rules = defined({ service, redact, ignore });
  const recording = await Recording.create(directory, source, rules, messageBytes);
  const proxy = await RecordingProxy.start(recording, options);
  return {
    operations: [...recording.contract.operations.names],
    fetch: (request) => proxy.fetch(request),
    stored: () => proxy.stored(),
  };
}

class RecordingProxy {
  readonly #recording: Recording;
  readonly #options: RecordOptions;
  /** The digests of the known responses to each request, by its key. */
  readonly #known = new Map<string, string[]>();
  #count = 0;
  /** Exchanges are stored one at a time, so that two of the same request do not get the same name. */
  #storing: Promise<void> = Promise.resolve();
  /** The error about the first exchange that could not be stored. */
  #failure: unknown;

  private constructor(recording: Recording, options: RecordOptions) {
    this.#recording = recording;
    this.#options = options;
  }

  static async start(recording: Recording, options: RecordOptions): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(recording, options);
    for (const { key, read, response } of await recording.exchanges())
      proxy.#remember(key, digest(await recording.replyText(read, response)));
    return proxy;
  }

  /** Resolves when all exchanges so far are stored. Rejects if one could not be stored. */
  async stored(): Promise<void> {
    await this.#storing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return this.#recording.contract.describe(request);
    let sent: Message;
    try {
      sent = await readMessage(request, this.#recording.contract.messageBytes);
    } catch (error) {
      if (error instanceof HttpRefusal) return plainResponse(error.status, error.message, error.headers);
      throw error;
    }
    const { upstream, fetch: using } = this.#options;
    const headers = withoutFields(request.headers, NOT_FORWARDED);
    const { messageBytes } = this.#recording.contract;
    const message = { headers, body: sent.body, until: request.signal, messageBytes };
    const reply = await send(upstream, message, using);
    if (typeof reply === 'string') return plainResponse(502, `the service did not answer: ${reply}`);
    const { status, message: received } = reply;
    this.#storing = this.#storing
      .then(async () => {
        const call = await this.#store(sent, { ...received, status });
        this.#options.onCall?.({ status, ...call });
      })
      .catch((error: unknown) => {
        // The caller still gets its response; `stored` reports the failure.
        this.#failure ??= error;
      });
    await this.#storing;
    return bytesResponse(status, received.body, withoutFields(reply.headers, NOT_RETURNED));
  }

  async #store(
    sent: Message,
    received: Message & { readonly status: number },
  ): Promise<Omit<RecordedCall, 'status'>> {
    const recording = this.#recording;
    const request = await recording.redacted(sent, 'input');
    if (request === undefined) return { operation: 'unknown', skipped: 'unreadable' };
    const { read, key } = await recording.read(request).catch((error: unknown) => {
      if (error instanceof Refusal) return { read: undefined, key: '' };
      throw error;
    });
    if (read === undefined) return { operation: 'unknown', skipped: 'unreadable' };
    const { operation } = read;
    // Content that is not XML has no members to redact: the error page of a proxy, for example, is stored unchanged.
    const redacted = await recording.redacted(received, 'result');
    const isXml = /xml|multipart/i.test(received.contentType) && received.body.length > 0;
    if (redacted === undefined && isXml) return { operation, skipped: 'unreadable' };
    const response = { ...(redacted ?? received), status: received.status };
    const reply = digest(await recording.replyText(read, response));
    if (this.#known.get(key)?.includes(reply)) return { operation, skipped: 'known' };
    if (this.#count >= MAX_EXCHANGES) return { operation, skipped: 'full' };
    const name = exchangeName(operation, key, this.#remember(key, reply));
    await recording.store({ name, operation, request, response });
    return { operation, stored: name };
  }

  /** @returns the number of this response among those to its request, from 1 */
  #remember(key: string, reply: string): number {
    const replies = this.#known.get(key) ?? [];
    this.#known.set(key, replies);
    this.#count++;
    return replies.push(reply);
  }
}

function withoutFields(headers: Headers, names: ReadonlySet<string>): Headers {
  const kept = new Headers();
  for (const [name, value] of headers) if (!names.has(name)) kept.append(name, value);
  return kept;
}

import { assertOptions, callback, count, members, text } from '@soapstone/options';
import { escapeText } from '@soapstone/soap-model/xml';
import { bytesResponse, plainResponse, refusalResponse } from '../call/responses.js';
import { Refusal } from '../fault/refusal.js';
import { listen } from '../node.js';
import { HttpRefusal } from '../request/read-request.js';
import { append } from '../service/operations.js';
import { tcpPort } from '../service/options.js';
import { type Message, type ReadRequest, readMessage } from './contract.js';
import type { ReadExchange } from './exchange-reader.js';
import { memberRules } from './member-rules.js';
import { describeDifference, findNearest, MAX_DIFFERENCES, type NearestExchange } from './nearest.js';
import { Recording } from './recording.js';

/** Options for serving a recording. */
export interface ReplayOptions {
  /** Members that do not count, in addition to those of `recording.json`; see `RecordOptions`. */
  readonly ignore?: readonly string[] | undefined;
  /** The maximum size of one message, in bytes. Default 67,108,864 (64 MiB). */
  readonly messageBytes?: number | undefined;
  /** TCP port. Default: a free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Called for each call. */
  readonly onCall?: ((call: ReplayedCall) => void) | undefined;
}

/** A call, and the recorded exchange whose response it got. */
export interface ReplayedCall {
  readonly operation: string;
  readonly input?: unknown;
  /** The name of the exchange; absent for a call that is not recorded. */
  readonly exchange?: string;
  /** For a call that is not recorded: the exchange of this operation with the fewest differences, and these differences. */
  readonly nearest?: NearestExchange;
}

/** A recording without a socket. */
export interface ReplayHandler {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The calls so far, at most the last 1,000. */
  readonly calls: readonly ReplayedCall[];
  /** The external names of the recorded operations. */
  readonly operations: readonly string[];
  /** Forgets the calls, and starts again with the first of several responses to the same request. */
  reset(): void;
}

/** A recording that is served on a port. */
export interface Replay extends ReplayHandler {
  /** `http://127.0.0.1:8092/`: what the client calls in place of the service. */
  readonly address: string;
  close(): Promise<void>;
}

const MAX_CALLS = 1_000;
/** The maximum number of exchanges that are compared to find the nearest one. */
const MAX_COMPARED = 500;

const replayOptions = members<ReplayOptions>({
  ignore: memberRules,
  messageBytes: count,
  port: tcpPort,
  host: text,
  onCall: callback,
});

/**
 * Serves what `record` stored: byte for byte, to requests with the same content. Prefixes, the order of attributes, white space
 * between elements and ignored members make no difference. Several responses to one request are served in order; the last one
 * repeats. A request that is not recorded gets a `Client` fault that names the nearest recording and where it differs.
 *
 * @param directory the folder of the recording
 * @throws {RecordingError} if it is not a recording
 * @throws {OptionError} if an option is not usable
 *
 * @example
 * ```ts
 * const server = await replay('fixtures/users');
 * await codeUnderTest(server.address);
 * expect(server.calls.every(({ exchange }) => exchange !== undefined)).toBe(true);
 * await server.close();
 * ```
 */
export async function replay(directory: string, options: ReplayOptions = {}): Promise<Replay> {
  const handler = await createReplay(directory, options);
  const { port, host } = options;
  const { address, close } = await listen(handler, { port, host });
  return Object.assign(handler, { address, close });
}

/**
 * Creates the same without a socket, for servers that take `fetch` handlers, and for `toNodeHandler`.
 *
 * @throws {OptionError} as `replay`
 *
 * @example
 * ```ts
 * const { fetch } = await createReplay('fixtures/users');
 * ```
 */
export async function createReplay(directory: string, options: ReplayOptions = {}): Promise<ReplayHandler> {
  assertOptions(text, directory, 'replay', 'directory');
  assertOptions(replayOptions, options, 'replay');
  const recording = await Recording.open(directory, options.ignore, options.messageBytes);
  const handler = new Replaying(recording, await recording.exchanges(), options.onCall);
  return {
    fetch: (request) => handler.fetch(request),
    calls: handler.calls,
    operations: handler.operations,
    reset: () => handler.reset(),
  };
}

class Replaying {
  readonly calls: ReplayedCall[] = [];
  readonly operations: readonly string[];
  readonly #recording: Recording;
  readonly #byKey = new Map<string, ReadExchange[]>();
  readonly #byOperation = new Map<string, ReadExchange[]>();
  readonly #uses = new Map<string, number>();
  readonly #onCall: ((call: ReplayedCall) => void) | undefined;

  constructor(
    recording: Recording,
    exchanges: readonly ReadExchange[],
    onCall: ((call: ReplayedCall) => void) | undefined,
  ) {
    this.#recording = recording;
    this.#onCall = onCall;
    for (const exchange of exchanges) {
      append(this.#byKey, exchange.key, exchange);
      append(this.#byOperation, exchange.read.operation, exchange);
    }
    this.operations = [...this.#byOperation.keys()];
  }

  reset(): void {
    this.calls.length = 0;
    this.#uses.clear();
  }

  async fetch(request: Request): Promise<Response> {
    const { contract } = this.#recording;
    if (request.method !== 'POST') return contract.describe(request);
    const contentType = request.headers.get('content-type') ?? '';
    const spoken = /application\/soap\+xml/i.test(contentType) ? '1.2' : '1.1';
    const { versions } = contract.operations;
    try {
      return await this.#answer(await readMessage(request, contract.messageBytes), spoken);
    } catch (error) {
      if (error instanceof HttpRefusal) return plainResponse(error.status, error.message, error.headers);
      if (!(error instanceof Refusal)) return plainResponse(500, 'the recording cannot be served');
      this.#call({ operation: 'unknown' });
      return refusalResponse(error, { versions, head: undefined, spoken });
    }
  }

  async #answer(message: Message, spoken: '1.1' | '1.2'): Promise<Response> {
    const compared = (await this.#recording.redacted(message, 'input')) ?? message;
    const { read, key } = await this.#recording.read(compared);
    const { operation, content } = read;
    const found = this.#byKey.get(key);
    if (found === undefined) {
      const nearest = this.#nearest(read);
      this.#call({ operation, input: content['input'], ...(nearest !== undefined && { nearest }) });
      const { versions } = this.#recording.contract.operations;
      return refusalResponse(this.#notRecorded(operation, nearest), { versions, head: read.head, spoken });
    }
    const use = this.#uses.get(key) ?? 0;
    this.#uses.set(key, use + 1);
    const exchange = found[Math.min(use, found.length - 1)]!;
    this.#call({ operation, input: content['input'], exchange: exchange.name });
    return responseOf(exchange, read);
  }

  #call(call: ReplayedCall): void {
    if (this.calls.push(call) > MAX_CALLS) this.calls.shift();
    this.#onCall?.(call);
  }

  #nearest({ operation, content }: ReadRequest): NearestExchange | undefined {
    const recorded = (this.#byOperation.get(operation) ?? []).slice(0, MAX_COMPARED);
    return findNearest(
      this.#recording.compared(content),
      recorded.map(({ name, read }) => ({
        exchange: name,
        content: this.#recording.compared(read.content),
      })),
    );
  }

  #notRecorded(operation: string, nearest: NearestExchange | undefined): Refusal {
    if (nearest === undefined) {
      const names = this.operations.slice(0, MAX_DIFFERENCES).join(', ');
      const recorded = names === '' ? 'the recording is empty' : `recorded are ${names}`;
      return new Refusal('Sender', `no call of ${operation} is recorded: ${recorded}`);
    }
    const { exchange, differences } = nearest;
    const problems = differences.map((each) => ({
      path: each.path,
      code: each.kind,
      message: describeDifference(each),
    }));
    return new Refusal(
      'Sender',
      `this call of ${operation} is not recorded: the nearest recording is ${exchange}`,
      { problems },
    );
  }
}

/**
 * Returns the recorded response. A client that uses WS-Addressing checks that `RelatesTo` is the ID of its own message, so only
 * this text is replaced.
 */
function responseOf({ read, response }: ReadExchange, { head }: ReadRequest): Response {
  const { status, contentType, body } = response;
  const [recorded, current] = [read.head?.addressing?.messageId, head?.addressing?.messageId];
  const bytes =
    recorded === undefined || current === undefined || recorded === current
      ? body
      : renewed(body, escapeText(recorded), escapeText(current));
  return bytesResponse(status, bytes, contentType === '' ? {} : { 'content-type': contentType });
}

function renewed(body: Uint8Array, recorded: string, current: string): Uint8Array {
  const bytes = Buffer.from(body);
  const at = bytes.indexOf(`>${recorded}</`);
  if (at === -1) return body;
  const rest = bytes.subarray(at + 1 + Buffer.byteLength(recorded));
  return Buffer.concat([bytes.subarray(0, at + 1), Buffer.from(current), rest]);
}

import {
  assertOptions,
  callback,
  count,
  listOf,
  members,
  OptionError,
  recordOf,
  text,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { httpAddress } from '../service/options.js';
import { type Difference, findDifferences, isOfShape } from './differences.js';
import type { ReadExchange } from './exchange-reader.js';
import { memberRules } from './member-rules.js';
import { Recording } from './recording.js';
import { replaceIn } from './redact.js';
import { type Reply, send } from './send.js';

/** Options for comparing a recording with a service. */
export interface VerifyOptions {
  /** The address of the service. */
  readonly against: string;
  /** Only the requests of these operations are sent. Default: all. */
  readonly operations?: readonly string[] | undefined;
  /** Members that do not count, in addition to those of `recording.json`; see `RecordOptions`. */
  readonly ignore?: readonly string[] | undefined;
  /** The texts to put into redacted members of the requests, by rule: `{password: process.env.PASSWORD}`. */
  readonly fill?: Readonly<Record<string, string>> | undefined;
  /** HTTP header fields of every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The maximum size of one message, in bytes. Default 67,108,864 (64 MiB). */
  readonly messageBytes?: number | undefined;
  /** The timeout of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Called after each comparison. */
  readonly onVerified?: ((verified: VerifiedExchange) => void) | undefined;
}

/** A recorded exchange, compared with the current response of the service. */
export interface VerifiedExchange {
  readonly exchange: string;
  readonly operation: string;
  /**
   * - `same`: nothing that counts differs
   * - `value`: different content in the same members
   * - `shape`: members are missing, new or of another type, there is a fault in place of a result, or the response deviates from the WSDL
   * - `failed`: there was no response
   */
  readonly outcome: 'same' | 'value' | 'shape' | 'failed';
  readonly differences: readonly Difference[];
  /** Deviations from the WSDL that the recorded response does not have. */
  readonly deviations: readonly string[];
  /** Why there was no response. */
  readonly reason?: string;
}

const MAX_DIFFERENCES = 100;
const DEFAULT_TIMEOUT_MS = 30_000;

const verifyOptions = members<VerifyOptions>(
  {
    against: httpAddress,
    operations: listOf(text),
    ignore: memberRules,
    fill: recordOf(text),
    headers: recordOf(text),
    fetch: callback,
    messageBytes: count,
    timeout: count,
    onVerified: callback,
  },
  ['against'],
);

/**
 * Sends the requests of a recording to a live service, one after the other, and compares its responses with the recorded ones.
 *
 * @param directory the folder of the recording
 * @throws {RecordingError} if it is not a recording
 * @throws {OptionError} if it has no such operation, or an option is not usable
 *
 * @example
 * ```ts
 * const verified = await verify('fixtures/users', { against: 'https://partner.example/users', ignore: ['result.time'] });
 * const changed = verified.filter(({ outcome }) => outcome !== 'same');
 * ```
 */
export async function verify(
  directory: string,
  options: VerifyOptions,
): Promise<readonly VerifiedExchange[]> {
  assertOptions(text, directory, 'verify', 'directory');
  assertOptions(verifyOptions, options, 'verify');
  const { ignore, operations, messageBytes, onVerified } = options;
  const recording = await Recording.open(directory, ignore, messageBytes);
  const exchanges = await recording.exchanges();
  const recorded = new Set(exchanges.map(({ operation }) => operation));
  const unknown = operations?.find((name) => !recorded.has(name));
  if (unknown !== undefined) {
    const expected = `expected operations that are recorded: ${[...recorded].join(', ')}`;
    throw new OptionError('verify', { path: '/operations', expected });
  }
  const verified: VerifiedExchange[] = [];
  for (const exchange of exchanges) {
    if (operations !== undefined && !operations.includes(exchange.operation)) continue;
    const one = await compare(recording, exchange, options);
    verified.push(one);
    onVerified?.(one);
  }
  return verified;
}

async function compare(
  recording: Recording,
  exchange: ReadExchange,
  options: VerifyOptions,
): Promise<VerifiedExchange> {
  const { name, operation, read, response } = exchange;
  const told = { exchange: name, operation };
  const reply = await resend(exchange, options, recording.contract.messageBytes);
  if (typeof reply === 'string')
    return { ...told, outcome: 'failed', differences: [], deviations: [], reason: reply };
  const { status, message } = reply;
  const then = await recording.contract.readReply(read.served, response.status, response);
  // The recorded response is redacted, so redact this one before comparing them.
  const redacted = (await recording.redacted(message, 'result')) ?? message;
  const now = await recording.contract.readReply(read.served, status, redacted);
  const differences = findDifferences(
    recording.compared({ status: response.status, ...then.content }),
    recording.compared({ status, ...now.content }),
    MAX_DIFFERENCES,
  );
  const deviations = now.deviations.filter((each) => !then.deviations.includes(each));
  const isShape = deviations.length > 0 || differences.some(isOfShape);
  const outcome = isShape ? 'shape' : differences.length > 0 ? 'value' : 'same';
  return { ...told, outcome, differences, deviations };
}

/** Sends the request of an exchange again, with its redacted members filled in. */
async function resend(
  { request }: ReadExchange,
  { against, fill = {}, headers, fetch: using, timeout = DEFAULT_TIMEOUT_MS }: VerifyOptions,
  messageBytes: number,
): Promise<Reply | string> {
  let message = request;
  for (const [rule, value] of Object.entries(fill))
    message = (await replaceIn(message, [rule], 'input', () => value)) ?? message;
  const { body, contentType, soapAction } = message;
  const own = { 'content-type': contentType, ...defined({ soapaction: soapAction }), ...headers };
  return await send(against, { headers: own, body, until: timeout, messageBytes }, using);
}

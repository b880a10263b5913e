import { assertOptions, members, text } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import { Refusal } from '../fault/refusal.js';
import { Contract, canonicalText, digest, type Message } from './contract.js';
import { ExchangeReader } from './exchange-reader.js';
import { memberRules } from './member-rules.js';
import { describeDifference, findNearest, type NearestExchange } from './nearest.js';
import { exchangeName, recordingFiles } from './recording-files.js';

/** Options for a matcher. */
export interface MatcherOptions {
  /** The name of the service, if the WSDL has several. Default: the first one with a SOAP operation. */
  readonly service?: string | undefined;
  /** Members whose text is replaced; see `RecordOptions`. */
  readonly redact?: readonly string[] | undefined;
  /** Matches the names of further members whose text is replaced, such as `/password$/i`. */
  readonly redactNames?: RegExp | undefined;
  /** Members that do not count when requests are compared; see `RecordOptions`. */
  readonly ignore?: readonly string[] | undefined;
}

/** The content of a request. */
export interface MatchedRequest {
  readonly operation: string;
  /** A SHA-256 that is equal for requests with the same content: prefixes, white space and redacted texts make no difference. */
  readonly key: string;
  /** The common start of its file names: `GetUser.3f2a1c9b`. */
  readonly name: string;
  /** The members that count, as JSON text. */
  readonly content: string;
}

/** An exchange as it may be stored: without secrets. */
export interface StorableExchange extends MatchedRequest {
  readonly request: Message;
  readonly response: Message & { readonly status: number };
  /** A SHA-256 that is equal for responses with the same content. */
  readonly reply: string;
  /** The names of the members whose text was replaced. */
  readonly redacted: readonly string[];
}

/** An exchange that is written to a folder. */
export interface ArchivedExchange extends Pick<StorableExchange, 'request' | 'response' | 'redacted'> {}

/** Reads, redacts and compares exchanges for a program that stores them itself. */
export interface Matcher {
  /** Returns the stored form of an exchange; undefined for an unreadable message, because there is no telling where its secrets are. */
  store(
    request: Message,
    response: Message & { readonly status: number },
  ): Promise<StorableExchange | undefined>;
  /** Computes what identifies a request; undefined for one that is not an envelope. */
  find(request: Message): Promise<MatchedRequest | undefined>;
  /**
   * Returns the files of a folder that `replay` and `verify` can read, by path. Exchanges of one request are in the order of their
   * recording.
   */
  archive(exchanges: readonly ArchivedExchange[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

const matcherOptions = members<MatcherOptions>({
  service: text,
  redact: memberRules,
  redactNames: (value) =>
    value instanceof RegExp ? [] : [{ path: '', expected: 'expected a regular expression' }],
  ignore: memberRules,
});

/**
 * Creates a matcher, for programs that keep recordings in a database: the same redaction, keys and comparison as in a folder.
 *
 * @param model the service
 * @throws {OptionError} if an option is not usable
 *
 * @example
 * ```ts
 * const matcher = await createMatcher(model, { redactNames: /password$/i });
 * const stored = await matcher.store(request, response);
 * (await matcher.find(request))?.key === stored?.key; // true
 * ```
 */
export async function createMatcher(model: ServiceModel, options: MatcherOptions = {}): Promise<Matcher> {
  assertOptions(matcherOptions, options, 'createMatcher');
  const { service, redact = [], ignore = [], redactNames } = options;
  const contract = await Contract.read(model, service);
  const reader = new ExchangeReader(contract, { redact, ignore, redactNames });
  const find = async (request: Message, names?: Set<string>) => {
    const message = await reader.redacted(request, 'input', names);
    if (message === undefined) return undefined;
    const found = await reader.read(message).catch(asUnreadable);
    if (found === undefined) return undefined;
    const { read, key } = found;
    const { operation } = read;
    const content = canonicalText(reader.compared(read.content));
    return {
      message,
      read,
      matched: { operation, key: digest(key), name: exchangeName(operation, key, 1), content },
    };
  };
  return {
    async find(request) {
      return (await find(request))?.matched;
    },
    async store(request, response) {
      const names = new Set<string>();
      const found = await find(request, names);
      if (found === undefined) return undefined;
      const redacted = await reader.redacted(response, 'result', names);
      if (redacted === undefined && response.body.length > 0) return undefined;
      const kept = { ...(redacted ?? response), status: response.status };
      const reply = digest(await reader.replyText(found.read, kept));
      const { matched, message } = found;
      return { ...matched, request: message, response: kept, reply, redacted: [...names] };
    },
    async archive(exchanges) {
      const counts = new Map<string, number>();
      const redactedNames = new Set(redact);
      const named = [];
      for (const { request, response, redacted } of exchanges) {
        const { read, key } = await reader.read(request);
        const number = (counts.get(key) ?? 0) + 1;
        counts.set(key, number);
        for (const name of redacted) redactedNames.add(name);
        named.push({
          name: exchangeName(read.operation, key, number),
          operation: read.operation,
          request,
          response,
        });
      }
      return recordingFiles(model, { service, redact: [...redactedNames], ignore }, named);
    },
  };
}

/** Resolves to undefined for a `Refusal`. */
function asUnreadable(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** A difference from the nearest recording, in words. */
export interface ToldDifference {
  /** A JSON Pointer; its first step is `input` or `headers`. */
  readonly path: string;
  readonly kind: NearestExchange['differences'][number]['kind'];
  readonly message: string;
}

/**
 * Finds the recorded request that is nearest to one that is not recorded, and reports where they differ.
 *
 * @param content of the request; see `MatchedRequest`
 * @param recorded names and contents of recorded requests of the same operation
 * @returns undefined if nothing is recorded
 *
 * @example
 * ```ts
 * nearestExchange('{"input":{"userId":"2"}}', [{ exchange: 'GetUser.3f2a1c9b', content: '{"input":{"userId":"1"}}' }]);
 * ```
 */
export function nearestExchange(
  content: string,
  recorded: readonly { readonly exchange: string; readonly content: string }[],
): { readonly exchange: string; readonly differences: readonly ToldDifference[] } | undefined {
  assertOptions(text, content, 'nearestExchange', 'content');
  // Contents have numbers as strings, so parsing rounds nothing.
  const parsed = recorded.map((each) => ({ exchange: each.exchange, content: JSON.parse(each.content) }));
  const nearest = findNearest(JSON.parse(content), parsed);
  return (
    nearest && {
      exchange: nearest.exchange,
      differences: nearest.differences.map((each) => ({
        path: each.path,
        kind: each.kind,
        message: describeDifference(each),
      })),
    }
  );
}

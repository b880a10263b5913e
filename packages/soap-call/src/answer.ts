import type { DecodeError, MimePart, SoapReplyText } from '@soapstone/json-xml-mapper';
import { type ExchangeInfo, isDecodeError } from '@soapstone/json-xml-mapper/internal';
import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import type { TransportResponse } from '@soapstone/soap-transport/fetch';

/** A response that was read to its end. */
export interface WholeAnswer extends Pick<TransportResponse, 'status' | 'headers' | 'timing'> {
  readonly contentType: string | undefined;
  readonly body: Bytes;
  readonly attachments: readonly MimePart[];
}

/** The result of every reader of a response: a result of the form that it has, or a fault. */
interface AnyReply {
  readonly kind: 'result' | 'fault';
}

/** How a call judges its response. */
export interface AnswerRules<Reply extends AnyReply> {
  readonly info: Pick<ExchangeInfo, 'oneWay'>;
  /** The reply to a one-way operation that was answered with its status alone. */
  readonly empty: Reply;
  /**
   * Returns the error for a response that is not one to the call.
   *
   * @param cause what its reader found; `undefined` if an error status came with an envelope that has no fault
   */
  readonly unusable: (cause: DecodeError | undefined) => unknown;
}

/** The reply whose result has nothing to say: to a one-way operation that was answered with its status alone (BD-5), and to a call whose file is handed over. */
export const EMPTY_REPLY: SoapReplyText & { readonly kind: 'result' } = {
  kind: 'result',
  result: /* @__PURE__ */ Uint8Array.of(0x7b, 0x7d),
  warnings: [],
};

/** The meaning of an envelope that came with an error status and has no fault (FL-3). */
export const NO_FAULT = 'an envelope without a fault';

/**
 * Reads a response to its end.
 *
 * @throws {TransportError} if the rest of it does not arrive
 *
 * @example
 * ```ts
 * const { status, body } = await readWhole(await transport.send(message));
 * ```
 */
export async function readWhole(response: TransportResponse): Promise<WholeAnswer> {
  const { status, headers, contentType, timing } = response;
  const attachments = response.multipart ? await response.attachments() : [];
  const chunks: Bytes[] = [];
  // No transport reads into memory that threads share.
  for await (const chunk of response.body) chunks.push(chunk as Bytes);
  const [first] = chunks;
  const body = first !== undefined && chunks.length === 1 ? first : joinBytes(chunks);
  return { status, headers, contentType, timing, body, attachments };
}

/**
 * Whether the response to a call may be its status alone (BD-5).
 *
 * @example
 * ```ts
 * if (body.length === 0 && mayBeEmpty(operation.info, status)) return undefined;
 * ```
 */
export function mayBeEmpty({ oneWay }: Pick<ExchangeInfo, 'oneWay'>, status: number): boolean {
  return oneWay && status < 300;
}

/**
 * Whether a reply is one to the call: a fault with any status, or a result whose status is not an error (FL-3).
 *
 * @example
 * ```ts
 * if (!isReply(reply, response.status)) throw unusable(undefined);
 * ```
 */
export function isReply({ kind }: AnyReply, status: number): boolean {
  return kind === 'fault' || status < 300;
}

/**
 * Reads a reply, and judges it. A fault is a value.
 *
 * @param isEmpty whether the response has no body
 * @throws what `unusable` returns, for what cannot be read and for an error status without a fault (FL-3)
 *
 * @example
 * ```ts
 * const { status, body, attachments } = await readWhole(response);
 * const rules = { info: operation.info, empty: { kind: 'result', result: {}, warnings: [] }, unusable };
 * const reply = readReply(status, body.length === 0, rules, () => operation.fromXml(body, { attachments }));
 * ```
 */
export function readReply<Reply extends AnyReply>(
  status: number,
  isEmpty: boolean,
  rules: AnswerRules<Reply>,
  read: () => Reply,
): Reply {
  if (isEmpty && mayBeEmpty(rules.info, status)) return rules.empty;
  const reply = reading(rules, read);
  if (isReply(reply, status)) return reply;
  throw rules.unusable(undefined);
}

/** A decoder that takes a response chunk by chunk. */
export interface PieceReader<Piece, Reply extends AnyReply> {
  write(chunk: Uint8Array): Piece;
  end(): Reply;
}

/**
 * Returns a reader that judges a response which is decoded while it arrives, with the rules of `readReply`.
 *
 * @example
 * ```ts
 * const reader = judgedReader(response.status, rules, operation.createStream(options));
 * for await (const chunk of response.body) output.write(reader.write(chunk));
 * const reply = reader.end();
 * ```
 */
export function judgedReader<Piece, Reply extends AnyReply>(
  status: number,
  rules: AnswerRules<Reply>,
  reader: PieceReader<Piece, Reply>,
): PieceReader<Piece, Reply> {
  let isEmpty = true;
  return {
    write(chunk) {
      isEmpty &&= chunk.length === 0;
      return reading(rules, () => reader.write(chunk));
    },
    end: () => readReply(status, isEmpty, rules, () => reader.end()),
  };
}

function reading<Product>(
  { unusable }: { readonly unusable: (cause: DecodeError) => unknown },
  read: () => Product,
): Product {
  try {
    return read();
  } catch (error) {
    throw isDecodeError(error) ? unusable(error) : error;
  }
}

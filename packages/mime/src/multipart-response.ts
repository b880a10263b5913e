import { assertOptions, type Check, callback, count, kindOf, members, text, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { readHeaderValue } from './content-type.js';
import { MimeError, malformed } from './mime-error.js';
import type { MimePart } from './mime-part.js';
import type { MultipartLimits } from './multipart-limits.js';
import { readMultipart, type StreamedPart } from './multipart-reader.js';
import { decodeBase64Pieces, decodeTransferEncoding } from './transfer-encoding.js';

/** A response body with its root part separated. */
export interface ResponseMessage {
  /** Content-Type of `body`. */
  readonly contentType?: string;
  readonly body: AsyncIterable<Uint8Array>;
  attachments(): Promise<readonly MimePart[]>;
  /**
   * The other parts while they arrive, in place of `attachments`, once `body` was read to its end. What is not read of one is dropped when the
   * next is asked for. Those before the root part are in memory.
   */
  parts(): AsyncGenerator<IncomingPart, void>;
}

/** A part that is read while it arrives. */
export interface IncomingPart extends Omit<MimePart, 'data'> {
  /** The content without its transfer encoding. */
  readonly body: AsyncIterable<Uint8Array>;
}

const byteSource: Check = (value) =>
  typeof (value as Partial<AsyncIterator<Uint8Array>> | null | undefined)?.next === 'function'
    ? []
    : wrong(`expected an iterator of bytes, not ${kindOf(value)}`);

const twoLimits: Check = members<MultipartLimits>({ maxParts: count, maxPartHeaderBytes: count }, [
  'maxParts',
  'maxPartHeaderBytes',
]);

/** Allows other members too, so that the limits of a transport can be passed as they are. */
const limitsOfAny: Check = (value) => {
  if (typeof value !== 'object' || value === null) return twoLimits(value);
  const { maxParts, maxPartHeaderBytes } = value as Partial<MultipartLimits>;
  return twoLimits({ maxParts, maxPartHeaderBytes });
};

const openArguments: Check = members(
  { source: byteSource, contentType: text, limits: limitsOfAny, fail: callback },
  ['source', 'contentType', 'limits', 'fail'],
);

/**
 * Opens a multipart/related message (RFC 2387). Its root is the part that `start` names, otherwise the first. Resolves when the
 * header of the root part was read. Throws `MimeError` for a message that breaks a rule or a limit, anything that `source` throws, and
 * `OptionError` for arguments of the wrong type.
 *
 * @param fail called with each error before it is thrown, to end the exchange; it may return another error to throw
 *
 * @example
 * ```ts
 * const message = await openMultipart(source, contentType, { maxParts: 100, maxPartHeaderBytes: 8192 }, () => undefined);
 * ```
 */
export async function openMultipart(
  source: AsyncIterableIterator<Uint8Array>,
  contentType: string,
  limits: MultipartLimits,
  fail: (error: unknown) => unknown,
): Promise<ResponseMessage> {
  assertOptions(openArguments, { source, contentType, limits, fail }, 'openMultipart');
  const { parameters } = readHeaderValue(contentType);
  const boundary = parameters.get('boundary') ?? '';
  const start = stripBrackets(parameters.get('start') ?? '');
  const parts = readMultipart(source, boundary, limits);
  try {
    if (boundary === '' || boundary.length > 200) throw malformed('its Content-Type has no usable boundary');
    const before: MimePart[] = [];
    for (;;) {
      const step = await parts.next();
      if (step.done === true) break;
      const id = contentIdOf(step.value);
      if (start === '' || id === start) return streamRoot(source, parts, step.value, before, fail);
      before.push(await collectPart(step.value));
    }
    // A `start` that names no part: the first part is the root, as if `start` were absent.
    const [first, ...rest] = before;
    if (first === undefined) throw malformed('it has no part');
    return {
      contentType: first.contentType,
      body: bytesOf(first.data),
      attachments: () => Promise.resolve(rest),
      parts: () => heldParts(rest),
    };
  } catch (error) {
    throw fail(error) ?? error;
  }
}

function streamRoot(
  source: AsyncIterableIterator<Uint8Array>,
  parts: AsyncIterator<StreamedPart>,
  root: StreamedPart,
  before: readonly MimePart[],
  fail: (error: unknown) => unknown,
): ResponseMessage {
  const encoding = root.headers.get('content-transfer-encoding')?.trim().toLowerCase();
  const chunks =
    encoding === 'base64' || encoding === 'quoted-printable'
      ? decodeWhole(root.body, encoding)
      : root.body[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let rootDone = false;
  let pulling: Promise<void> | undefined;
  let others: Promise<readonly MimePart[]> | undefined;
  let left = false;

  // The body and `attachments()` may be waiting at the same time; both wait for the same step.
  const pull = (): Promise<void> => {
    pulling ??= chunks.next().then(
      (step) => {
        pulling = undefined;
        if (step.done === true) rootDone = true;
        else held.push(step.value);
      },
      (error: unknown) => {
        pulling = undefined;
        throw fail(error) ?? error;
      },
    );
    return pulling;
  };

  const readOthers = async (): Promise<readonly MimePart[]> => {
    while (!rootDone) {
      if (left) held.length = 0;
      await pull();
    }
    const found = [...before];
    for (;;) {
      const step = await parts.next();
      if (step.done === true) return found;
      found.push(await collectPart(step.value));
    }
  };

  const readParts = async function* (): AsyncGenerator<IncomingPart, void> {
    let isOver = false;
    try {
      while (!rootDone) {
        held.length = 0;
        await pull();
      }
      yield* heldParts(before);
      for (;;) {
        const step = await parts.next();
        if (step.done === true) break;
        yield incomingPart(step.value, fail);
      }
      isOver = true;
    } catch (error) {
      isOver = true;
      throw fail(error) ?? error;
    } finally {
      // A reader that leaves early ends the message.
      if (!isOver) await source.return?.();
    }
  };

  const body: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => body,
    async next() {
      for (;;) {
        const chunk = held.shift();
        if (chunk !== undefined) return { done: false, value: chunk };
        if (rootDone || left) return { done: true, value: undefined };
        await pull();
      }
    },
    async return() {
      left = true;
      held.length = 0;
      // If no caller waits for the other parts, the connection is released. Otherwise the message is read to its end.
      if (others === undefined && !rootDone) await source.return?.();
      return { done: true, value: undefined };
    },
  };

  const contentType = root.headers.get('content-type');
  return {
    ...defined({ contentType }),
    body,
    attachments() {
      if (left && !rootDone && others === undefined) {
        const abandoned = new MimeError('ABANDONED', 'the message was abandoned by its reader');
        others = Promise.reject(fail(abandoned) ?? abandoned);
      }
      others ??= readOthers().catch((error: unknown) => {
        throw fail(error) ?? error;
      });
      return others;
    },
    parts: readParts,
  };
}

/** Parts that are in memory. */
async function* heldParts(parts: readonly MimePart[]): AsyncGenerator<IncomingPart, void> {
  for (const { data, ...part } of parts) yield { ...part, body: bytesOf(data) };
}

function incomingPart(part: StreamedPart, fail: (error: unknown) => unknown): IncomingPart {
  const encoding = part.headers.get('content-transfer-encoding')?.trim().toLowerCase();
  const decoded =
    encoding === 'base64'
      ? decodeBase64Pieces(part.body)
      : encoding === 'quoted-printable'
        ? decodeWhole(part.body, encoding)
        : part.body;
  return { ...namesOf(part), body: failing(decoded, fail) };
}

async function* failing(
  chunks: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw fail(error) ?? error;
  }
}

async function* decodeWhole(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array, undefined> {
  yield decodeTransferEncoding(await collect(chunks), encoding);
  return undefined;
}

async function* bytesOf(data: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield data;
  return undefined;
}

async function collectPart(part: StreamedPart): Promise<MimePart> {
  const data = decodeTransferEncoding(
    await collect(part.body),
    part.headers.get('content-transfer-encoding'),
  );
  return { ...namesOf(part), data };
}

function namesOf(part: StreamedPart): Omit<MimePart, 'data'> {
  const contentType = part.headers.get('content-type') ?? 'application/octet-stream';
  const filename =
    readHeaderValue(part.headers.get('content-disposition') ?? '').parameters.get('filename') ??
    readHeaderValue(contentType).parameters.get('name');
  return { contentId: contentIdOf(part), contentType, ...defined({ filename }) };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held);
}

function contentIdOf(part: StreamedPart): string {
  return stripBrackets(part.headers.get('content-id') ?? '');
}

function stripBrackets(id: string): string {
  const trimmed = id.trim();
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? trimmed.slice(1, -1) : trimmed;
}

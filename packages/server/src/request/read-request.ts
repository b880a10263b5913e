import type { MimePart } from '@soapstone/mime';
import { isMultipart, openMultipart, readHeaderValue } from '@soapstone/mime';
import { joinBytes } from '@soapstone/soap-model/bytes';
import { Refusal } from '../fault/refusal.js';
import type { EnvelopeHead } from './envelope-head.js';
import type { HttpRequest } from './http-message.js';

/** The SOAP message of an HTTP request. */
export interface RequestMessage {
  readonly envelope: Uint8Array;
  readonly contentType: string;
  readonly attachments: readonly MimePart[];
  /** `SOAPAction`, or the `action` parameter of SOAP 1.2, without quotes. */
  readonly action: string | undefined;
  readonly isXop: boolean;
}

/** A request that is answered with a plain HTTP status, because it is not a SOAP request at all. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const SOAP_TYPES = new Set(['text/xml', 'application/soap+xml', 'application/xml', 'application/xop+xml']);
const MULTIPART_LIMITS = { maxParts: 1_000, maxPartHeaderBytes: 16_384 };

/** Throws `HttpRefusal` for a content coding, and for a media type that is not SOAP. */
export function assertReadable({ headers }: Pick<HttpRequest, 'headers'>): void {
  const contentType = headers.get('content-type') ?? '';
  const coding = headers.get('content-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
    throw new HttpRefusal(415, 'send the request without a content coding', {
      'accept-encoding': 'identity',
    });
  }
  if (!isMultipart(contentType) && !SOAP_TYPES.has(readHeaderValue(contentType).value)) {
    throw new HttpRefusal(
      415,
      'send text/xml (SOAP 1.1), application/soap+xml (SOAP 1.2) or multipart/related',
    );
  }
}

/** Returns the action of a request: `SOAPAction`, or the `action` parameter of SOAP 1.2, without quotes. */
export function actionIn({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const { parameters } = readHeaderValue(headers.get('content-type') ?? '');
  return actionOf(headers.get('soapaction')) ?? parameters.get('action');
}

/** Reads the message of a POST. Throws `HttpRefusal` and `Refusal`. */
export async function readRequest(request: HttpRequest, maxBytes: number): Promise<RequestMessage> {
  assertReadable(request);
  const contentType = request.headers.get('content-type') ?? '';
  const bytes = await readBody(request, maxBytes, ' (raised by the option limits.requestBytes)');
  return await openMessage(bytes, contentType, request.headers.get('soapaction'));
}

/**
 * Reads the message in an HTTP body.
 *
 * @param soapAction the header of that name, unchanged
 * @throws {Refusal} for a multipart message that cannot be read
 */
export async function openMessage(
  bytes: Uint8Array,
  contentType: string,
  soapAction: string | null = null,
): Promise<RequestMessage> {
  const action = actionOf(soapAction) ?? readHeaderValue(contentType).parameters.get('action');
  if (!isMultipart(contentType))
    return { envelope: bytes, contentType, attachments: [], action, isXop: false };
  try {
    const source = [bytes][Symbol.iterator]();
    const iterator: AsyncIterableIterator<Uint8Array> = {
      next: () => Promise.resolve(source.next()),
      [Symbol.asyncIterator]: () => iterator,
    };
    const message = await openMultipart(iterator, contentType, MULTIPART_LIMITS, () => undefined);
    const pieces: Uint8Array[] = [];
    for await (const piece of message.body) pieces.push(piece);
    const root = readHeaderValue(message.contentType ?? '');
    return {
      envelope: joinBytes(pieces),
      contentType: message.contentType ?? 'text/xml',
      attachments: await message.attachments(),
      action: action ?? root.parameters.get('action'),
      isXop: root.value === 'application/xop+xml',
    };
  } catch (error) {
    throw new Refusal('Sender', 'the multipart message of the request cannot be read', {
      problems: [
        { path: '', code: 'content', message: error instanceof Error ? error.message : String(error) },
      ],
    });
  }
}

/** SOAP 1.1 §6, SOAP 1.2 Part 2 §7.1.4: each version has its own media type. Throws `HttpRefusal` for that of the other version. */
export function assertMediaType(
  { version }: Pick<EnvelopeHead, 'version'>,
  { contentType }: Pick<RequestMessage, 'contentType'>,
): void {
  const other = version === '1.1' ? 'application/soap+xml' : 'text/xml';
  if (readHeaderValue(contentType).value !== other) return;
  const own = version === '1.1' ? 'text/xml' : 'application/soap+xml';
  throw new HttpRefusal(415, `send SOAP ${version} as ${own}, not as ${other}`);
}

/** Unquotes the URI of SOAP 1.1 §6.1.1. An absent or empty one carries no information. */
function actionOf(header: string | null): string | undefined {
  const value = header?.trim().replace(/^"(.*)"$/, '$1');
  return value === '' ? undefined : value;
}

/**
 * Reads the whole body.
 *
 * @param wayOut the end of the error message: the option that raises the limit
 * @throws {HttpRefusal} if it is too long
 */
export async function readBody(
  request: Pick<HttpRequest, 'body' | 'headers'>,
  maxBytes: number,
  wayOut = '',
): Promise<Uint8Array> {
  const { body } = request;
  if (body === null) return new Uint8Array();
  const iterator = body[Symbol.asyncIterator]();
  // Not awaited: the body of a cloned request is only cancelled when its clone has been read too.
  const refuse = (): HttpRefusal => {
    iterator.return?.().catch(() => undefined);
    return new HttpRefusal(413, `the request is longer than ${maxBytes} bytes${wayOut}`);
  };
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw refuse();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    length += next.value.length;
    if (length > maxBytes) throw refuse();
    pieces.push(next.value);
  }
  return joinBytes(pieces);
}

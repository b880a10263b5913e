import { randomUUID } from 'node:crypto';
import type { MimePart, SoapRequest } from '@soapstone/json-xml-mapper';
import { createMultipartMessage, isMultipart, openMultipart, readHeaderValue } from '@soapstone/mime';
import { defined } from '@soapstone/options/defined';
import { usesMtom } from '@soapstone/soap-call';
import type { RecordedMessage } from '../../domain/calls/recording.js';
import type { Target } from '../catalog/resolve.js';

/** A message whose attachments are separate from its body. */
export interface OpenedMessage extends RecordedMessage {
  readonly attachments: readonly MimePart[];
}

/** As many parts as an account can have recordings. */
const LIMITS = { maxParts: 1_000, maxPartHeaderBytes: 16_384 };

/** Returns the bytes of a message and its attachments, without the headers of the parts. */
export function sizeOf({ body, attachments }: Pick<OpenedMessage, 'body' | 'attachments'>): number {
  return attachments.reduce((sum, { data }) => sum + data.length, body.length);
}

/** Returns the recorded form of a request, packaged as it is sent. */
export function messageOf(
  target: Pick<Target, 'port' | 'service'>,
  request: SoapRequest,
): Promise<RecordedMessage> {
  const { body, contentType, soapAction, attachments } = request;
  const message = { body, contentType, ...defined({ soapAction }), attachments };
  return packMessage(message, usesMtom(target.port, target.service.service.settings) ? 'mtom' : 'swa');
}

/** Packs the envelope of a response and its attachments into one message. `contentType` is that of the envelope. */
export function packResponse(response: OpenedMessage): Promise<RecordedMessage> {
  const { value, parameters } = readHeaderValue(response.contentType);
  if (value !== 'application/xop+xml') return packMessage(response, 'swa');
  // XOP §5: `type` is the media type that the envelope would have on its own.
  return packMessage({ ...response, contentType: parameters.get('type') ?? 'text/xml' }, 'mtom');
}

/** Throws `TypeError` for attachments that cannot be written, such as an identifier with a space. */
async function packMessage(
  { attachments, ...message }: OpenedMessage,
  packaging: 'mtom' | 'swa',
): Promise<RecordedMessage> {
  if (attachments.length === 0 && packaging === 'swa') return message;
  const { body: envelope, contentType } = message;
  const boundary = randomUUID();
  const packed = createMultipartMessage({ envelope, contentType, packaging, attachments, boundary });
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed.chunks()) chunks.push(chunk);
  return { ...message, contentType: packed.contentType, body: Buffer.concat(chunks) };
}

/** Returns the envelope and the attachments of a recorded message. Rejects if the package cannot be read. */
export async function openRecorded(message: RecordedMessage): Promise<OpenedMessage> {
  const { body, contentType } = message;
  if (!isMultipart(contentType)) return { ...message, attachments: [] };
  const source = (async function* () {
    yield body;
  })();
  const opened = await openMultipart(source, contentType, LIMITS, () => undefined);
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.body) chunks.push(chunk);
  return {
    ...message,
    body: Buffer.concat(chunks),
    contentType: opened.contentType ?? 'text/xml',
    attachments: await opened.attachments(),
  };
}

/**
 * Redacts the text of a message and its attachments. Returns undefined if the envelope is not UTF-8, because a secret may then have another
 * encoding, or if an attachment that is not text contains a secret.
 */
export async function hideInMessage<Message extends RecordedMessage>(
  message: Message,
  hide: (text: string) => string,
): Promise<Message | undefined> {
  const opened = await openRecorded(message).catch(() => undefined);
  if (opened === undefined) return undefined;
  const body = hideInText(opened.body, hide);
  if (body === undefined) return undefined;
  const attachments: MimePart[] = [];
  for (const part of opened.attachments) {
    const data = hideInText(part.data, hide) ?? hideInBytes(part.data, hide);
    if (data === undefined) return undefined;
    attachments.push(data === part.data ? part : { ...part, data });
  }
  const isSame =
    body === opened.body && attachments.every((part, index) => part === opened.attachments[index]);
  if (isSame) return message;
  return { ...message, ...(await packResponse({ ...opened, body, attachments })) };
}

/** Redacts text; returns undefined if the bytes are not UTF-8. */
function hideInText(bytes: Uint8Array, hide: (text: string) => string): Uint8Array | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const hidden = hide(text);
  return hidden === text ? bytes : new TextEncoder().encode(hidden);
}

/** Returns undefined if there is something to redact, because that would break formats with lengths or checksums. */
function hideInBytes(bytes: Uint8Array, hide: (text: string) => string): Uint8Array | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  return hide(text) === text ? bytes : undefined;
}

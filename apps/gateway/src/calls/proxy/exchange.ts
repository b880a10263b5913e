import { badStatusProblem, readRetryAfter } from '@soapstone/http-contract';
import type { DecodeOptions, Digits, MimePart, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { DecodeError, isDecodeError } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { EMPTY_REPLY, isReply, mayBeEmpty, NO_FAULT, usesMtom } from '@soapstone/soap-call';
import { type FileTaker, receiveFile } from '@soapstone/soap-call/internal/files';
import {
  type CallSignal,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  takeWholeBody,
} from '@soapstone/soap-transport';
import { BodyStart, describeAnswer, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { Target } from '../catalog/resolve.js';
import type { FilePlan } from '../mapping/messages.js';
import type { SentUpload } from './http.js';

/** The input of one exchange with the upstream. */
export interface Exchange {
  readonly target: Target;
  readonly request: SoapRequest;
  /** The file in the request, which is read while the request is sent. */
  readonly upload?: SentUpload | undefined;
  /** The WS-Addressing of the request, if it has any (WA-4). */
  readonly addressing: DecodeOptions['addressing'];
  readonly accountId: string;
  /** The timeout of the exchange in milliseconds. */
  readonly deadline: number;
  readonly responseBytes: number;
  /** How decimals are written in the result. */
  readonly digits: Digits;
  readonly signal: CallSignal;
  /** Receives the attachments of the response before decoding, which may transfer their memory. */
  readonly onAttachments?: ((attachments: readonly MimePart[]) => void) | undefined;
  /** How the result is read as a file, and what takes it; absent if the result is JSON. */
  readonly file?: (FileTaker & Pick<FilePlan, 'maxBytes'>) | undefined;
}

/**
 * Sends the envelope and decodes the response as it arrives. A fault is returned as a value (BD-2). Throws `TransportError`,
 * `DecodeError`, or `UPSTREAM_BAD_RESPONSE` if an error status carries no fault (FL-3).
 */
export async function exchange(transport: Transport, outgoing: Exchange): Promise<AnsweredReply> {
  const { target, signal, upload } = outgoing;
  const sent = transport.send(message(outgoing), signal);
  const response = await (upload === undefined ? sent : sent.catch((error) => failUpload(upload, error)));
  markActivity(target.activity);
  const { status } = response;
  const start = new BodyStart();
  let reply: SoapReplyText | undefined;
  try {
    const decoded = decode(outgoing, response, start);
    reply = decoded instanceof Promise ? await decoded : decoded;
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    throw unusableAnswer({ ...response, ...start.taken() }, error);
  }
  if (reply === undefined) return EMPTY_REPLY;
  if (!isReply(reply, status))
    throw badStatus(status, new DecodeError({ code: 'NOT_SOAP', message: NO_FAULT }));
  return reply.kind === 'fault' ? { ...reply, status } : reply;
}

/** A reply, with the HTTP status of a fault. */
export type AnsweredReply = SoapReplyText & { readonly status?: number };

/**
 * Decodes the response; returns undefined if a one-way operation was answered with only a status (BD-5). Synchronous if all bytes have
 * arrived, as for most responses.
 */
function decode(
  { target, addressing, digits, onAttachments, file }: Exchange,
  response: TransportResponse,
  start: BodyStart,
): SoapReplyText | undefined | Promise<SoapReplyText | undefined> {
  const { operation } = target;
  const { contentType, multipart, body } = response;
  const emptyIsReply = mayBeEmpty(operation.info, response.status);
  const options: DecodeOptions = { contentType, digits, addressing };
  const whole = multipart ? undefined : takeWholeBody(body);
  if (whole === undefined) {
    const watched = { ...response, body: start.of(body) };
    if (file !== undefined && response.status < 300 && (!multipart || response.parts !== undefined))
      return receiveFile(
        operation.decodeFile(watched.body, { place: file.place, maxBytes: file.maxBytes }, options),
        watched,
        file,
      );
    return decodePieces(target, watched, options, emptyIsReply, onAttachments);
  }
  // Decoding in a thread copies a whole body, so its memory stays.
  start.hold(whole);
  return whole.length === 0 && emptyIsReply ? undefined : operation.decodeXml(whole, options);
}

async function decodePieces(
  { operation, activity }: Target,
  { multipart, attachments, body }: TransportResponse,
  options: DecodeOptions,
  emptyIsReply: boolean,
  onAttachments: Exchange['onAttachments'],
): Promise<SoapReplyText | undefined> {
  // The parts to which xop:Include refers are needed before the envelope.
  const parts = multipart ? await attachments() : [];
  if (multipart) onAttachments?.(parts);
  const all = multipart ? { ...options, attachments: parts } : options;
  markActivity(activity);
  return operation.decodeStream(body, all, emptyIsReply);
}

/** Members are assigned one by one, because this runs for every call and object spreads would be most of its cost. */
function message({
  target,
  request,
  upload,
  accountId,
  deadline,
  responseBytes,
}: Exchange): TransportRequest {
  const { operation, service } = target;
  const sent: { -readonly [Key in keyof TransportRequest]: TransportRequest[Key] } = {
    url: target.address,
    body: request.body,
    contentType: request.contentType,
    soapVersion: operation.info.soapVersion,
    attachments: request.attachments,
    account: accountId,
    deadlineMs: deadline,
    maxResponseBytes: responseBytes,
  };
  const { credentials } = service.secrets;
  const { settings } = service.service;
  const { lenientHttp, compatibility, proxy } = settings;
  if (upload !== undefined)
    Object.assign(sent, defined({ pieces: upload.pieces, attachments: upload.attachments }));
  if (request.soapAction !== undefined) sent.soapAction = request.soapAction;
  if (usesMtom(target.port, settings)) sent.packaging = 'mtom';
  if (lenientHttp === true) sent.lenientHttp = true;
  if (compatibility !== undefined) sent.compatibility = compatibility;
  if (proxy !== undefined) sent.proxy = service.proxy();
  if (credentials !== undefined) sent.credentials = credentials;
  if (operation.info.signed !== undefined) sent.signed = operation.info.signed;
  if (target.sessionHeaders !== undefined) sent.headers = target.sessionHeaders;
  return sent;
}

/** A file that could not be read is the client's failure, not that of the SOAP server. */
function failUpload(upload: SentUpload, error: unknown): never {
  throw upload.failure() ?? error;
}

/** The error for an answer that is not SOAP, in the words for callers: nothing that the server wrote. */
function unusableAnswer(answer: ReceivedAnswer, cause: DecodeError): DecodeError | GatewayError {
  const said = describeAnswer(answer);
  if (answer.status >= 400) {
    const wait = readRetryAfter(answer.headers['retry-after'], Date.now());
    return new GatewayError({
      ...badStatusProblem(answer.status, said?.short ?? cause.message, wait),
      cause,
    });
  }
  return said === undefined ? cause : new DecodeError({ code: cause.code, message: said.short, cause });
}

function badStatus(status: number, cause: DecodeError): GatewayError {
  return new GatewayError({ ...badStatusProblem(status, cause.message), cause });
}

import type { DecodeError, DecodeOptions, SoapReply } from '@soapstone/json-xml-mapper';
import { type Exchange, isDecodeError } from '@soapstone/json-xml-mapper/internal';
import { ResponseError } from '../api/errors.js';
import type { CallTarget } from './call-target.js';

const EXCERPT_CHARACTERS = 2_000;

/** Decodes the envelope of a response. Throws `ResponseError`. */
export function readReply(
  target: CallTarget,
  read: Exchange['fromXml'],
  status: number,
  body: Uint8Array,
  options: DecodeOptions,
): SoapReply {
  // A one-way operation may be answered with its status alone (BD-5).
  if (body.length === 0 && target.compiled().info.oneWay && status < 300) {
    return { kind: 'result', result: {}, warnings: [] };
  }
  try {
    const reply = read(body, options);
    if (reply.kind === 'fault' || status < 300) return reply;
  } catch (error) {
    throw readingError(target, status, error, body);
  }
  throw badStatus(target, status, 'an envelope without a fault', body);
}

/** Converts an error of the mapper about a response into one of the client. */
export function readingError(target: CallTarget, status: number, error: unknown, body?: Uint8Array): unknown {
  if (!isDecodeError(error) || error instanceof ResponseError) return error;
  return status < 400
    ? responseError(target, status, error, body)
    : badStatus(target, status, error.message, body, error);
}

function responseError(
  { name }: CallTarget,
  status: number,
  cause: DecodeError,
  body?: Uint8Array,
): ResponseError {
  return new ResponseError({
    message: `cannot read the response of ${name}: ${cause.message}`,
    code: cause.code,
    operation: name,
    status,
    path: cause.path,
    problems: cause.details,
    excerpt: body && excerptOf(body),
    cause,
  });
}

/** FL-3: an error status without a fault. */
export function badStatus(
  { name }: CallTarget,
  status: number,
  why: string,
  body?: Uint8Array,
  cause?: unknown,
): ResponseError {
  return new ResponseError({
    message: `the server answered ${name} with HTTP ${status} and no SOAP fault: ${why}`,
    code: 'HTTP_STATUS',
    operation: name,
    status,
    excerpt: body && excerptOf(body),
    cause,
  });
}

function excerptOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_CHARACTERS * 4)).slice(0, EXCERPT_CHARACTERS);
}

import { assertOptions, type Check, optional, text, wrong } from '@soapstone/options';
import type { ReadHeader } from './http-headers.js';

/** The media types that a client must accept (Streamable HTTP, “Sending Messages”): every response has one of them. */
const ANSWERED = ['application/json', 'text/event-stream'] as const;
/** The media types that the official clients send; comparing them avoids parsing. */
const OFFICIAL_ACCEPT = 'application/json, text/event-stream';

const value: Check = optional(text);
const reader: Check = (given) => (typeof given === 'function' ? [] : wrong('expected a function'));

/** Why a request cannot be served because of its media types. */
export interface MediaTypeRefusal {
  readonly status: 406 | 415;
  readonly message: string;
}

/**
 * Checks the media types of a POST with a message: `Content-Type` must be JSON in UTF-8, without a content coding, and `Accept` must match
 * both types that a response can have. A request without `Accept` accepts everything (RFC 9110, section 12.5.1).
 *
 * @param header the value of a header by its lower-case name
 * @returns `undefined` if the message can be read and answered
 * @throws {OptionError} for anything but a function that returns strings
 *
 * @example
 * ```ts
 * refuseMediaTypes((name) => request.headers[name]); // { status: 415, message: 'Content-Type must be application/json' }
 * ```
 */
export function refuseMediaTypes(header: ReadHeader): MediaTypeRefusal | undefined {
  assertOptions(reader, header, 'refuseMediaTypes', 'header');
  const read = (name: string): string | undefined => {
    const found = header(name);
    assertOptions(value, found, 'refuseMediaTypes', 'header');
    return found;
  };
  if (!isJson(read('content-type')) || !isIdentity(read('content-encoding'))) {
    const message = 'Content-Type must be application/json in UTF-8, without a content coding';
    return { status: 415, message };
  }
  const accept = read('accept');
  if (accept === undefined || accept === OFFICIAL_ACCEPT) return undefined;
  const ranges = accept.split(',').map(readRange);
  const missing = ANSWERED.find((type) => !matches(ranges, type));
  return missing === undefined
    ? undefined
    : { status: 406, message: `Accept must list ${ANSWERED.join(' and ')}; ${missing} is missing` };
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  return (
    type.trim() === 'application/json' &&
    parameters.every((parameter) => !/^\s*charset=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  );
}

function isIdentity(coding: string | undefined): boolean {
  return coding === undefined || coding.trim().toLowerCase() === 'identity';
}

interface Range {
  readonly type: string;
  readonly isRefused: boolean;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.toLowerCase().split(';');
  return {
    type: type.trim(),
    isRefused: parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter)),
  };
}

/** Whether a media type is accepted. The most specific range decides (RFC 9110, section 12.5.1). */
function matches(ranges: readonly Range[], type: (typeof ANSWERED)[number]): boolean {
  for (const candidate of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.find((range) => range.type === candidate);
    if (found !== undefined) return !found.isRefused;
  }
  return false;
}

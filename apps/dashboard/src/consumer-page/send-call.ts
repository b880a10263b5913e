import { API_KEY_HEADER } from '@soapstone/http-contract';
import { offline } from '../api/requests/errors.js';
import type { Method } from './call.js';

/** A call as it is sent. */
export interface SentCall {
  readonly method: Method;
  /** The path on the gateway, with the query string. */
  readonly path: string;
  readonly body: string | null;
  readonly key: string;
}

/** The response. The body is text, so that numbers keep their digits. */
export interface Received {
  readonly status: number;
  /** From the request to the last byte of the response, in milliseconds. */
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The number of characters of a response that the page shows. */
export const SHOWN_CHARACTERS = 200_000;

/** The headers that a client needs. */
const SHOWN = [
  'content-type',
  'x-request-id',
  'location',
  'retry-after',
  'ratelimit',
  'x-ratelimit-remaining',
];

/** Sends a call with the visitor's key alone: no cookie, no referrer, no cache, no other origin. */
export async function sendCall({ method, path, body, key }: SentCall): Promise<Received> {
  const begun = performance.now();
  try {
    const response = await fetch(path, {
      method,
      headers: { [API_KEY_HEADER]: key, ...(body !== null && { 'Content-Type': 'application/json' }) },
      ...(body !== null && { body }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    const text = await response.text();
    const headers = SHOWN.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const ms = Math.round(performance.now() - begun);
    return { status: response.status, ms, headers: Object.fromEntries(headers), text };
  } catch (error) {
    throw error instanceof TypeError ? offline() : error;
  }
}

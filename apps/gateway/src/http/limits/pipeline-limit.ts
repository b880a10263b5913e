import type { ServerResponse } from 'node:http';
import { withCode } from '@soapstone/http-contract';
import { GatewayError } from '../../errors/errors.js';

/**
 * How many requests of one connection may wait for their responses to be sent. No browser and no proxy pipelines; clients that do have far
 * fewer in flight.
 */
const MOST = 100;
/** The bytes of responses that may wait on one connection, before a further request is rejected. */
const MOST_BYTES = 1024 * 1024;

/** The action for a request. Nothing is done with those after a rejected one, because its response closes the connection. */
export type Admission = 'handle' | 'reject' | 'ignore';

/**
 * Bounds what a client makes one connection hold by sending requests without waiting for responses. Node only stops reading once responses
 * wait that have content, which is after all requests of a read, and not while their calls are in progress.
 */
export class PipelineLimit {
  /** The responses that are not sent yet, in their order; empty before the client pipelines, so that usual requests cost nothing. */
  #waiting: ServerResponse[] = [];
  #rejected = false;

  /** Admits a request that arrived before `previous` was sent. */
  admit(previous: ServerResponse, response: ServerResponse): Admission {
    if (this.#rejected) return 'ignore';
    if (this.#waiting.length === 0) this.#waiting.push(previous);
    const sent = this.#waiting.findIndex(({ writableFinished }) => !writableFinished);
    this.#waiting.splice(0, sent === -1 ? this.#waiting.length : sent);
    let bytes = 0;
    for (const { writableLength } of this.#waiting) bytes += writableLength;
    this.#rejected = this.#waiting.length >= MOST || bytes > MOST_BYTES;
    if (this.#rejected) return 'reject';
    this.#waiting.push(response);
    return 'handle';
  }
}

/** The error for the first request above the limit. */
export function tooManyPipelined(): GatewayError {
  return new GatewayError({
    ...withCode('TOO_MANY_PIPELINED'),
    message: `More than ${MOST} requests, or ${MOST_BYTES} bytes of responses, wait on one connection. Read the responses before sending more`,
    headers: { 'Retry-After': '1' },
  });
}

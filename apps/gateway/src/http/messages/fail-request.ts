import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymousQuota, limitHeaders } from '../../calls/proxy/limit-headers.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import { toGatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import { errorFor } from './error-for.js';
import { writeResponse } from './write-response.js';

/** Ends a request whose code threw `error`. Never throws. */
export type FailRequest = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/**
 * The one place in which exceptions of requests end: logs the exception with a request id, and responds with 500 and that id. A response
 * that has begun can only be cut, which is logged regardless of the reason. `now` is in milliseconds since the Unix epoch.
 */
export function createFailRequest(log: Pick<Log, 'error'>, now: () => number): FailRequest {
  return (request, response, error) => {
    const id = createRequestId();
    try {
      const failure = toGatewayError(error);
      const isCut = response.headersSent && !response.writableEnded;
      if (isCut) log.error(`a response was cut off (${response.getHeader('X-Request-Id') ?? id})`, error);
      else if (failure.type === 'INTERNAL_ERROR') log.error(`a request failed (${id})`, error);
      if (response.writableEnded) return;
      const limits = limitHeaders(anonymousQuota(now()), undefined, now());
      if (response.headersSent) response.destroy();
      else writeResponse(request, response, errorFor(request, failure, id, limits));
    } catch {
      response.destroy();
    }
  };
}

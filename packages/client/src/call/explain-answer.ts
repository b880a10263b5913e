import type { TransportResponse } from '@soapstone/soap-transport/fetch';
import {
  describeAnswer,
  isCompatibilityRemedy,
  optionHint,
  type ReceivedAnswer,
} from '@soapstone/soap-transport/internal/answer';
import { isTransportError, TransportError } from '@soapstone/soap-transport/internal/transport-error';
import { ResponseError } from '../api/errors.js';

/**
 * Returns the error of a call with what the server sent in place of a SOAP message: the target of a redirect, the scheme of a login,
 * the text of a proxy. Any other error is returned as it is. Loaded for failed calls only.
 *
 * @param response the response, if its head was read
 */
export function explainAnswer(error: unknown, response: TransportResponse | undefined): unknown {
  if (isTransportError(error)) return explainRedirect(error);
  if (!(error instanceof ResponseError) || response === undefined) return error;
  const { operation, code, status, path, problems, excerpt, cause } = error;
  const said = excerpt === undefined ? undefined : describeAnswer(answerOf(response, excerpt));
  const retryAfter = code === 'HTTP_STATUS' && isBusy(status) ? response.headers['retry-after'] : undefined;
  if (said === undefined && retryAfter === undefined) return error;
  // The message ends with what the reader of XML found, which says nothing about a page.
  const hint = isCompatibilityRemedy(said?.remedy) ? optionHint(said.remedy) : '';
  const message =
    said === undefined
      ? error.message
      : `${error.message.slice(0, error.message.indexOf(': '))}: ${said.full}${hint}`;
  const wait = typeof retryAfter === 'object' ? retryAfter[0] : retryAfter;
  const init = { message, code, operation, status, path, problems, excerpt, retryAfter: wait, cause };
  return new ResponseError(init);
}

function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

function explainRedirect(error: TransportError): TransportError {
  const { answer, message, cause } = error;
  const said = answer === undefined ? undefined : describeAnswer(answer);
  if (said === undefined || said.short === said.full) return error;
  return new TransportError({
    ...error,
    message: message.replace(said.short, () => said.full),
    answer,
    cause,
  });
}

/** The excerpt has been decoded, so the charset of the response no longer applies. */
function answerOf({ status, headers }: TransportResponse, excerpt: string): ReceivedAnswer {
  const { 'content-type': type, ...others } = headers;
  const media = [type ?? ''].flat()[0]?.split(';', 1)[0] ?? '';
  return {
    status,
    headers: media === '' ? others : { ...others, 'content-type': media },
    start: new TextEncoder().encode(excerpt),
    truncated: false,
  };
}

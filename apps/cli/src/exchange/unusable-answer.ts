import { badStatusProblem, type CallProblem, readRetryAfter } from '@soapstone/http-contract';
import type { DecodeError } from '@soapstone/json-xml-mapper';
import { NO_FAULT } from '@soapstone/soap-call';
import { describeAnswer, printAnswer, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { type CredentialProfile, createRedactor } from '@soapstone/ws-security';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { adviceFor } from '../errors/transport-advice.js';

/**
 * Returns the error for a response that is not one to the call: what the server sent in place of a SOAP message, with its beginning
 * (`UPSTREAM_BAD_RESPONSE` for an error status without a fault, `UPSTREAM_BUSY` for one that asks to wait, else the code of the `DecodeError`), or what is wrong with the message.
 *
 * @param credentials those that were sent; their secrets are hidden
 * @param cause what the reader found; `undefined` if an error status came with an envelope that has no fault
 */
export function unusableAnswer(
  answer: ReceivedAnswer,
  credentials: CredentialProfile | undefined,
  cause: DecodeError | undefined,
): Error {
  const { status } = answer;
  const said = describeAnswer(answer);
  const hide = createRedactor(credentials);
  if (cause !== undefined && said === undefined && status < 400) {
    const { code } = cause;
    if (code !== 'NOT_SOAP' && code !== 'NOT_XML') return cause;
    const printed = printAnswer(answer, hide);
    return new CliError({
      code,
      message: hide(cause.message),
      exitCode: EXIT.finding,
      cause,
      answer: printed,
    });
  }
  const why = said?.full ?? cause?.message ?? NO_FAULT;
  const wait = readRetryAfter(answer.headers['retry-after'], Date.now());
  const problem: Pick<CallProblem, 'message' | 'headers'> & { readonly code: string } =
    status >= 300
      ? badStatusProblem(status, why, wait)
      : { code: cause?.code ?? 'NOT_SOAP', message: `the response is not a SOAP message: ${why}` };
  const { code, message, headers } = problem;
  const advice = adviceFor(said?.remedy, 'call', credentials !== undefined);
  return new CliError({
    code,
    message: hide(`${message}${advice}`),
    exitCode: status >= 300 ? EXIT.upstream : EXIT.finding,
    cause,
    answer: printAnswer(answer, hide),
    headers,
  });
}

import { badStatusProblem } from '@soapstone/http-contract';
import type { DecodeError } from '@soapstone/json-xml-mapper';
import { NO_FAULT } from '@soapstone/soap-call';
import { describeAnswer, printAnswer, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { type CredentialProfile, createRedactor } from '@soapstone/ws-security';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { adviceFor } from '../errors/transport-advice.js';

/**
 * Returns the error for a response that is not one to the call: what the server sent in place of a SOAP message, with its beginning
 * (`UPSTREAM_BAD_RESPONSE` for an error status without a fault, else the code of the `DecodeError`), or what is wrong with the message.
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
  if (cause !== undefined && said === undefined && status < 400) return cause;
  const hide = createRedactor(credentials);
  const why = said?.full ?? cause?.message ?? NO_FAULT;
  const { code, message } =
    status >= 300
      ? badStatusProblem(status, why)
      : { code: cause?.code ?? 'NOT_SOAP', message: `the response is not a SOAP message: ${why}` };
  const advice = adviceFor(said?.remedy, 'call', credentials !== undefined);
  return new CliError({
    code,
    message: hide(`${message}${advice}`),
    exitCode: status >= 300 ? EXIT.upstream : EXIT.finding,
    cause,
    answer: printAnswer(answer, hide),
  });
}

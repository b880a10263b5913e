import { badStatusProblem } from '@soapstone/http-contract';
import { isDecodeError } from '@soapstone/json-xml-mapper';
import { describeAnswer, printAnswer, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { type CredentialProfile, createRedactor } from '@soapstone/ws-security';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { adviceFor } from '../errors/transport-advice.js';

/**
 * Decodes a response. What came in place of a SOAP message becomes an error that says what it is, and shows its beginning.
 *
 * @param credentials those that were sent; their secrets are hidden
 * @throws {CliError} `UPSTREAM_BAD_RESPONSE` for an error status without a fault, or the code of the `DecodeError`
 * @throws {DecodeError} for a SOAP message that is not the response of the operation
 */
export function explainingAnswer<Reply extends { readonly kind: 'result' | 'fault' }>(
  answer: ReceivedAnswer,
  credentials: CredentialProfile | undefined,
  decode: () => Reply,
): Reply {
  let reply: Reply;
  try {
    reply = decode();
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    const said = describeAnswer(answer);
    if (said === undefined && answer.status < 400) throw error;
    throw unusable(answer, credentials, error);
  }
  if (reply.kind === 'fault' || answer.status < 300) return reply;
  throw unusable(answer, credentials);
}

function unusable(
  answer: ReceivedAnswer,
  credentials: CredentialProfile | undefined,
  cause?: { readonly code: string; readonly message: string },
): CliError {
  const { status } = answer;
  const said = describeAnswer(answer);
  const hide = createRedactor(credentials);
  const why = said?.full ?? cause?.message ?? 'an envelope without a fault';
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

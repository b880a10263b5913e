import type { SoapFaultInfo } from '@soapstone/json-xml-mapper';
import {
  type AnswerDescription,
  atRisk,
  isCompatibilityRemedy,
  type Remedy,
} from '@soapstone/soap-transport/internal/answer';
import type { ConnectionTest } from '../../services/trial.js';

/**
 * The verdict of a test message's response on the connection.
 *
 * @param hasLogin whether the message had credentials that the service could reject
 */
export function judge(
  status: number | null,
  fault: SoapFaultInfo | undefined,
  hasLogin: boolean,
  isSoap = true,
  what?: AnswerDescription,
): Pick<ConnectionTest, 'verdict' | 'message'> {
  const found = fault?.reason.trim().slice(0, 300) ?? what?.full;
  const reason = found === undefined ? '' : `: ${found}`;
  if (status === 401 || status === 403 || (fault !== undefined && isAboutSecurity(fault))) {
    return hasLogin
      ? {
          verdict: 'rejects-credentials',
          message: `Reachable, but it rejected the credentials (HTTP ${status})${reason}`,
        }
      : { verdict: 'needs-login', message: `Reachable, but it asks for a login (HTTP ${status})${reason}` };
  }
  // Some servers fail on an unknown message instead of returning a fault.
  if (!isSoap && status !== null && status >= 500) {
    const message = `Reachable. It answered the test message with HTTP ${status}, which is common; try an operation to confirm${reason}.`;
    return { verdict: 'answers', message };
  }
  if (!isSoap) {
    return {
      verdict: 'not-soap',
      message: `The endpoint responds with HTTP ${status}, but not with SOAP${reason}.`,
    };
  }
  return {
    verdict: 'answers',
    message: `Reachable. It responds with SOAP (HTTP ${status})${reason}`,
  };
}

/** The remedy, by the names of the dashboard. */
export function adviceFor(remedy: Remedy | undefined): string {
  switch (remedy) {
    case 'endpoint':
      return '. You can change the endpoint in the settings of the connection';
    case 'client-certificate':
      return '. You can add a client certificate to the credentials';
    case 'trust-issuer':
      return '. You can add the authority of its certificate to the credentials';
    case 'lenient-http':
      return '. You can turn on “Lenient HTTP” in the settings of the connection';
    default:
      return isCompatibilityRemedy(remedy) ? `. A switch under “Old servers” allows it${atRisk(remedy)}` : '';
  }
}

/** The fault codes of WS-Security 1.1 §12, and fault texts of services that use other codes. */
function isAboutSecurity({ code, subcodes = [], reason }: SoapFaultInfo): boolean {
  const codes = [code, ...subcodes].join(' ');
  return (
    /FailedAuthentication|InvalidSecurity|FailedCheck|SecurityTokenUnavailable|MessageExpired/.test(codes) ||
    /authenti|unauthori[sz]ed|access denied|credential|password/i.test(reason)
  );
}

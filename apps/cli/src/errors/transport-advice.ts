import { TransportError } from '@soapstone/soap-transport/fetch';
import {
  atRisk,
  type CompatibilityRemedy,
  describeAnswer,
  isCompatibilityRemedy,
  OPTION_HINT,
  type Remedy,
} from '@soapstone/soap-transport/internal/answer';
import { DOCUMENT_FLAGS, namingFlags } from './limit-advice.js';

/** Limits of a transport whose calls have a `--timeout`: a shorter limit for the head of the response would surprise users. */
export const TIMEOUT_ALONE = { firstByteMs: Number.MAX_SAFE_INTEGER } as const;

/** The switches of `--compatibility`. */
const SWITCHES: Readonly<Record<CompatibilityRemedy, string>> = {
  'minimum-tls': 'tls-1.1 or tls-1.0',
  'legacy-renegotiation': 'legacy-renegotiation',
  'weak-ciphers': 'sha-1, rsa-1024 or dh-1024',
  'header-names': 'header-names',
  'connection-close': 'connection-close',
  'http-1.0': 'http-1.0',
  'identity-encoding': 'identity-encoding',
};

/** The document or call that the server was asked for. */
type Purpose = 'call' | 'document';

/** The remedy, in the options of the command line. */
const ADVICE: Readonly<Record<Exclude<Remedy, CompatibilityRemedy>, Readonly<Record<Purpose, string>>>> = {
  endpoint: both('--endpoint calls another address'),
  credentials: {
    call: 'send credentials with --user, --ntlm, --kerberos or --header',
    document: 'send credentials with --user or --header',
  },
  'trust-issuer': both(
    'trust the authority of its certificate with --ca, or accept any certificate with --insecure',
  ),
  'client-certificate': both('present a client certificate with --cert and --key'),
  'lenient-http': both('--lenient-http reads it'),
  'replace-certificate': both('--insecure accepts any certificate, for tests'),
};

function both(text: string): Readonly<Record<Purpose, string>> {
  return { call: text, document: text };
}

/**
 * Returns the error of the transport in terms of the command line: with its options, the address, what the server sent, and advice.
 *
 * @param address the address of a call; messages about documents name theirs
 */
export function inOptionsOf(what: Purpose, error: TransportError, address?: string): TransportError {
  const message = namingFlags(
    naming(error)
      .replace(/egress\.allow "([^"]+)"/, '--allow-host $1')
      .replace(OPTION_HINT, ''),
    what === 'document' ? DOCUMENT_FLAGS : undefined,
  );
  const place = address === undefined || error.phase === 'prepare' ? '' : `${address}: `;
  const { answer, cause } = error;
  return new TransportError({
    ...error,
    message: `${place}${message}${adviceFor(error.remedy, what)}`,
    answer,
    cause,
  });
}

/**
 * The advice at the end of a message, with a semicolon before it; `''` if nothing helps.
 *
 * @param sent whether credentials were sent, so that sending some is not advice
 */
export function adviceFor(remedy: Remedy | undefined, what: Purpose, sent = false): string {
  if (remedy === undefined) return '';
  if (remedy === 'credentials' && sent) return '; it did not accept the credentials that were sent';
  return isCompatibilityRemedy(remedy)
    ? `; --compatibility ${SWITCHES[remedy]} allows it${atRisk(remedy)}`
    : `; ${ADVICE[remedy][what]}`;
}

/** The message with the target of a redirect, which only the owner of a service may see. */
function naming({ message, answer }: TransportError): string {
  const said = answer === undefined ? undefined : describeAnswer(answer);
  return said === undefined ? message : message.replace(said.short, () => said.full);
}

import { TransportError } from '@soapstone/soap-transport/fetch';
import { DOCUMENT_FLAGS, namingFlags } from './limit-advice.js';

/** Limits of a transport whose calls have a `--timeout`: a shorter limit for the head of the response would surprise users. */
export const TIMEOUT_ALONE = { firstByteMs: Number.MAX_SAFE_INTEGER } as const;

/** The OpenSSL error codes for a certificate without a trusted issuer. */
const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|CERT_HAS_EXPIRED|ALTNAME_INVALID/;
const NOT_AUTHORIZED = /HTTP status 40[137]$/;

/**
 * Returns the error of the transport in terms of the command line: with its options, the address, and advice.
 *
 * @param address the address of a call; messages about documents name theirs
 */
export function inOptionsOf(
  what: 'call' | 'document',
  error: TransportError,
  address?: string,
): TransportError {
  const message = namingFlags(
    error.message.replace(/egress\.allow "([^"]+)"/, '--allow-host $1'),
    what === 'document' ? DOCUMENT_FLAGS : undefined,
  );
  const place = address === undefined || error.phase === 'prepare' ? '' : `${address}: `;
  const advice = adviceFor(error.message, what);
  return new TransportError({ ...error, message: `${place}${message}${advice}`, cause: error.cause });
}

function adviceFor(message: string, what: 'call' | 'document'): string {
  if (UNTRUSTED.test(message)) {
    return '; trust the authority of its certificate with --ca, or accept any certificate with --insecure';
  }
  if (what === 'document' && NOT_AUTHORIZED.test(message))
    return '; send credentials with --user or --header';
  return '';
}

import { randomBytes } from 'node:crypto';
import { TransportError } from '../../transport-error.js';
import type { CredentialProfile } from '../credential-profile.js';
import { printAuthenticate, printNegotiate, readChallenge } from './ntlm-messages.js';
import type { NtlmProfile } from './ntlm-profile.js';

/** The connection that a login is for. */
export interface LoginPlace {
  /** The host of the service, without its port. */
  readonly host: string;
  /** The channel binding, over TLS. */
  readonly binding: Uint8Array | undefined;
}

/** How a profile logs in to a server: tokens of a scheme of the `Authorization` header. */
export interface Login {
  readonly scheme: 'NTLM';
  /** The token of the request without a body that opens the login. */
  readonly opening: string;
  /** The token of the request proper. `challenge`: the server's answer to the opening. Throws `TransportError`. */
  answer(challenge: string, place: LoginPlace): string;
}

/** The login that a profile asks for. */
export function loginOf({ ntlm }: CredentialProfile): Login | undefined {
  return ntlm === undefined ? undefined : ntlmLogin(ntlm);
}

/** The login of NTLMv2. */
function ntlmLogin(profile: NtlmProfile): Login {
  return {
    scheme: 'NTLM',
    opening: printNegotiate().toString('base64'),
    answer(text, place) {
      const challenge = readChallenge(Buffer.from(text, 'base64'));
      if (typeof challenge === 'string') throw loginFailed(`its NTLM challenge cannot be read: ${challenge}`);
      const login = { profile, challenge, ...place, nonce: randomBytes(8), now: Date.now() };
      return printAuthenticate(login).toString('base64');
    },
  };
}

/** The error of a login that a server refuses or does not carry through. */
export function loginFailed(why: string, upstreamStatus?: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_LOGIN_FAILED',
    phase: 'await-response',
    message: `cannot log in to the upstream: ${why}`,
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
  });
}

import { randomBytes } from 'node:crypto';
import type { DigestProfile } from '@soapstone/credentials';
import type { CredentialProfile, KerberosProfile, NtlmProfile } from '@soapstone/ws-security';
import type { ResponseHeaders } from '../../http/http-exchange.js';
import { TransportError } from '../../transport-error.js';
import {
  answerChallenge,
  forgetChallenge,
  isRemembered,
  readDigestChallenge,
  rememberChallenge,
  takeNextNonce,
} from '../digest/digest-login.js';
import { printAuthenticate, printNegotiate, readChallenge } from './ntlm-messages.js';
import { printNegTokenInit } from './spnego.js';

/** The connection that a login is for. */
export interface LoginPlace {
  /** The host of the service, without its port. */
  readonly host: string;
  readonly origin: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The channel binding, over TLS. */
  readonly binding: Uint8Array | undefined;
}

/** How a profile logs in to a server: tokens of a scheme of the `Authorization` header. */
export interface Login {
  readonly scheme: 'NTLM' | 'Negotiate' | 'Digest';
  /**
   * The token of the request without a body that opens the login of a connection, which is then logged in. Undefined: each request is
   * logged in by itself, without a challenge. `''`: a request without a token asks for the challenge.
   */
  readonly opening: string | undefined;
  /** The reason of the error if the server rejects the proof. */
  readonly refused: string;
  /** The token of the request proper. `challenge`: the server's answer to the opening. Throws `TransportError`. */
  answer(challenge: string, place: LoginPlace): string | Promise<string>;
  /** Called if the server at an origin has rejected the proof. */
  forget(origin: string): void;
  /** How the login uses a challenge for more than one request. Default: each connection is logged in. */
  readonly challenges?: Challenges;
}

/** The challenges of a login that belongs to a request, not to its connection. */
export interface Challenges {
  /** Whether a challenge of the origin is known, which the request can answer without being asked. */
  isKnown(origin: string): boolean;
  /** Keeps the challenge of a response. Returns false if it has none that can be answered. */
  take(headers: ResponseHeaders, origin: string): boolean;
  /** Whether a challenge is new only because the previous one has expired. */
  isExpired(headers: ResponseHeaders): boolean;
  /** Called with the response to an accepted proof. */
  accepted(headers: ResponseHeaders, origin: string): void;
  /** The reason of the error if a response has no challenge that can be answered, though it has the scheme. */
  readonly unusable: string;
}

/** The login that a profile asks for. */
export function loginOf({ digest, ntlm, kerberos }: CredentialProfile, account: string): Login | undefined {
  if (kerberos !== undefined) return kerberosLogin(kerberos, account);
  if (digest !== undefined) return digestLogin(digest);
  return ntlm === undefined ? undefined : ntlmLogin(ntlm);
}

/** The login of HTTP Digest. */
function digestLogin(profile: DigestProfile): Login {
  return {
    scheme: 'Digest',
    opening: '',
    refused: 'it does not accept the user name and the password',
    answer(_challenge, { origin, method, path }) {
      const answer = answerChallenge(profile, origin, { method, path });
      if (answer === undefined)
        throw loginFailed('its challenge was dropped, as many other servers were called');
      return answer;
    },
    forget: (origin) => forgetChallenge(profile, origin),
    challenges: {
      isKnown: (origin) => isRemembered(profile, origin),
      take(headers, origin) {
        const challenge = readDigestChallenge(headers);
        if (challenge !== undefined) rememberChallenge(profile, origin, challenge);
        return challenge !== undefined;
      },
      isExpired: (headers) => readDigestChallenge(headers)?.stale === true,
      accepted: (headers, origin) => takeNextNonce(profile, origin, headers),
      unusable: 'it offers Digest, but not with SHA-256 or MD5 and qop "auth"',
    },
  };
}

/** The time in milliseconds before rejected credentials are tried again: domains lock accounts after a few attempts. */
const WAIT_MS = 30_000;
/** The times before which a profile is not tried again, by the origin that rejected it. */
const refusedProofs = new WeakMap<NtlmProfile, Map<string, number>>();

/** The login of NTLMv2. */
function ntlmLogin(profile: NtlmProfile): Login {
  return {
    scheme: 'NTLM',
    opening: printNegotiate().toString('base64'),
    refused: 'it does not accept the user name and the password',
    answer(text, place) {
      if (performance.now() < (refusedProofs.get(profile)?.get(place.origin) ?? 0)) {
        throw loginFailed(`it rejected this user name and password less than ${WAIT_MS / 1000} seconds ago`);
      }
      const challenge = readChallenge(Buffer.from(text, 'base64'));
      if (typeof challenge === 'string') throw loginFailed(`its NTLM challenge cannot be read: ${challenge}`);
      const login = { profile, challenge, ...place, nonce: randomBytes(8), now: Date.now() };
      return printAuthenticate(login).toString('base64');
    },
    forget(origin) {
      const origins = refusedProofs.get(profile) ?? new Map<string, number>();
      refusedProofs.set(profile, origins.set(origin, performance.now() + WAIT_MS));
    },
  };
}

/** Profiles whose ticket a service has rejected: the next one is requested again. */
const refusedTickets = new WeakSet<KerberosProfile>();

/** The login of Kerberos. */
function kerberosLogin(profile: KerberosProfile, account: string): Login {
  return {
    scheme: 'Negotiate',
    opening: undefined,
    refused: 'it does not accept the Kerberos ticket',
    async answer(_challenge, place) {
      // Loaded only for services that need it.
      const { requestTicket } = await import('./ticket-client.js');
      const fresh = refusedTickets.delete(profile);
      const { host, binding } = place;
      const token = await requestTicket({ account, profile, host, binding, fresh });
      return printNegTokenInit(token).toString('base64');
    },
    forget() {
      refusedTickets.add(profile);
    },
  };
}

/** The error of a login that a server rejects or does not complete. */
export function loginFailed(why: string, upstreamStatus?: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_LOGIN_FAILED',
    phase: 'await-response',
    message: `cannot log in to the upstream: ${why}`,
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
  });
}

/** The token of a scheme in `WWW-Authenticate`: `''` if the scheme has none, undefined if the server does not name it. */
export function challengeOf(headers: ResponseHeaders, scheme: string): string | undefined {
  for (const challenge of challengesOf(headers)) {
    const [name = '', token = ''] = challenge.trim().split(/\s+/, 2);
    if (name.toLowerCase() === scheme.toLowerCase()) return token;
  }
  return undefined;
}

function challengesOf(headers: ResponseHeaders): string[] {
  const value = headers['www-authenticate'] ?? [];
  return (Array.isArray(value) ? value : [value]).flatMap((line) => line.split(','));
}

import { type Check, flag, listOf, members, oneOf, text, wrong } from '@soapstone/options';
import { safeEndpoint } from './safe-endpoint.js';
import { secondsFrom } from './seconds.js';

/** The versions of WS-Trust. 1.4 has the names of 1.3. */
export const TRUST_VERSIONS = ['1.3', '1.4', '2005/02'] as const;
/** The kinds of tokens that are requested. */
export const TOKEN_TYPES = ['saml-2.0', 'saml-1.1'] as const;
/** How a service knows that the sender may use a token: by having it, or by a key pair. */
export const KEY_TYPES = ['bearer', 'public-key'] as const;

/** The options of a token service, without the credentials there. */
export interface StsOptions {
  /** `https:`, or `http:` on this machine. The egress policy applies to it. */
  readonly endpoint: string;
  /** Default `1.3`. */
  readonly version?: (typeof TRUST_VERSIONS)[number] | undefined;
  /** The version of the messages to the token service. Default `1.2`. */
  readonly soapVersion?: '1.1' | '1.2' | undefined;
  /** Whether its requests have the headers of WS-Addressing 1.0. Default true. */
  readonly addressing?: boolean | undefined;
  /** Default `saml-2.0`. */
  readonly tokenType?: (typeof TOKEN_TYPES)[number] | undefined;
  /** Default `bearer`. */
  readonly keyType?: (typeof KEY_TYPES)[number] | undefined;
  /** The service that the token is for, as the token service knows it. Default: the address that is called. */
  readonly appliesTo?: string | undefined;
  /** The lifetime to ask for, 60 to 86,400 seconds. Default: the token service decides. */
  readonly lifetimeSeconds?: number | undefined;
  /** URIs of claims (identity claims of 2005/05) that the token must contain. Default none. */
  readonly claims?: readonly string[] | undefined;
  /** Renew a token when it expires; if that fails, a new one is issued. Default false: issue a new one. */
  readonly renew?: boolean | undefined;
  /** Cancel the tokens that are still valid when the transport is closed. Default false. */
  readonly cancel?: boolean | undefined;
  /** How far the clocks may differ, 0 to 3,600 seconds. Default 60. */
  readonly clockSkewSeconds?: number | undefined;
}

/**
 * The members of an `StsProfile` and their types.
 *
 * @param credentials the check of the credentials at the token service
 */
export function stsProfile(credentials: Check): Check {
  return members<StsOptions & { readonly credentials?: unknown }>(
    {
      endpoint: safeEndpoint,
      version: oneOf(...TRUST_VERSIONS),
      soapVersion: oneOf('1.1', '1.2'),
      addressing: flag,
      tokenType: oneOf(...TOKEN_TYPES),
      keyType: oneOf(...KEY_TYPES),
      appliesTo: uri,
      lifetimeSeconds: secondsFrom(60, 86_400),
      claims: listOf(uri),
      renew: flag,
      cancel: flag,
      clockSkewSeconds: secondsFrom(0, 3_600),
      credentials,
    },
    ['endpoint'],
  );
}

const uri: Check = (value) => {
  const problems = text(value);
  if (problems.length > 0) return problems;
  return /^[\x21-\x7e]{1,2048}$/.test(value as string) ? [] : wrong('expected a URI');
};

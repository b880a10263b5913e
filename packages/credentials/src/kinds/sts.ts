import type { Check } from '@soapstone/options';
import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { choice, flag, integer, list, type MemberOf, safeEndpoint, type TextForm, text } from '../members.js';

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

const URI: TextForm = { accepts: (uri) => /^[\x21-\x7e]+$/.test(uri), expected: 'expected a URI' };

/** Checks the options of a token service, regardless of its credentials. */
export const tokenServiceOptions: Check = (value) => ANY_CREDENTIALS.check(value);

/**
 * A token service that issues the SAML assertion.
 *
 * @param credentials the credentials at the token service
 */
export function tokenService<Credentials extends object>(
  credentials: MemberOf<Credentials>,
): Kind<StsOptions & { readonly credentials?: Credentials | undefined }> {
  return kind<StsOptions & { readonly credentials?: Credentials | undefined }>('sts', {
    runsOn: 'node',
    members: {
      endpoint: safeEndpoint,
      version: choice(...TRUST_VERSIONS),
      soapVersion: choice('1.1', '1.2'),
      addressing: flag,
      tokenType: choice(...TOKEN_TYPES),
      keyType: choice(...KEY_TYPES),
      appliesTo: text(2048, URI),
      lifetimeSeconds: integer(60, 86_400),
      claims: list(text(2048, URI), 50),
      renew: flag,
      cancel: flag,
      clockSkewSeconds: integer(0, 3_600),
      credentials,
    },
    required: ['endpoint'],
  });
}

const ANY_CREDENTIALS = tokenService<object>({ check: () => [], schema: {} });

/** The texts for people. */
export const stsDoor: Door = {
  title: 'Token service',
  description: 'A SAML assertion from a security token service (WS-Trust)',
  client: 'issuedToken',
  cli: { why: 'Its members are too many for options: --credentials reads them from a file.' },
  form: { own: true },
};

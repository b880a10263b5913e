import { type Check, members, oneOf, text, wrong } from '@soapstone/options';
import { type Signer, signingKey } from './key-holder.js';
import { safeEndpoint } from './safe-endpoint.js';

/** The algorithms of `private_key_jwt`. */
export const CLIENT_ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

/**
 * OAuth 2.0 client credentials (RFC 6749 §4.4): an access token of the token endpoint is sent as `Authorization: Bearer`. A client
 * proves who it is with a secret, or with a key (`private_key_jwt`, RFC 7523). Needs `clientSecret` or `privateKey`.
 */
export interface OAuthProfile {
  /** `https:`, or `http:` on this machine. The egress policy applies to it. */
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** How the secret is sent. Default `basic`. */
  readonly secretIn?: 'basic' | 'post' | undefined;
  /** PEM, or a `Signer` that has the key: signs an assertion instead of sending a secret. */
  readonly privateKey?: string | Signer | undefined;
  readonly passphrase?: string | undefined;
  /** `kid` of the assertion. Default none. */
  readonly keyId?: string | undefined;
  /** Default `RS256`. */
  readonly algorithm?: (typeof CLIENT_ASSERTION_ALGORITHMS)[number] | undefined;
  /** Space-separated scopes. Default: those that the server grants by itself. */
  readonly scope?: string | undefined;
  /** `resource` of the token request (RFC 8707). Default none. */
  readonly resource?: string | undefined;
  /** `audience` of the token request, which some servers need. Default none. */
  readonly audience?: string | undefined;
}

const oauthMembers: Check = members<OAuthProfile>(
  {
    tokenEndpoint: safeEndpoint,
    clientId: text,
    clientSecret: text,
    secretIn: oneOf('basic', 'post'),
    privateKey: signingKey,
    passphrase: text,
    keyId: text,
    algorithm: oneOf(...CLIENT_ASSERTION_ALGORITHMS),
    scope: text,
    resource: text,
    audience: text,
  },
  ['tokenEndpoint', 'clientId'],
);

/** The members of an `OAuthProfile` and their types. */
export const oauthProfile: Check = (value) => {
  const problems = oauthMembers(value);
  if (problems.length > 0) return problems;
  const { clientSecret, privateKey } = value as OAuthProfile;
  if ((clientSecret === undefined) === (privateKey === undefined)) {
    return wrong('expected either clientSecret or privateKey');
  }
  return [];
};

import type { Door } from '../door.js';
import type { Signer } from '../external-key.js';
import { type Kind, kind } from '../kind.js';
import { choice, safeEndpoint, secret, signing, text } from '../members.js';

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
  /** Space-separated scopes. Default: those that the server grants on its own. */
  readonly scope?: string | undefined;
  /** `resource` of the token request (RFC 8707). Default none. */
  readonly resource?: string | undefined;
  /** `audience` of the token request, which some servers need. Default none. */
  readonly audience?: string | undefined;
}

/** OAuth 2.0 client credentials. */
export const oauth: Kind<OAuthProfile> = kind<OAuthProfile>('oauth', {
  runsOn: 'node',
  scheme: 'Bearer',
  members: {
    tokenEndpoint: safeEndpoint,
    clientId: text(8192),
    clientSecret: secret(),
    secretIn: choice('basic', 'post'),
    privateKey: signing,
    passphrase: secret(),
    keyId: text(1024),
    algorithm: choice(...CLIENT_ASSERTION_ALGORITHMS),
    scope: text(1024),
    resource: text(1024),
    audience: text(1024),
  },
  required: ['tokenEndpoint', 'clientId'],
  either: ['clientSecret', 'privateKey'],
  bundle: ['privateKey'],
});

/** The texts for people. */
export const oauthDoor: Door = {
  title: 'OAuth 2.0 access token',
  description: 'Client credentials: the gateway requests a token and sends it with each call',
  client: 'oauthClientCredentials',
  cli: { why: 'Its members are too many for options: --credentials reads them from a file.' },
  form: {
    fields: [
      {
        member: 'tokenEndpoint',
        label: 'Token URL',
        input: 'text',
        missing: 'Enter the token URL',
        form: { accepts: (url) => /^https?:\/\//.test(url), problem: 'Enter the token URL, with https://' },
      },
      { member: 'clientId', label: 'Client ID', input: 'text', missing: 'Enter the client ID' },
      { member: 'clientSecret', label: 'Client secret', input: 'password' },
      {
        member: 'privateKey',
        label: 'Private key (PEM), in place of the secret',
        input: 'text-file',
        accept: '.pem,.key',
      },
      {
        member: 'algorithm',
        label: 'Algorithm of the private key',
        input: 'choice',
        choices: CLIENT_ASSERTION_ALGORITHMS.map((value) => ({ value, label: value })),
      },
      { member: 'keyId', label: 'Key ID', description: 'If the server asks for one', input: 'text' },
      { member: 'scope', label: 'Scopes', description: 'Separated by spaces', input: 'text' },
      { member: 'audience', label: 'Audience', description: 'If the server asks for one', input: 'text' },
    ],
    either: {
      members: ['clientSecret', 'privateKey'],
      missing: 'Enter the client secret, or choose a private key',
    },
  },
};

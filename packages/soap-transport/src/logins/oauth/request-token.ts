import { randomUUID, webcrypto } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import type { OAuthProfile, SignatureAlgorithm, Signer } from '@soapstone/ws-security';
import { isSigner, readPrivateKey, signWithExternalKey } from '@soapstone/ws-security/internal';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  PrivateKeyJwt,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { asTransportError } from '../../security-failure.js';
import { isTransportError, TransportError } from '../../transport-error.js';

/** Sends the POST of a token request. */
export type SendForm = (url: string, headers: readonly string[], body: Uint8Array) => Promise<Response>;

/** An access token, and for how many seconds it is valid; `undefined` if the server does not say. */
export interface AccessToken {
  readonly token: string;
  readonly expiresIn: number | undefined;
}

/** Asks a token endpoint for an access token. Throws `TransportError`, which holds no secret. */
export async function requestToken(profile: OAuthProfile, send: SendForm): Promise<AccessToken> {
  const { tokenEndpoint, clientId, scope, resource, audience } = profile;
  const server: AuthorizationServer = {
    issuer: new URL(tokenEndpoint).origin,
    token_endpoint: tokenEndpoint,
  };
  const client: Client = { client_id: clientId };
  const parameters = new URLSearchParams(
    Object.entries({ scope, resource, audience }).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  try {
    const response = await clientCredentialsGrantRequest(server, client, await authOf(profile), parameters, {
      [allowInsecureRequests]: new URL(tokenEndpoint).protocol === 'http:',
      [customFetch]: (url, { headers, body }) =>
        send(url, Object.entries(headers).flat(), Buffer.from(String(body), 'utf8')),
    });
    const answer = await processClientCredentialsResponse(server, client, response);
    if (answer.token_type !== 'bearer') throw refused(`it issues tokens of the type ${answer.token_type}`);
    if (!/^[\x21-\x7e]{1,16384}$/.test(answer.access_token)) throw refused('its token cannot be a header');
    return { token: answer.access_token, expiresIn: answer.expires_in };
  } catch (cause) {
    const error = asTransportError(cause);
    if (isTransportError(error)) throw error;
    if (error instanceof ResponseBodyError) throw refused(`it answers ${error.error.slice(0, 100)}`);
    throw refused('its response has no usable access token');
  }
}

/** The number of octets of r, and of s. */
const P256_BYTES = 32;

const KEY_ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

async function authOf(profile: OAuthProfile): Promise<ClientAuth> {
  const { clientSecret = '', secretIn, privateKey, passphrase, keyId, algorithm = 'RS256' } = profile;
  if (privateKey === undefined) {
    return secretIn === 'post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
  }
  if (isSigner(privateKey)) return assertionBy(privateKey, algorithm, keyId);
  const der = readPrivateKey({ privateKey, passphrase }).export({ type: 'pkcs8', format: 'der' });
  const key = await webcrypto.subtle.importKey('pkcs8', der, KEY_ALGORITHMS[algorithm], false, ['sign']);
  return PrivateKeyJwt(keyId === undefined ? key : { key, kid: keyId });
}

const SIGNER_ALGORITHMS = {
  RS256: 'rsa-sha256',
  PS256: 'rsa-pss-sha256',
  ES256: 'ecdsa-sha256',
} as const satisfies Record<string, SignatureAlgorithm>;

/** `private_key_jwt` (RFC 7523 §2.2) with an external key: the library takes Web Cryptography keys only. */
function assertionBy(
  signer: Signer,
  algorithm: keyof typeof SIGNER_ALGORITHMS,
  keyId: string | undefined,
): ClientAuth {
  return async ({ issuer }, { client_id: id }, form) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: id, sub: id, aud: issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + 60 };
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const octets = `${encode({ alg: algorithm, ...defined({ kid: keyId }) })}.${encode(claims)}`;
    const size = algorithm === 'ES256' ? P256_BYTES : undefined;
    const value = await signWithExternalKey(signer, SIGNER_ALGORITHMS[algorithm], octets, { size });
    form.set('client_id', id);
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', `${octets}.${value.toString('base64url')}`);
  };
}

function refused(why: string): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'prepare',
    message: `cannot get an access token from the token endpoint: ${why}`,
  });
}

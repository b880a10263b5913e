import { createServer, type RequestListener, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as oidc from 'oidc-provider';

/** A key pair of an authorization server. */
export interface IssuerKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** An authorization server by others (`oidc-provider`), on loopback. */
export interface TokenIssuerServer {
  readonly issuer: string;
  /** The key that it signs with now. */
  readonly key: IssuerKey;
  /** The paths that were asked for, in order. */
  readonly paths: string[];
  /** Requests a token with the grant `client_credentials`, for a resource (RFC 8707). */
  token(resource: string, scope: string): Promise<string>;
  /** Signs any claims, by default those of a valid token, with any header. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
    key?: CryptoKey | Uint8Array,
  ): Promise<string>;
  /** Replaces its keys with a new one. */
  rotate(): Promise<void>;
  /** Answers everything in its place; undefined for the server itself. */
  instead: RequestListener | undefined;
  stop(): Promise<void>;
}

export const CLIENT = { id: 'agent', secret: 'a-secret-of-the-agent-for-tests-only' };
const SCOPES = 'users:read users:write';

/** Creates a key pair. */
export async function createIssuerKey(kid: string, alg = 'RS256'): Promise<IssuerKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' } };
}

/** Starts an authorization server with one RSA key. */
export async function startTokenIssuer(): Promise<TokenIssuerServer> {
  let keys = 1;
  let key = await createIssuerKey('key-1');
  let handler: RequestListener = () => {};
  let instead: RequestListener | undefined;
  const paths: string[] = [];
  const server: Server = createServer((request, response) => {
    paths.push(request.url ?? '');
    (instead ?? handler)(request, response);
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const serve = () => {
    handler = createProvider(issuer, key).callback();
  };
  serve();
  return {
    issuer,
    paths,
    get key() {
      return key;
    },
    async token(resource, scope) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
      });
      const { access_token: token, error_description: error } = (await answer.json()) as Record<
        string,
        string
      >;
      if (token === undefined) throw new Error(`no token: ${answer.status} ${error}`);
      return token;
    },
    sign(claims, header = {}, signer = key.privateKey) {
      const now = Math.floor(Date.now() / 1000);
      const all = { iss: issuer, iat: now, exp: now + 3_600, scope: SCOPES, sub: CLIENT.id, ...claims };
      return new SignJWT(all)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.jwk.kid as string, ...header })
        .sign(signer, { crit: { x: false } });
    },
    async rotate() {
      keys += 1;
      key = await createIssuerKey(`key-${keys}`);
      serve();
    },
    get instead() {
      return instead;
    },
    set instead(listener) {
      instead = listener;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function createProvider(issuer: string, { jwk }: IssuerKey): oidc.Provider {
  return new oidc.Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [jwk as oidc.JWK] },
    scopes: SCOPES.split(' '),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: SCOPES,
          audience: resource,
          accessTokenTTL: 3_600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

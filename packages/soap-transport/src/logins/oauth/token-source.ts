import type { CredentialProfile, OAuthProfile } from '@soapstone/ws-security';
import { credentialsKey } from '@soapstone/ws-security/internal/profile';
import type { AnswerReader, CallRequest } from '../../call-request.js';
import type { EgressGuard } from '../../egress/guard.js';
import { readTarget } from '../../egress/target.js';
import { headerValue } from '../../http/http-exchange.js';
import { CallScope } from '../../reliability/call-scope.js';
import type { ResolvedOptions } from '../../transport-options.js';
import { createTokenCache, type NewToken, type TokenCache, type TokenUse } from '../token-cache.js';
import type { SendForm } from './request-token.js';

/** The parts of the transport that token requests use. */
export interface TokenContext extends Pick<ResolvedOptions, 'now' | 'limits' | 'userAgent' | 'lenientHttp'> {
  readonly guard: EgressGuard;
  run<Product>(call: CallRequest, read: AnswerReader<Product>): Promise<Product>;
}

/** The consumer of an access token. */
export interface AccessTokenUse extends TokenUse {
  readonly oauth: OAuthProfile;
  /** Authorities of the token endpoint's certificate. */
  readonly ca: CredentialProfile['ca'];
}

const MAX_BYTES = 65_536;
/** Milliseconds for one token request. */
const REQUEST_MS = 10_000;
/** Seconds that a token is used if its server does not say how long it is valid. */
const UNSAID = 60;

/** Access tokens. Accounts never share them, and neither do profiles that differ. */
export function createTokenSource(context: TokenContext): TokenCache<AccessTokenUse, string> {
  const { now, guard, limits } = context;

  const request = async ({ account, oauth, ca, proxy }: AccessTokenUse): Promise<NewToken<string>> => {
    const send: SendForm = (url, headers, body) => {
      const { origin, path } = readTarget(url, guard);
      const scope = new CallScope(
        { deadlineMs: REQUEST_MS, firstByteMs: limits.firstByteMs, now },
        undefined,
      );
      const http = {
        origin,
        path,
        method: 'POST',
        headers: [...headers, 'user-agent', context.userAgent],
        body,
      } as const;
      const credentials = ca === undefined ? undefined : { ca };
      return context.run(
        {
          http,
          account,
          credentials,
          lenientHttp: context.lenientHttp,
          compatibility: undefined,
          proxy,
          maxBytes: MAX_BYTES,
          scope,
        },
        async (answer) => {
          const chunks: Uint8Array[] = [];
          for await (const chunk of answer.body) chunks.push(chunk);
          const contentType = headerValue(answer.headers, 'content-type');
          return new Response(Buffer.concat(chunks), {
            status: answer.status,
            ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
          });
        },
      );
    };
    // Loaded only for services that need it.
    const { requestToken } = await import('./request-token.js');
    const { token, expiresIn = UNSAID } = await requestToken(oauth, send);
    return { token, seconds: expiresIn };
  };

  return createTokenCache({
    now,
    source: 'the token endpoint',
    keyOf: ({ account, oauth }) => `${credentialsKey(oauth)} ${account}`,
    request,
  });
}

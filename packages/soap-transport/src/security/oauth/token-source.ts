import { createHash } from 'node:crypto';
import type { AnswerReader, CallRequest } from '../../call.js';
import type { EgressGuard } from '../../egress/guard.js';
import { headerValue } from '../../http/http-exchange.js';
import { readTarget } from '../../http/target.js';
import { CallScope, type CallSignal } from '../../reliability/call-scope.js';
import { TransportError } from '../../transport-error.js';
import type { ResolvedOptions } from '../../transport-options.js';
import type { CredentialProfile } from '../credential-profile.js';
import type { OAuthProfile } from '../oauth-profile.js';
import type { SendForm } from './request-token.js';

/** What token requests take from the transport. */
export interface TokenContext extends Pick<ResolvedOptions, 'now' | 'limits' | 'userAgent'> {
  readonly guard: EgressGuard;
  run<Product>(call: CallRequest, read: AnswerReader<Product>): Promise<Product>;
}

/** Who needs a token, and for how long it may wait. */
export interface TokenUse {
  readonly account: string;
  readonly oauth: OAuthProfile;
  /** Authorities of the token endpoint's certificate. */
  readonly ca: CredentialProfile['ca'];
  readonly deadlineMs: number;
  readonly signal: CallSignal | undefined;
}

/** Access tokens, each requested once for all calls that need it, and kept until shortly before its end. */
export interface TokenSource {
  /** Rejects with `TransportError`. */
  tokenFor(use: TokenUse): Promise<string>;
  /** Forgets a token that a service has refused. */
  forget(use: Pick<TokenUse, 'account' | 'oauth'>, token: string): void;
}

interface Known {
  readonly token: Promise<string>;
  /** Monotonic milliseconds after which a new one is requested. */
  until: number;
}

const MOST_TOKENS = 1_000;
const MOST_BYTES = 65_536;
/** Milliseconds for one token request. */
const REQUEST_MS = 10_000;
/** Seconds that a token is used if its server does not say how long it is valid, and the most if it says more. */
const VALID = { unsaid: 60, most: 86_400 };
/** A token is renewed so many seconds before its end, or after nine tenths of its time if that is later. */
const EARLY = 60;

export function createTokenSource(context: TokenContext): TokenSource {
  const { now, guard, limits } = context;
  const known = new Map<string, Known>();

  const request = async (key: string, { account, oauth, ca }: TokenUse): Promise<string> => {
    const started = now();
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
      return context.run({ http, account, credentials, maxBytes: MOST_BYTES, scope }, async (answer) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of answer.body) chunks.push(chunk);
        const contentType = headerValue(answer.headers, 'content-type');
        return new Response(Buffer.concat(chunks), {
          status: answer.status,
          ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
        });
      });
    };
    // Loaded for services that need it.
    const { requestToken } = await import('./request-token.js');
    const { token, expiresIn = VALID.unsaid } = await requestToken(oauth, send);
    const seconds = Math.min(expiresIn, VALID.most);
    const entry = known.get(key);
    if (entry !== undefined) entry.until = started + Math.max(seconds - EARLY, seconds * 0.9) * 1000;
    return token;
  };

  const fresh = (use: TokenUse): Promise<string> => {
    const key = keyOf(use);
    const present = known.get(key);
    if (present !== undefined && now() < present.until) return present.token;
    const entry: Known = {
      token: Promise.resolve().then(() => request(key, use)),
      until: Number.POSITIVE_INFINITY,
    };
    known.delete(key);
    known.set(key, entry);
    const oldest = known.size > MOST_TOKENS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    entry.token.catch(() => {
      if (known.get(key) === entry) known.delete(key);
    });
    return entry.token;
  };

  return {
    tokenFor: (use) => within(fresh(use), use),
    forget(use, token) {
      const key = keyOf(use);
      const entry = known.get(key);
      void entry?.token.then(
        (current) => current === token && known.get(key) === entry && known.delete(key),
        () => {},
      );
    },
  };
}

/** Accounts never share tokens, and neither do profiles that differ. */
function keyOf({ account, oauth }: Pick<TokenUse, 'account' | 'oauth'>): string {
  return createHash('sha256')
    .update(JSON.stringify([account, oauth]))
    .digest('base64');
}

/** The token, unless the call ends before it is there. The request goes on for the other calls. */
function within(token: Promise<string>, { deadlineMs, signal }: TokenUse): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (code: 'ABORTED' | 'UPSTREAM_TIMEOUT', message: string): void =>
      reject(new TransportError({ code, phase: 'prepare', message }));
    const listener = { handleEvent: () => end('ABORTED', 'the call was aborted') };
    if (signal?.aborted === true) listener.handleEvent();
    signal?.addEventListener('abort', listener, { once: true });
    const timer = setTimeout(
      () => end('UPSTREAM_TIMEOUT', 'the token endpoint did not answer within the time of the call'),
      deadlineMs,
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', listener);
    };
    token.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

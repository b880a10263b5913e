import { type ProxyOption, proxyKey } from '../proxy-option.js';
import type { CallSignal } from '../reliability/call-scope.js';
import { within } from '../reliability/within.js';

/** The consumer of a token: the account, the proxy to its source, and how long it may wait. */
export interface TokenUse {
  readonly account: string;
  /** The proxy of the request that needs the token. */
  readonly proxy: ProxyOption | undefined;
  readonly deadlineMs: number;
  readonly signal: CallSignal | undefined;
}

/** A new token. */
export interface NewToken<Token> {
  readonly token: Token;
  /** For how many seconds it is valid, from the time at which it was requested. */
  readonly seconds: number;
}

/** How to obtain tokens of one kind. */
export interface TokenCacheOptions<Use extends TokenUse, Token> {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Where tokens come from, for a message: `the token endpoint`. */
  readonly source: string;
  /** Equal keys share a token. Must contain the account. */
  keyOf(use: Use): string;
  /**
   * Requests a token. Rejects with `TransportError`.
   *
   * @param last the previous token, if it has just expired
   */
  request(use: Use, last: Token | undefined): Promise<NewToken<Token>>;
}

/** Tokens, each requested once for all calls that need it, and kept until shortly before it expires. */
export interface TokenCache<Use extends TokenUse, Token> {
  /** Rejects with `TransportError`. */
  tokenFor(use: Use): Promise<Token>;
  /**
   * Forgets a token that a service has rejected.
   *
   * @param olderThan milliseconds of age below which it is kept. Default 0
   */
  forget(use: Use, token: Token, olderThan?: number): void;
  /** The cached tokens, and what they were requested for. */
  present(): readonly { readonly token: Token; readonly use: Use }[];
}

interface Known<Use, Token> {
  readonly token: Promise<Token>;
  readonly use: Use;
  /** Monotonic milliseconds. */
  readonly since: number;
  /** Monotonic milliseconds after which a new one is requested. */
  until: number;
  /** The token itself, once it has arrived. */
  arrived?: { readonly token: Token };
}

const MAX_TOKENS = 1_000;
/** A token is renewed this many seconds before it expires, or after nine tenths of its lifetime if that is later. */
const EARLY = 60;
/** The maximum number of seconds for which a token is used. */
const MAX_SECONDS = 86_400;

export function createTokenCache<Use extends TokenUse, Token>(
  options: TokenCacheOptions<Use, Token>,
): TokenCache<Use, Token> {
  const { now, source, keyOf } = options;
  const known = new Map<string, Known<Use, Token>>();

  const request = async (entry: Known<Use, Token>, last: Token | undefined): Promise<Token> => {
    const { token, seconds } = await options.request(entry.use, last);
    const used = Math.min(seconds, MAX_SECONDS);
    entry.arrived = { token };
    entry.until = entry.since + Math.max(used - EARLY, used * 0.9) * 1000;
    return token;
  };

  /** Calls through different proxies do not share tokens: a failure of one proxy is not a failure of the other. */
  const cacheKey = (use: Use): string =>
    use.proxy === undefined ? keyOf(use) : `${keyOf(use)} ${proxyKey(use.proxy)}`;

  const fresh = (use: Use): Promise<Token> => {
    const key = cacheKey(use);
    const present = known.get(key);
    const since = now();
    if (present !== undefined && since < present.until) return present.token;
    const last = present?.token.catch(() => undefined) ?? Promise.resolve(undefined);
    const entry: Known<Use, Token> = {
      token: last.then((token) => request(entry, token)),
      // The signal of one call must not live as long as the token.
      use: { ...use, signal: undefined },
      since,
      until: Number.POSITIVE_INFINITY,
    };
    known.delete(key);
    known.set(key, entry);
    const oldest = known.size > MAX_TOKENS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    entry.token.catch(() => {
      if (known.get(key) === entry) known.delete(key);
    });
    return entry.token;
  };

  return {
    tokenFor: (use) => within(fresh(use), use, `${source} did not answer`),
    forget(use, token, olderThan = 0) {
      const key = cacheKey(use);
      const entry = known.get(key);
      if (entry === undefined || now() - entry.since < olderThan) return;
      void entry.token.then(
        (current) => current === token && known.get(key) === entry && known.delete(key),
        () => {},
      );
    },
    present: () =>
      [...known.values()].flatMap(({ arrived, use }) => (arrived === undefined ? [] : [{ ...arrived, use }])),
  };
}

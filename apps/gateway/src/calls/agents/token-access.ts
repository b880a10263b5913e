import type { KeyScope } from '../../domain/accounts/api-key.js';
import type { Plans } from '../../domain/accounts/plan.js';
import { GatewayError } from '../../errors/errors.js';
import type { Directory, KeyHolder } from '../catalog/directory.js';
import { type Caller, callerOf } from '../proxy/authenticate.js';
import type { AgentRequest } from './http.js';
import type { TokenIssuers } from './token-issuers.js';
import { insufficientScope, invalidToken } from './token-refusal.js';
import { readIssuer, type VerifiedToken, verifyToken } from './verify-token.js';

/** Decides which agents may act for an account with tokens of authorization servers that its owner accepts. */
export interface TokenAccess {
  /** Returns the caller that a token stands for. Rejects with `TokenRefusal`, or with 503 if the keys of its issuer cannot be read. */
  admit(request: Pick<AgentRequest, 'accountId' | 'serviceSlug' | 'address'>, token: string): Promise<Caller>;
  /**
   * Returns the scopes with which a token of the same issuer, for the same audience, may do what this one may not; undefined if no scopes
   * help. With them and those that the token has, the key that decides is one that may do it. Rejects as `admit` does.
   *
   * @param suffices whether a key with a scope of operations may do it; undefined stands for every operation
   */
  scopesFor(
    request: Pick<AgentRequest, 'accountId' | 'serviceSlug' | 'address'>,
    token: string,
    suffices: (scope: KeyScope | undefined) => boolean,
  ): Promise<readonly string[] | undefined>;
  /** The issuers and scopes of the tokens that an account accepts; none for an unknown account. */
  describe(
    accountId: string,
  ): Promise<{ readonly issuers: readonly string[]; readonly scopes: readonly string[] }>;
}

/** The maximum number of scopes in the metadata of a resource. */
const MAX_SCOPES = 100;
/** The maximum number of keys whose scopes are tried for what a token may not do. */
const MAX_TRIED = 100;

/** `now` is milliseconds since the Unix epoch. */
export function createTokenAccess(deps: {
  readonly issuers: TokenIssuers;
  readonly directory: Pick<Directory, 'findTokenKeys'>;
  readonly plans: Plans;
  readonly baseUrl: string;
  readonly now: () => number;
}): TokenAccess {
  const { issuers, directory, plans, baseUrl, now } = deps;

  /** The keys of an account that stand for tokens of allowed issuers. */
  async function keysOf(accountId: string): Promise<readonly KeyHolder[]> {
    const found = await directory.findTokenKeys(accountId);
    return found.filter(({ key }) => key.token !== undefined && issuers.allows(key.token.issuer));
  }

  /** Verifies a token, and finds the keys that accept its issuer and audience, regardless of their scopes. */
  async function read(
    request: Pick<AgentRequest, 'accountId' | 'serviceSlug'>,
    token: string,
  ): Promise<{ readonly verified: VerifiedToken; readonly forHere: readonly KeyHolder[] }> {
    const issuer = readIssuer(token);
    const ofIssuer = (await keysOf(request.accountId)).filter(({ key }) => key.token?.issuer === issuer);
    // The keys of a server are only read for an account that accepts its tokens.
    if (ofIssuer.length === 0) throw invalidToken('This account accepts no tokens of this issuer');
    const verified = await verify(token, issuer, issuers, now());
    const forHere = ofIssuer.filter(({ key }) =>
      isAudience(verified, key.token?.audience, addressesOf(request, baseUrl)),
    );
    if (forHere.length === 0) throw invalidToken('The token is for another audience');
    return { verified, forHere };
  }

  /** The caller that a key stands for; undefined if the key is refused here and now. */
  function callerIfAllowed(holder: KeyHolder, request: Pick<AgentRequest, 'address'>): Caller | undefined {
    try {
      return callerOf(holder, request, now(), plans);
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  return {
    async admit(request, token) {
      const { verified, forHere } = await read(request, token);
      const sorted = mostScopesFirst(forHere);
      const first = decidingKey(sorted, verified.scopes);
      if (first === undefined) throw insufficientScope(scopesOf(sorted.at(-1)));
      const caller = callerOf(first, request, now(), plans);
      return { ...caller, until: Math.min(caller.until, verified.until) };
    },
    async scopesFor(request, token, suffices) {
      const { verified, forHere } = await read(request, token);
      const missing = (holder: KeyHolder): number =>
        scopesOf(holder).filter((scope) => !verified.scopes.has(scope)).length;
      const sorted = mostScopesFirst(forHere);
      const wanted = sorted
        .toSorted((one, other) => missing(one) - missing(other) || one.key.createdAt - other.key.createdAt)
        .slice(0, MAX_TRIED)
        .find((holder) => {
          // Clients ask for these scopes in addition to those that they have.
          const deciding = decidingKey(sorted, new Set([...verified.scopes, ...scopesOf(holder)]));
          const caller = deciding && callerIfAllowed(deciding, request);
          return caller !== undefined && suffices(caller.scope);
        });
      if (wanted === undefined) return undefined;
      const asked = new Set(forHere.flatMap(scopesOf));
      const kept = [...verified.scopes].filter((scope) => asked.has(scope));
      return [...new Set([...scopesOf(wanted), ...kept])].slice(0, MAX_SCOPES);
    },
    async describe(accountId) {
      const keys = await keysOf(accountId);
      return {
        issuers: [...new Set(keys.flatMap(({ key }) => key.token?.issuer ?? []))],
        scopes: [...new Set(keys.flatMap(scopesOf))].slice(0, MAX_SCOPES),
      };
    },
  };
}

async function verify(
  token: string,
  issuer: string,
  issuers: TokenIssuers,
  now: number,
): Promise<VerifiedToken> {
  const known = await issuers.keysOf(issuer);
  const verified = await verifyToken(token, issuer, known, now);
  if (verified !== undefined) return verified;
  const newer = await issuers.newerKeys(issuer, known);
  const again = newer === known ? undefined : await verifyToken(token, issuer, newer, now);
  if (again === undefined) throw invalidToken('The signature of the token is not by its issuer');
  return again;
}

/** The audiences of tokens for an address: itself, and that of the account (RFC 8707). */
function addressesOf(
  { accountId, serviceSlug }: Pick<AgentRequest, 'accountId' | 'serviceSlug'>,
  baseUrl: string,
): readonly string[] {
  const account = `${baseUrl}/mcp/v1/${accountId}`;
  return serviceSlug === '' ? [account] : [account, `${account}/${serviceSlug}`];
}

function isAudience(
  { audiences }: VerifiedToken,
  wanted: string | undefined,
  addresses: readonly string[],
): boolean {
  if (wanted !== undefined) return audiences.includes(wanted);
  return audiences.some((each) => addresses.includes(each.endsWith('/') ? each.slice(0, -1) : each));
}

function scopesOf(holder: KeyHolder | undefined): readonly string[] {
  return holder?.key.token?.scopes ?? [];
}

/** The key that decides what a token with these scopes may do, of keys in the order of `mostScopesFirst`; undefined if it fits none. */
function decidingKey(sorted: readonly KeyHolder[], scopes: ReadonlySet<string>): KeyHolder | undefined {
  return sorted.find((holder) => scopesOf(holder).every((scope) => scopes.has(scope)));
}

/** If a token fits several keys, the one that asks for most scopes decides, and the oldest among equals. */
function mostScopesFirst(holders: readonly KeyHolder[]): readonly KeyHolder[] {
  return [...holders].sort(
    (one, other) => scopesOf(other).length - scopesOf(one).length || one.key.createdAt - other.key.createdAt,
  );
}

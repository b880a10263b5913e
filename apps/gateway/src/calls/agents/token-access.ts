import type { Plans } from '../../domain/accounts/plan.js';
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
  /** The issuers and scopes of the tokens that an account accepts; none for an unknown account. */
  describe(
    accountId: string,
  ): Promise<{ readonly issuers: readonly string[]; readonly scopes: readonly string[] }>;
}

/** The maximum number of scopes in the metadata of a resource. */
const MAX_SCOPES = 100;

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

  return {
    async admit(request, token) {
      const issuer = readIssuer(token);
      const ofIssuer = (await keysOf(request.accountId)).filter(({ key }) => key.token?.issuer === issuer);
      // The keys of a server are only read for an account that accepts its tokens.
      if (ofIssuer.length === 0) throw invalidToken('This account accepts no tokens of this issuer');
      const verified = await verify(token, issuer, issuers, now());
      const forHere = ofIssuer.filter(({ key }) =>
        isAudience(verified, key.token?.audience, addressesOf(request, baseUrl)),
      );
      if (forHere.length === 0) throw invalidToken('The token is for another audience');
      const fitting = forHere.filter((holder) =>
        scopesOf(holder).every((scope) => verified.scopes.has(scope)),
      );
      const [first] = mostScopesFirst(fitting);
      if (first === undefined) throw insufficientScope(scopesOf(mostScopesFirst(forHere).at(-1)));
      const caller = callerOf(first, request, now(), plans);
      return { ...caller, until: Math.min(caller.until, verified.until) };
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

/** Of several keys that a token fits, the one that asks for most scopes decides, and of those the oldest. */
function mostScopesFirst(holders: readonly KeyHolder[]): readonly KeyHolder[] {
  return [...holders].sort(
    (one, other) => scopesOf(other).length - scopesOf(one).length || one.key.createdAt - other.key.createdAt,
  );
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { hashKey, keyPurpose } from '../../../domain/accounts/api-key.js';
import {
  csrfToken,
  hashSessionToken,
  isAlive,
  readSessionCookie,
  SESSION_TOUCH,
} from '../../../domain/accounts/session.js';
import { invalidKey } from '../../../errors/errors.js';
import { crossSite, notAdministrator, notSignedIn } from '../../../errors/management-errors.js';
import type { Store } from '../../../store/store.js';
import type { Owner } from './route.js';

/** The parts of a request that identify its sender. */
export interface Credentials {
  readonly method: string;
  readonly apiKeys: readonly string[];
  /** By lower-case name. */
  header(name: string): string | undefined;
}

export interface IdentifyDependencies {
  readonly store: Store;
  readonly apiKeyPepper: string;
  readonly baseUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Returns the owner who is logged in with the session cookie; undefined without a live session. */
export async function findSignedIn(
  request: Pick<Credentials, 'header'>,
  { store, now }: IdentifyDependencies,
): Promise<Owner | undefined> {
  const token = readSessionCookie(request.header('cookie'));
  if (token === undefined || token === '') return undefined;
  const session = await store.sessions.find(hashSessionToken(token));
  if (session === undefined || !isAlive(session, now())) return undefined;
  const [account, user] = await Promise.all([
    store.accounts.find(session.accountId),
    store.users.find(session.accountId, session.userId),
  ]);
  if (account?.status !== 'active' || user === undefined) return undefined;
  if (now() - session.lastSeenAt >= SESSION_TOUCH) await store.sessions.touch(session.tokenHash, now());
  return { account, actor: `user:${user.id}`, signedIn: { user, session, token } };
}

/**
 * Identifies the owner of a management request by a management key or by the session cookie. Because browsers send the cookie
 * automatically, a change must then come from the dashboard and carry the session's token. Throws 401 or 403.
 */
export async function identifyOwner(request: Credentials, deps: IdentifyDependencies): Promise<Owner> {
  if (request.apiKeys.length > 0) return ownerOfKey(request.apiKeys, deps);
  const owner = await findSignedIn(request, deps);
  if (owner?.signedIn === undefined) throw notSignedIn();
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (changes && !isOurPage(request, owner.signedIn.token, deps.baseUrl)) throw crossSite();
  return owner;
}

/**
 * Identifies the operator of an administration request: the holder of the admin key (then there is no owner), or an administrator who is
 * logged in, with the rules of `identifyOwner`. A management key, even an administrator's, cannot administer the gateway. Throws 401 or
 * 403.
 */
export async function identifyOperator(
  request: Credentials,
  deps: IdentifyDependencies & { readonly adminKey: string | undefined },
): Promise<Owner | undefined> {
  const authorization = request.header('authorization');
  if (authorization !== undefined) {
    const given = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
    if (deps.adminKey === undefined || !sameSecret(given, deps.adminKey)) throw invalidKey();
    return undefined;
  }
  const owner = await identifyOwner(request, deps);
  if (owner.signedIn?.user.administrator !== true) throw notAdministrator();
  return owner;
}

async function ownerOfKey(
  apiKeys: readonly string[],
  { store, apiKeyPepper }: IdentifyDependencies,
): Promise<Owner> {
  const [key = ''] = apiKeys;
  if (apiKeys.length !== 1 || keyPurpose(key) !== 'management') throw invalidKey();
  const found = await store.apiKeys.findByHash(hashKey(key, apiKeyPepper));
  if (found === undefined || found.key.revokedAt !== undefined || found.account.status !== 'active')
    throw invalidKey();
  return { account: found.account, actor: `key:${found.key.id}` };
}

function isOurPage(request: Pick<Credentials, 'header'>, token: string, baseUrl: string): boolean {
  const { origin } = new URL(baseUrl);
  const sent = request.header('origin');
  const site = request.header('sec-fetch-site');
  if (sent !== undefined && sent !== origin) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return sameSecret(request.header('x-csrf-token') ?? '', csrfToken(token));
}

/** Compares hashes, so that the lengths are equal and the timing reveals nothing. */
export function sameSecret(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(first!, second!);
}

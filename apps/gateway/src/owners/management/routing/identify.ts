import { createHash, timingSafeEqual } from 'node:crypto';
import { isClosing } from '../../../domain/accounts/account.js';
import { createAddressList } from '../../../domain/accounts/address-list.js';
import { endOfKey, hashKey, keyPurpose } from '../../../domain/accounts/api-key.js';
import {
  csrfToken,
  hashSessionToken,
  isAlive,
  readSessionCookie,
  SESSION_TOUCH,
} from '../../../domain/accounts/session.js';
import { invalidKey, notForThisKey } from '../../../errors/errors.js';
import { crossSite, notAdministrator, notSignedIn } from '../../../errors/management-errors.js';
import type { Store } from '../../../store/store.js';
import type { Owner } from './route.js';

/** The parts of a request that identify its sender. */
export interface Credentials {
  readonly method: string;
  readonly apiKeys: readonly string[];
  /** The client's IP address. */
  readonly address: string;
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

/**
 * Returns the owner who is logged in with the session cookie; undefined without a live session. The account may be closing: then it can
 * only be kept.
 */
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
  if (account === undefined || user === undefined) return undefined;
  if (account.status !== 'active' && !isClosing(account, now())) return undefined;
  if (now() - session.lastSeenAt >= SESSION_TOUCH) await store.sessions.touch(session.tokenHash, now());
  return { account, actor: `user:${user.id}`, signedIn: { user, session, token } };
}

/**
 * Identifies the owner of a management request by a management key or by the session cookie. Because browsers send the cookie
 * automatically, a change must then come from the dashboard and carry the session's token. Throws 401 or 403.
 */
export async function identifyOwner(request: Credentials, deps: IdentifyDependencies): Promise<Owner> {
  if (request.apiKeys.length > 0) return ownerOfKey(request, deps);
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

/** How exactly the last use of a management key is known, in milliseconds. */
const KEY_TOUCH = 60_000;

async function ownerOfKey(
  { apiKeys, address, method }: Credentials,
  { store, apiKeyPepper, now }: IdentifyDependencies,
): Promise<Owner> {
  const [sent = ''] = apiKeys;
  if (apiKeys.length !== 1 || keyPurpose(sent) !== 'management') throw invalidKey();
  const found = await store.apiKeys.findByHash(hashKey(sent, apiKeyPepper));
  if (found?.account.status !== 'active') throw invalidKey();
  const { account, key, until = Number.POSITIVE_INFINITY } = found;
  const at = now();
  if (at >= Math.min(until, endOfKey(key))) throw invalidKey();
  if (key.addresses !== undefined && !createAddressList(key.addresses).has(address)) throw invalidKey();
  if (key.readOnly && method !== 'GET' && method !== 'HEAD')
    throw notForThisKey('This management key only reads');
  if (at - (key.lastUsedAt ?? 0) >= KEY_TOUCH || key.lastUsedFrom !== address)
    // Nobody waits for it: a database that takes no changes still answers reads.
    store.apiKeys.touch([{ accountId: account.id, id: key.id, at, from: address }]).catch(() => {});
  return { account, actor: `key:${key.id}`, key };
}

/** Throws unless the owner is logged in, or has a management key without rules. */
export function assertFullKey({ key }: Owner): void {
  if (key === undefined || (key.expiresAt === undefined && key.addresses === undefined && !key.readOnly))
    return;
  throw notForThisKey(
    'A management key that expires or has networks cannot create or change management keys',
  );
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

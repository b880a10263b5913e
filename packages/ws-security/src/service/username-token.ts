import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSWORD_DIGEST, PASSWORD_TEXT, WSSE, WSU } from '../namespaces.js';
import { type Freshness, instantOf } from '../response/timestamp.js';
import { attributeOf, childrenNamed, textOnly, type XmlElement } from '../xml/element.js';
import { replayKey } from './replays.js';
import { ServiceFault } from './service-fault.js';
import type { ReplayStore, UsernameTokenCheck } from './service-profile.js';

/** A `wsse:UsernameToken` as it was sent. Nothing in it is verified yet. */
export interface ClaimedUser {
  readonly username: string;
  readonly type: 'digest' | 'text';
  readonly password: string;
  readonly nonce: string | undefined;
  readonly created: { readonly text: string; readonly instant: number } | undefined;
}

/** Characters. */
const MAX_CHARACTERS = { name: 256, password: 1_024, nonce: 256 };

/** The one `wsse:UsernameToken` of a Security block. Throws `ServiceFault` if there is none, or several. */
export function findUsernameToken(security: XmlElement): XmlElement {
  const [token, ...more] = childrenNamed(security, WSSE, 'UsernameToken');
  if (token === undefined) throw new ServiceFault('InvalidSecurity', 'the request has no UsernameToken');
  if (more.length > 0)
    throw new ServiceFault('InvalidSecurity', 'the request has more than one UsernameToken');
  return token;
}

/** Reads a token. Throws `ServiceFault` for one that the profile does not describe (UsernameToken Profile 1.1 §3.1). */
export function readUsernameToken(token: XmlElement): ClaimedUser {
  const username = textOf(token, WSSE, 'Username', MAX_CHARACTERS.name);
  const password = textOf(token, WSSE, 'Password', MAX_CHARACTERS.password);
  const nonce = textOf(token, WSSE, 'Nonce', MAX_CHARACTERS.nonce)?.replaceAll(/\s/g, '');
  const created = textOf(token, WSU, 'Created', 64)?.trim();
  const [element] = childrenNamed(token, WSSE, 'Password');
  const kind = (element && attributeOf(element, 'Type')) ?? PASSWORD_TEXT;
  const type = kind === PASSWORD_DIGEST ? 'digest' : kind === PASSWORD_TEXT ? 'text' : undefined;
  if (username === undefined || password === undefined || type === undefined)
    throw unusable('has no user name, no password, or one of an unknown type');
  if (nonce !== undefined && !/^[A-Za-z0-9+/]+={0,2}$/.test(nonce))
    throw unusable('has a Nonce that is not base64');
  if (type === 'digest' && (nonce === undefined || created === undefined))
    throw unusable(
      'has a digest without a Nonce or without Created, so that it could be sent again at any time',
    );
  return {
    username,
    type,
    password,
    nonce,
    created:
      created === undefined
        ? undefined
        : { text: created, instant: instantOf(token, 'Created') ?? Number.NaN },
  };
}

/**
 * Checks a token: its age, its password, and that it was not accepted before. A wrong user, a wrong password and a token that was
 * used before give the same fault. Throws `ServiceFault`.
 *
 * @param now milliseconds since the Unix epoch
 */
export async function authenticate(
  claimed: ClaimedUser,
  { password: passwordOf, check, accept }: UsernameTokenCheck,
  { skewMs, maxAgeMs }: Freshness,
  replays: ReplayStore,
  now: number,
): Promise<void> {
  const { username, type, created, nonce } = claimed;
  const accepted =
    accept ?? (check === undefined ? ['digest'] : passwordOf === undefined ? ['text'] : ['digest', 'text']);
  if (!accepted.includes(type))
    throw failed(`the password of the UsernameToken is of the type ${type}, which is not accepted`);
  if (created !== undefined) {
    if (created.instant > now + skewMs)
      throw new ServiceFault(
        'MessageExpired',
        'the UsernameToken was created in the future; if clocks differ, raise clockSkewSeconds',
      );
    if (created.instant + maxAgeMs <= now - skewMs)
      throw new ServiceFault('MessageExpired', 'the UsernameToken is older than maxAgeSeconds');
  }
  if (!(await isRight(claimed, passwordOf, check)))
    throw failed('the user or the password of the UsernameToken is wrong');
  // A token with a password in clear and no nonce cannot be protected: anyone who read it knows the password.
  if (nonce === undefined) return;
  const expiresAt = (created?.instant ?? now) + maxAgeMs + 2 * skewMs;
  const isNew = await replays.add(replayKey('nonce', username, nonce, created?.text ?? ''), expiresAt);
  if (!isNew) throw failed('the UsernameToken was used before, or too many are remembered to tell');
}

async function isRight(
  claimed: ClaimedUser,
  passwordOf: UsernameTokenCheck['password'],
  check: UsernameTokenCheck['check'],
): Promise<boolean> {
  const { username, type, password } = claimed;
  if (type === 'text' && check !== undefined) return (await check(username, password)) === true;
  const known = await passwordOf?.(username);
  // The same work for an unknown user.
  const expected = typeof known === 'string' ? known : randomBytes(16).toString('hex');
  return type === 'digest'
    ? equals(Buffer.from(password.trim(), 'base64'), digestOf(claimed, expected))
    : equals(sha256(password), sha256(expected));
}

/** SHA-1(nonce + created + password): the profile has no other digest. */
function digestOf({ nonce = '', created }: ClaimedUser, password: string): Buffer {
  return createHash('sha1')
    .update(Buffer.from(nonce, 'base64'))
    .update(`${created?.text ?? ''}${password}`)
    .digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function equals(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The text of a member, which appears at most once. */
function textOf(token: XmlElement, uri: string, name: string, longest: number): string | undefined {
  const [element, ...more] = childrenNamed(token, uri, name);
  if (more.length > 0) throw unusable(`has more than one ${name}`);
  if (element === undefined) return undefined;
  const text = textOnly(element);
  if (text === undefined || text.length > longest)
    throw unusable(`has a ${name} that is not text of up to ${longest} characters`);
  return text;
}

function unusable(why: string): ServiceFault {
  return new ServiceFault('InvalidSecurity', `the UsernameToken of the request ${why}`);
}

function failed(reason: string): ServiceFault {
  return new ServiceFault('FailedAuthentication', reason);
}

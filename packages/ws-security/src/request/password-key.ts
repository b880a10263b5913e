import { createHash } from 'node:crypto';
import type { CredentialProfile, PasswordKeyProfile, RequestPart } from '@soapstone/credentials';
import { escapeText } from '@soapstone/soap-model/xml';
import { CONTENT_METHODS } from '../encryption/ciphers.js';
import { createId, drawBytes, type HeaderContext } from '../headers/header-context.js';
import { DerivedValues } from '../keys/derived-values.js';
import { DS, USERNAME_TOKEN, WSSE, WSSE11, WSU } from '../namespaces.js';
import { isNamed, type XmlElement } from '../xml/element.js';
import { encryptParts } from './encrypt.js';
import { attach, type OutgoingMessage } from './message-parts.js';
import { attachReferences, type Session, signWithKey } from './session.js';

/** The first octet of a salt: what its key is for (UsernameToken Profile 1.1 §4). */
const USE = { mac: 1, encryption: 2 } as const;
const SALT_BYTES = 16;
const DEFAULT_ITERATIONS = 1000;
/** How many messages share a salt. AES-GCM allows 2³² messages with one key (NIST SP 800-38D §8.3). */
const MESSAGES_PER_SALT = 2 ** 20;

/**
 * Derives a key from a password (UsernameToken Profile 1.1 §4): SHA-1 of the password and the salt, repeated on its own result. 160 bits.
 *
 * @see https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-UsernameTokenProfile.pdf §4
 */
export function passwordKey(password: string, salt: Uint8Array, iterations: number): Buffer {
  let key: Buffer = createHash('sha1').update(password, 'utf8').update(salt).digest();
  for (let count = 1; count < iterations; count += 1) key = createHash('sha1').update(key).digest();
  return key;
}

/** A key for one use, with the salt that it was derived with. */
interface SaltedKey {
  readonly salt: Buffer;
  readonly key: Buffer;
  /** For how many messages it may still be used. */
  left: number;
}

/** The keys for each use. Deriving one takes up to seconds, and a salt has to be new for each key, not for each message (§4). */
const keys: Readonly<Record<keyof typeof USE, DerivedValues<PasswordKeyProfile, { current?: SaltedKey }>>> = {
  mac: new DerivedValues(() => ({})),
  encryption: new DerivedValues(() => ({})),
};

function keyFor(
  profile: PasswordKeyProfile,
  use: keyof typeof USE,
  random: HeaderContext['random'],
): SaltedKey {
  const { password, iterations = DEFAULT_ITERATIONS } = profile;
  const known = keys[use].get(profile);
  if (known.current === undefined || known.current.left === 0) {
    const salt = Buffer.from(drawBytes(random, SALT_BYTES));
    salt[0] = USE[use];
    known.current = { salt, key: passwordKey(password, salt, iterations), left: MESSAGES_PER_SALT };
  }
  known.current.left -= 1;
  return known.current;
}

/** Puts the UsernameTokens of the keys into the Security block. Throws `SecurityError`. */
export function openPasswordKey(
  message: OutgoingMessage,
  { timestamp }: CredentialProfile,
  profile: PasswordKeyProfile,
): Session {
  const {
    algorithm = 'hmac-sha256',
    canonicalization = 'exclusive',
    cipher = 'aes-128-gcm',
    encryptedParts = [],
  } = profile;
  const signedParts: readonly RequestPart[] =
    profile.signedParts ?? (timestamp === undefined ? ['body'] : ['body', 'timestamp']);
  const { security } = message;
  const signing = signedParts.length === 0 ? undefined : putToken(message, profile, 'mac');
  const encrypting = encryptedParts.length === 0 ? undefined : putToken(message, profile, 'encryption');
  const tokens = [signing, encrypting].flatMap((use) => use?.element ?? []);
  return {
    key: undefined,
    sign() {
      if (signing === undefined) return undefined;
      const { digest } = profile;
      return signWithKey(message, signing, { parts: signedParts, algorithm, digest, canonicalization });
    },
    encrypt() {
      if (encrypting === undefined) return;
      const { keyInfo } = encrypting;
      const key = encrypting.key.subarray(0, CONTENT_METHODS[cipher].keyBytes);
      const ids = encryptParts(message, { parts: encryptedParts, cipher, key, keyInfo });
      attachReferences(security, ids, tokens);
    },
  };
}

/** Puts the `wsse:UsernameToken` of a key, which has no password, after what comes first in a strict layout. */
function putToken(
  message: OutgoingMessage,
  profile: PasswordKeyProfile,
  use: keyof typeof USE,
): { readonly element: XmlElement; readonly key: Buffer; readonly keyInfo: string } {
  const { security, random } = message;
  const id = createId('UT', random);
  const { username, iterations = DEFAULT_ITERATIONS } = profile;
  const { key, salt } = keyFor(profile, use, random);
  const element = attach(
    security,
    `<wsse:UsernameToken xmlns:wsse="${WSSE}" xmlns:wsse11="${WSSE11}" xmlns:wsu="${WSU}" wsu:Id="${id}"><wsse:Username>${escapeText(username)}</wsse:Username><wsse11:Salt>${salt.toString('base64')}</wsse11:Salt><wsse11:Iteration>${iterations}</wsse11:Iteration></wsse:UsernameToken>`,
  );
  security.children.pop();
  const first = security.children.findIndex((child) => !isEarlier(child));
  security.children.splice(first < 0 ? security.children.length : first, 0, element);
  return {
    element,
    key,
    keyInfo: `<ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:Reference URI="#${id}" ValueType="${USERNAME_TOKEN}"/></wsse:SecurityTokenReference></ds:KeyInfo>`,
  };
}

function isEarlier(child: XmlElement | string): boolean {
  return ['Timestamp', 'UsernameToken', 'BinarySecurityToken'].some(
    (name) => isNamed(child, WSSE, name) || isNamed(child, WSU, name),
  );
}

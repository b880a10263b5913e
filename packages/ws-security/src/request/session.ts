import { createHash, randomBytes } from 'node:crypto';
import type { CredentialProfile, RequestPart, SessionProfile } from '@soapstone/credentials';
import { CONTENT_METHODS } from '../encryption/ciphers.js';
import { createId } from '../headers/header-context.js';
import { DS, ENCRYPTED_KEY, WSC, WSSE, WSSE11, WSU } from '../namespaces.js';
import { deriveKey } from '../session/derived-key.js';
import { macHashOf, macOf, macUri } from '../session/mac.js';
import { isNamed, type XmlElement } from '../xml/element.js';
import { attachKey, encryptParts, printReferences } from './encrypt.js';
import { attach, type OutgoingMessage } from './message-parts.js';
import type { SessionKey } from './request-evidence.js';
import { writeSignature } from './sign.js';

/** Signs and encrypts one request with its session key. */
export interface Session {
  /** The key that opens the response; absent if it is not the message's own. */
  readonly key: SessionKey | undefined;
  /** Writes the message signature at the end of the Security block, if the profile signs anything. */
  sign(): XmlElement | undefined;
  /** Encrypts the parts of the profile. */
  encrypt(): void;
}

/** The coverage and the algorithms of a signature with a symmetric key. */
interface MacSignature {
  readonly parts: readonly RequestPart[];
  readonly algorithm: NonNullable<SessionProfile['algorithm']>;
  /** Default: the hash of `algorithm`. */
  readonly digest: SessionProfile['digest'];
  readonly canonicalization: NonNullable<SessionProfile['canonicalization']>;
}

interface KeyUse {
  readonly key: Uint8Array;
  /** The `ds:KeyInfo` that names it. */
  readonly keyInfo: string;
}

/** Writes the message signature with a symmetric key, at the end of the Security block. */
export function signWithKey(
  message: OutgoingMessage,
  { key, keyInfo }: KeyUse,
  { parts, algorithm, digest = macHashOf(algorithm), canonicalization }: MacSignature,
): XmlElement {
  const { element, octets, complete } = writeSignature(message, {
    parts,
    methodUri: macUri(algorithm),
    digest,
    canonicalization,
    keyInfo,
  });
  complete(macOf(algorithm, key, octets));
  return element;
}

/**
 * Puts the list of the encrypted parts into the Security block, after the last of `tokens`. The encrypted parts may be in this
 * block too, and come after their list.
 */
export function attachReferences(
  security: XmlElement,
  ids: Parameters<typeof printReferences>[0],
  tokens: XmlElement['children'],
): void {
  const list = attach(security, printReferences(ids));
  security.children.pop();
  const last = Math.max(...tokens.map((token) => security.children.indexOf(token)));
  security.children.splice(last + 1, 0, list);
}

/** Makes the session key of a request and puts it, and what is derived from it, into the Security block. Throws `SecurityError`. */
export function openSession(
  message: OutgoingMessage,
  { timestamp }: CredentialProfile,
  profile: SessionProfile,
): Session {
  const {
    algorithm = 'hmac-sha256',
    canonicalization = 'exclusive',
    cipher = 'aes-256-gcm',
    encryptedParts = [],
    keyIdentifier = 'issuer-serial',
    keyTransport = 'rsa-oaep',
    allowCbc = false,
  } = profile;
  const { keyBytes } = CONTENT_METHODS[cipher];
  const signedParts: readonly RequestPart[] =
    profile.signedParts ?? (timestamp === undefined ? ['body'] : ['body', 'timestamp']);
  const secret = randomBytes(keyBytes);
  const { security } = message;
  const first = security.children.length;
  const { id, value } = attachKey(message, profile, {
    keyTransport,
    keyIdentifier,
    key: secret,
    content: '',
  });
  const use = (length: number): KeyUse => {
    const reference = referTo(
      id,
      ENCRYPTED_KEY,
      ` xmlns:wsse11="${WSSE11}" wsse11:TokenType="${ENCRYPTED_KEY}"`,
    );
    return profile.derivedKeys === undefined
      ? { key: secret, keyInfo: keyInfoOf(reference) }
      : derive(message, WSC[profile.derivedKeys], { secret, reference, length });
  };
  // The algorithm suites have shorter keys for signatures than for encryption.
  const signing = signedParts.length === 0 ? undefined : use(keyBytes === 32 ? 24 : 16);
  const encrypting = encryptedParts.length === 0 ? undefined : use(keyBytes);
  const tokens = security.children.splice(first);
  const after = security.children.findIndex((child) => !isEarlier(child));
  security.children.splice(after < 0 ? first : after, 0, ...tokens);

  return {
    key: { secret, name: createHash('sha1').update(value).digest('base64'), allowCbc },
    sign() {
      if (signing === undefined) return undefined;
      const { digest } = profile;
      return signWithKey(message, signing, { parts: signedParts, algorithm, digest, canonicalization });
    },
    encrypt() {
      if (encrypting === undefined) return;
      const ids = encryptParts(message, { parts: encryptedParts, cipher, ...encrypting });
      attachReferences(security, ids, tokens);
    },
  };
}

/** The elements before a session key, in the order of a strict layout. */
function isEarlier(child: XmlElement | string): boolean {
  return isNamed(child, WSU, 'Timestamp') || isNamed(child, WSSE, 'BinarySecurityToken');
}

/** Derives a key and puts its token into the Security block. */
function derive(
  { security, random }: OutgoingMessage,
  wsc: string,
  {
    secret,
    reference,
    length,
  }: { readonly secret: Uint8Array; readonly reference: string; readonly length: number },
): KeyUse {
  const id = createId('DK', random);
  const nonce = randomBytes(16);
  attach(
    security,
    `<wsc:DerivedKeyToken xmlns:wsc="${wsc}" xmlns:wsu="${WSU}" wsu:Id="${id}">${reference}<wsc:Offset>0</wsc:Offset><wsc:Length>${length}</wsc:Length><wsc:Nonce>${nonce.toString('base64')}</wsc:Nonce></wsc:DerivedKeyToken>`,
  );
  const key = deriveKey(secret, { nonce, offset: 0, length });
  return { key, keyInfo: keyInfoOf(referTo(id, `${wsc}/dk`)) };
}

function referTo(id: string, type: string, attributes = ''): string {
  return `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}"${attributes}><wsse:Reference URI="#${id}" ValueType="${type}"/></wsse:SecurityTokenReference>`;
}

function keyInfoOf(reference: string): string {
  return `<ds:KeyInfo xmlns:ds="${DS}">${reference}</ds:KeyInfo>`;
}

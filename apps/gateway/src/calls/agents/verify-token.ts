import { hash } from 'node:crypto';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose';
import { invalidToken } from './token-refusal.js';

/** The claims of a verified token. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly scopes: ReadonlySet<string>;
  /** When it ends, in milliseconds since the Unix epoch. */
  readonly until: number;
}

/** The keys that an authorization server signs with, as they were last read. */
export interface KeySet {
  readonly keys: readonly JWK[];
  /** Tokens that these keys have verified, by their digest. */
  readonly verified: Map<string, VerifiedToken>;
  readonly imported: Map<JWK, Promise<CryptoKey | Uint8Array>>;
}

/** The longest token, in characters. */
const MAX_TOKEN = 8_192;
/** How far the clocks of the gateway and of an authorization server may differ, in seconds. */
const CLOCK_TOLERANCE = 30;
/** The maximum number of verified tokens that are cached for one set of keys. */
const MAX_VERIFIED = 1_000;
/** The maximum number of keys that are tried for a token that names none. */
const MAX_TRIED = 5;
/** The longest RSA modulus and exponent, in characters of base64url: 4096 bits, and 48. */
const MAX_MODULUS = 683;
const MAX_EXPONENT = 8;

/** Signatures with a private key, by the type and the curve of the key. Without `none` and HMAC, for which a public key would do. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};
const EVERY_ALGORITHM: ReadonlySet<string> = new Set(Object.values(ALGORITHMS).flat());

/** Access tokens (RFC 9068), and tokens of servers that do not say what they are. Not the tokens of logouts, proofs and so on. */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

/** Whether a credential has the form of a JSON Web Token, which no API key has. */
export function isToken(credential: string): boolean {
  return credential.split('.', 4).length === 3;
}

/** Creates a set of the keys that can verify tokens; others are left out. */
export function createKeySet(keys: readonly unknown[]): KeySet {
  return { keys: keys.filter(isUsable), verified: new Map(), imported: new Map() };
}

/** Whether a key is public, for signatures, and of a size that bounds the work. */
function isUsable(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return false;
  const { kty, n, e, use, key_ops: operations, d, k } = key as Readonly<Record<string, unknown>>;
  if (algorithmsOf(key as JWK) === undefined || d !== undefined || k !== undefined) return false;
  if (use !== undefined && use !== 'sig') return false;
  if (Array.isArray(operations) && !operations.includes('verify')) return false;
  if (kty !== 'RSA') return true;
  return isText(n, MAX_MODULUS) && isText(e, MAX_EXPONENT);
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest;
}

function algorithmsOf({ kty, crv }: JWK): readonly string[] | undefined {
  const kind = kty === 'RSA' ? kty : kty === 'EC' || kty === 'OKP' ? crv : undefined;
  if (kind === undefined || !Object.hasOwn(ALGORITHMS, kind)) return undefined;
  return (kind === 'Ed25519') === (kty === 'OKP') ? ALGORITHMS[kind] : undefined;
}

/** Returns the issuer that a token names, before anything is verified. Throws `TokenRefusal` for what cannot be a token. */
export function readIssuer(token: string): string {
  if (token.length > MAX_TOKEN) throw invalidToken('The token is too long');
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === 'string') return iss;
  } catch {
    throw invalidToken('The token is malformed');
  }
  throw invalidToken('The token names no issuer');
}

/**
 * Verifies a token with the keys of its issuer. Resolves to undefined if none of them has signed it, which newer keys may have.
 *
 * @param now milliseconds since the Unix epoch
 * @throws {TokenRefusal} if no key could make the token valid
 */
export async function verifyToken(
  token: string,
  issuer: string,
  set: KeySet,
  now: number,
): Promise<VerifiedToken | undefined> {
  const name = hash('sha256', token, 'base64url');
  const known = set.verified.get(name);
  if (known !== undefined && now < known.until) return known;
  const { alg, kid, typ } = readHeader(token);
  if (alg === undefined || !EVERY_ALGORITHM.has(alg))
    throw invalidToken('The algorithm of the token is not accepted');
  if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw invalidToken('The token is no access token');
  const fitting = set.keys
    .filter((key) => algorithmsOf(key)?.includes(alg) && (key.alg === undefined || key.alg === alg))
    .filter((key) => kid === undefined || key.kid === kid);
  for (const key of fitting.slice(0, MAX_TRIED)) {
    const verified = await verifyWith(key, { token, issuer, alg, now }, set);
    if (verified === undefined) continue;
    set.verified.set(name, verified);
    const [oldest] = set.verified.keys();
    if (set.verified.size > MAX_VERIFIED && oldest !== undefined) set.verified.delete(oldest);
    return verified;
  }
  return undefined;
}

function readHeader(token: string): { readonly alg?: string; readonly kid?: string; readonly typ?: string } {
  try {
    const { alg, kid, typ } = decodeProtectedHeader(token);
    if ([alg, kid, typ].every((each) => each === undefined || typeof each === 'string'))
      return { alg, kid, typ } as ReturnType<typeof readHeader>;
  } catch {
    // Refused below.
  }
  throw invalidToken('The token is malformed');
}

async function verifyWith(
  key: JWK,
  {
    token,
    issuer,
    alg,
    now,
  }: { readonly token: string; readonly issuer: string; readonly alg: string; readonly now: number },
  { imported }: KeySet,
): Promise<VerifiedToken | undefined> {
  try {
    let ready = imported.get(key);
    if (ready === undefined) {
      ready = importJWK(key, alg);
      // An RSA key may serve several algorithms, and is imported for one.
      if (key.kty !== 'RSA') imported.set(key, ready);
    }
    const { payload } = await jwtVerify(token, await ready, {
      algorithms: [alg],
      issuer,
      requiredClaims: ['exp', 'aud'],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now),
    });
    // A token that is bound to a key or a certificate is worth nothing without it, and nobody checks that here (RFC 9449, RFC 8705).
    if (payload['cnf'] !== undefined) throw invalidToken('The token is bound to a key of its client');
    return {
      issuer,
      audiences: textsOf(payload.aud),
      scopes: new Set([...wordsOf(payload['scope']), ...wordsOf(payload['scp'])]),
      until: ((payload.exp ?? 0) + CLOCK_TOLERANCE) * 1000,
    };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error instanceof errors.JOSEError ? invalidToken(reasonOf(error)) : error;
  }
}

/** Only the reasons that help a client; the others are the same to it. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'The token is malformed';
  if (error.claim === 'nbf') return 'The token is not valid yet';
  if (error.claim === 'iss') return 'The token is of another issuer';
  return 'A claim of the token is missing or wrong';
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string');
}

/** Scopes are words of a text, or a list (`scp` of some servers). */
function wordsOf(value: unknown): readonly string[] {
  return textsOf(value)
    .flatMap((text) => text.split(' '))
    .filter((word) => word !== '');
}

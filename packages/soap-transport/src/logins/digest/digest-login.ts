import { createHash, randomBytes } from 'node:crypto';
import type { DigestProfile } from '@soapstone/credentials';
import { listItems } from '../../answer/schemes.js';
import { headerValues, type ResponseHeaders } from '../../http/http-exchange.js';

/** The challenge of a server for a digest (RFC 7616 §3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: 'SHA-256' | 'MD5';
  /** Returned unchanged. */
  readonly opaque: string | undefined;
  /** Whether the user name is sent as a hash. */
  readonly userhash: boolean;
  /** Whether only the nonce of the request was wrong, not the password. */
  readonly stale: boolean;
}

/** The request that a digest is for. */
export interface DigestRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** How many requests have used the nonce, this one included. */
  readonly count: number;
  readonly cnonce: string;
}

/** A challenge of one origin, and how many requests have answered it. */
interface Remembered {
  challenge: DigestChallenge;
  count: number;
}

/** The greatest number of origins whose challenge is kept for a profile. */
const MAX_ORIGINS = 100;
const known = new WeakMap<DigestProfile, Map<string, Remembered>>();

/** The answer to the challenge of an origin, for the next request; undefined if none is known. */
export function answerChallenge(
  profile: DigestProfile,
  origin: string,
  request: Pick<DigestRequest, 'method' | 'path'>,
): string | undefined {
  const remembered = known.get(profile)?.get(origin);
  if (remembered === undefined) return undefined;
  remembered.count += 1;
  const cnonce = randomBytes(18).toString('base64');
  return printDigest(profile, remembered.challenge, { ...request, count: remembered.count, cnonce });
}

/** Keeps a challenge, so that the requests that follow answer it without being asked. The oldest origin is dropped beyond a number. */
export function rememberChallenge(profile: DigestProfile, origin: string, challenge: DigestChallenge): void {
  const origins = known.get(profile) ?? new Map<string, Remembered>();
  origins.delete(origin);
  const [oldest] = origins.keys();
  if (oldest !== undefined && origins.size >= MAX_ORIGINS) origins.delete(oldest);
  known.set(profile, origins.set(origin, { challenge, count: 0 }));
}

/** Whether the challenge of an origin is known. */
export function isRemembered(profile: DigestProfile, origin: string): boolean {
  return known.get(profile)?.has(origin) === true;
}

/** Forgets the challenge of an origin that has rejected the digest. */
export function forgetChallenge(profile: DigestProfile, origin: string): void {
  known.get(profile)?.delete(origin);
}

/** Takes the nonce for the next request from `Authentication-Info` (RFC 7616 §3.5). */
export function takeNextNonce(profile: DigestProfile, origin: string, headers: ResponseHeaders): void {
  const remembered = known.get(profile)?.get(origin);
  const text = headerValues(headers, 'authentication-info');
  if (remembered === undefined || text === undefined) return;
  const nonce = paramsOf(listItems(text)).get('nextnonce');
  if (nonce === undefined || nonce === remembered.challenge.nonce) return;
  remembered.challenge = { ...remembered.challenge, nonce };
  remembered.count = 0;
}

/**
 * The strongest Digest challenge of `WWW-Authenticate` that can be answered: SHA-256 before MD5, and `qop=auth`. Undefined if there is none.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7616#section-3.3
 */
export function readDigestChallenge(headers: ResponseHeaders): DigestChallenge | undefined {
  const items = listItems(headerValues(headers, 'www-authenticate') ?? '');
  const found: DigestChallenge[] = [];
  for (const [index, item] of items.entries()) {
    const first = /^digest[ \t]+(.*)$/is.exec(item)?.[1];
    if (first === undefined) continue;
    const own = [first];
    for (let next = index + 1; PARAM.test(items[next] ?? ''); next += 1) own.push(items[next] ?? '');
    const challenge = challengeFrom(paramsOf(own));
    if (challenge !== undefined) found.push(challenge);
  }
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0];
}

/** A parameter: a token, `=`, and the rest. A scheme with its first parameter has a space before that. */
const PARAM = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(.*)$/s;

/** The parameters by name in lower case, without quotes; the first one of a name counts. */
function paramsOf(items: readonly string[]): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  for (const item of items) {
    const [, name = '', value = ''] = PARAM.exec(item) ?? [];
    const isQuoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
    const key = name.toLowerCase();
    if (!params.has(key)) params.set(key, isQuoted ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value);
  }
  return params;
}

function challengeFrom(params: ReadonlyMap<string, string>): DigestChallenge | undefined {
  const realm = params.get('realm');
  const nonce = params.get('nonce');
  const algorithm = (params.get('algorithm') ?? 'MD5').toUpperCase();
  const offered = (params.get('qop') ?? '').split(',').map((qop) => qop.trim().toLowerCase());
  if (realm === undefined || nonce === undefined || !offered.includes('auth')) return undefined;
  if (algorithm !== 'SHA-256' && algorithm !== 'MD5') return undefined;
  const isTrue = (name: string): boolean => params.get(name)?.toLowerCase() === 'true';
  return {
    realm,
    nonce,
    algorithm,
    opaque: params.get('opaque'),
    userhash: isTrue('userhash'),
    stale: isTrue('stale'),
  };
}

/** The value of `Authorization` after its scheme (RFC 7616 §3.4). */
export function printDigest(
  { username, password }: DigestProfile,
  { realm, nonce, algorithm, opaque, userhash }: DigestChallenge,
  { method, path, count, cnonce }: DigestRequest,
): string {
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text, 'utf8')
      .digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const ha1 = hash(`${username}:${realm}:${password}`);
  const response = hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${hash(`${method}:${path}`)}`);
  return [
    userhash ? `username="${hash(`${username}:${realm}`)}"` : printName(username),
    `realm=${quoted(realm)}`,
    `uri=${quoted(path)}`,
    `algorithm=${algorithm}`,
    `nonce=${quoted(nonce)}`,
    `nc=${nc}`,
    `cnonce=${quoted(cnonce)}`,
    'qop=auth',
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(userhash ? ['userhash=true'] : []),
  ].join(', ');
}

/** A name beyond ASCII is sent in the form of RFC 5987. */
function printName(username: string): string {
  if (/^[\x20-\x7e]*$/.test(username)) return `username=${quoted(username)}`;
  const encoded = encodeURIComponent(username).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

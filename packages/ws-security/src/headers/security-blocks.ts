import {
  type CredentialProfile,
  KIND_NAMES,
  KINDS,
  type RunsOn,
  type UsernameTokenProfile,
} from '@soapstone/credentials';
import { assertCredentialProfile } from '../credentials/credential-profile.js';
import { unusableRequest } from '../security-error.js';
import { assertHeaderContext, type HeaderContext } from './header-context.js';
import { printSecurityBlock, printTimestamp } from './security-block.js';
import { createTokenValues, digestInput, printUsernameToken } from './username-token.js';

/**
 * Throws `SecurityError` `INVALID_REQUEST` for a profile that cannot be used with `fetch`.
 *
 * @param runtime `crypto` if messages are signed and encrypted before they are sent, which needs Node's `crypto`. Default: `fetch` alone.
 *
 * @example
 * ```ts
 * assertPortableProfile({ basic: { username: 'ada', password } }); // throws nothing
 * assertPortableProfile({ signature: { certificate, privateKey } }, 'crypto'); // throws nothing
 * assertPortableProfile({ ntlm: { username: 'ada', password } }); // needs connections of its own
 * ```
 */
export function assertPortableProfile(
  profile: CredentialProfile,
  runtime: Exclude<RunsOn, 'node'> = 'fetch',
): void {
  assertCredentialProfile(profile);
  const unusable = KIND_NAMES.find((name) => {
    const { runsOn } = KINDS[name];
    return profile[name] !== undefined && runsOn !== 'fetch' && runsOn !== runtime;
  });
  if (unusable === undefined) return;
  const needed =
    KINDS[unusable].runsOn === 'node'
      ? 'createTransport of @soapstone/soap-transport, on Node'
      : 'createClient on Node, Bun or Deno, or createTransport of @soapstone/soap-transport';
  throw unusableRequest(`cannot use credential profile member "/${unusable}" with fetch: it needs ${needed}`);
}

/**
 * Whether messages with this profile are secured, or their responses opened, before and after a transport.
 *
 * @example
 * ```ts
 * securesMessages({ signature: { certificate, privateKey } }); // true
 * ```
 */
export function securesMessages(profile: CredentialProfile): boolean {
  return KIND_NAMES.some((name) => KINDS[name].runsOn === 'crypto' && profile[name] !== undefined);
}

/**
 * Returns the part of a profile that a transport presents itself, without what the message already has.
 *
 * @example
 * ```ts
 * sentByTransport({ basic, signature }); // { basic }
 * ```
 */
export function sentByTransport(profile: CredentialProfile): CredentialProfile {
  const names = KIND_NAMES.filter((name) => KINDS[name].runsOn !== 'crypto' && profile[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, profile[name]]));
}

/**
 * `securityHeaders` for runtimes without Node's `crypto`: a UsernameToken, with the digest computed by Web Crypto, and a
 * timestamp.
 *
 * @throws {SecurityError} `INVALID_REQUEST` for a profile that cannot be used here
 *
 * @example
 * ```ts
 * const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
 * const extraHeaders = await securityBlocks(profile, { soapVersion: '1.1', now: new Date(), random });
 * ```
 */
export async function securityBlocks(
  profile: CredentialProfile | undefined,
  context: HeaderContext,
): Promise<string[]> {
  if (profile === undefined) return [];
  assertPortableProfile(profile);
  assertHeaderContext('securityBlocks', context, ['soapVersion', 'now', 'random']);
  const { timestamp, usernameToken } = profile;
  const tokens = [
    timestamp === undefined ? '' : printTimestamp(timestamp, context),
    usernameToken === undefined ? '' : await printToken(usernameToken, context),
  ];
  return printSecurityBlock(tokens.join(''), profile, context);
}

async function printToken(profile: UsernameTokenProfile, context: HeaderContext): Promise<string> {
  const values = createTokenValues(profile, context);
  if (profile.type === 'text') return printUsernameToken(profile, values, context.random);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', digestInput(profile, values)));
  return printUsernameToken(profile, values, context.random, digest);
}

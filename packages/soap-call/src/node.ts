import { randomBytes } from 'node:crypto';
import { addressingHeaders, securityHeaders } from '@soapstone/ws-security';
import type { HeaderBlocks } from './headers.js';

/**
 * Prints the header blocks of a message, on Node: WS-Addressing (WA-1), then WS-Security with every kind of credentials (WA-2). They are
 * created for each message, because they contain an ID, a nonce and times.
 *
 * @param random returns the given number of unguessable bytes
 * @throws {SecurityError} `INVALID_REQUEST` for credentials and properties that cannot be used
 *
 * @example
 * ```ts
 * const extraHeaders = headerBlocks({ soapVersion: '1.1', addressing, security: { basic: { username, password } } });
 * ```
 */
export function headerBlocks(
  { soapVersion, addressing, security }: HeaderBlocks,
  now: Date = new Date(),
  random: (count: number) => Uint8Array = randomBytes,
): string[] {
  const context = { soapVersion, now, random };
  return [
    ...(addressing === undefined ? [] : addressingHeaders(addressing, context)),
    ...securityHeaders(security, context),
  ];
}

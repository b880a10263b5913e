import { asTransportError } from '@soapstone/soap-transport/internal';
import type { HeaderBlocks } from './headers.js';

/**
 * `headerBlocks` of `@soapstone/soap-call/node` without Node's `crypto`. Most messages have no such blocks, so bundled programs load the code
 * only when it is needed.
 *
 * @throws {TransportError} `INVALID_REQUEST` for credentials that `fetch` cannot present to a server
 *
 * @example
 * ```ts
 * const extraHeaders = await webHeaderBlocks({ soapVersion: '1.1', addressing, security: undefined });
 * ```
 */
export async function webHeaderBlocks({
  soapVersion,
  addressing,
  security,
}: HeaderBlocks): Promise<string[]> {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const context = { soapVersion, now: new Date(), random };
  const blocks: string[] = [];
  try {
    if (addressing !== undefined) {
      const { addressingHeaders } = await import('@soapstone/ws-security/web');
      blocks.push(...addressingHeaders(addressing, context));
    }
    if (security !== undefined) {
      const { securityBlocks } = await import('@soapstone/ws-security/web');
      blocks.push(...(await securityBlocks(security, context)));
    }
  } catch (error) {
    throw asTransportError(error);
  }
  return blocks;
}

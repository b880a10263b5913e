import type { Addressing, CredentialProfile } from '@soapstone/ws-security/web';
import { asTransportError } from '../security-failure.js';

/**
 * Prints the WS-Addressing and WS-Security header blocks of a message without Node's `crypto`. Most messages have none, so
 * bundled programs load the code only when it is needed.
 *
 * @throws {TransportError} `INVALID_REQUEST` for a profile that `fetch` cannot present to a server
 */
export async function headerBlocks(
  soapVersion: '1.1' | '1.2',
  addressing: Addressing | undefined,
  profile: CredentialProfile | undefined,
): Promise<string[]> {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const context = { soapVersion, now: new Date(), random };
  const blocks: string[] = [];
  try {
    if (addressing !== undefined) {
      const { addressingHeaders } = await import('@soapstone/ws-security/web');
      blocks.push(...addressingHeaders(addressing, context));
    }
    if (profile !== undefined) {
      const { securityBlocks } = await import('@soapstone/ws-security/web');
      blocks.push(...(await securityBlocks(profile, context)));
    }
  } catch (error) {
    throw asTransportError(error);
  }
  return blocks;
}

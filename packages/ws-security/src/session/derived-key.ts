import { createHmac } from 'node:crypto';

/** The parameters of a key that is derived from another one (WS-SecureConversation §7). */
export interface DerivedKey {
  /** Default: `WS-SecureConversation` twice, for either side. */
  readonly label?: string | undefined;
  readonly nonce: Uint8Array;
  /** Octets of the pseudo-random sequence before the key. */
  readonly offset: number;
  /** Octets of the key. */
  readonly length: number;
}

/** The accepted lengths and offsets. A shorter key could be guessed, and a greater offset only costs time. */
export const DERIVED_KEY_LIMITS: {
  readonly label: number;
  readonly nonce: { readonly least: number; readonly most: number };
  readonly offset: number;
  readonly length: { readonly least: number; readonly most: number };
} = {
  label: 256,
  nonce: { least: 8, most: 256 },
  offset: 4096,
  length: { least: 16, most: 64 },
};

const DEFAULT_LABEL = 'WS-SecureConversationWS-SecureConversation';

/**
 * Derives a key with P_SHA-1 (RFC 2246 §5), as WS-SecureConversation says: the seed is the label and the nonce. SHA-1 is its choice; what
 * breaks SHA-1 does not break HMAC.
 *
 * @see https://docs.oasis-open.org/ws-sx/ws-secureconversation/v1.4/os/ws-secureconversation-1.4-spec-os.html#_Toc162064095
 */
export function deriveKey(
  secret: Uint8Array,
  { label = DEFAULT_LABEL, nonce, offset, length }: DerivedKey,
): Buffer {
  const seed = Buffer.concat([Buffer.from(label, 'utf8'), nonce]);
  const hmac = (data: Uint8Array): Buffer => createHmac('sha1', secret).update(data).digest();
  const blocks: Buffer[] = [];
  let chain = hmac(seed);
  for (let made = 0; made < offset + length; made += 20) {
    blocks.push(hmac(Buffer.concat([chain, seed])));
    chain = hmac(chain);
  }
  return Buffer.concat(blocks).subarray(offset, offset + length);
}

import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Who may read the page of a service: nobody, everybody with its link, or everybody. */
export const PAGE_VISIBILITIES = ['off', 'link', 'public'] as const;
type PageVisibility = (typeof PAGE_VISIBILITIES)[number];

/** The page of a service for consumers. A service without one has none stored. */
export interface ConsumerPage {
  readonly accountId: string;
  readonly serviceId: string;
  readonly visibility: Exclude<PageVisibility, 'off'>;
  /** The nonce from which the token of the link is derived. Another nonce is another link. */
  readonly nonce: string;
  /** When the owner last changed it, in milliseconds since the Unix epoch. */
  readonly updatedAt: number;
}

/** The first segment of the addresses of pages that are read by link, in place of an account, none of which has this id. */
export const BY_LINK = 'link';

export function createPageNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The token in the link to a page: 32 characters. It is derived, so that its owner can copy the link again although only a digest of it is
 * stored.
 *
 * @param pepper the secret of the gateway that API keys are hashed with
 */
export function pageToken(pepper: string, { serviceId, nonce }: ConsumerPage): string {
  const digest = createHmac('sha256', pepper).update(`page ${serviceId} ${nonce}`).digest('base64url');
  return digest.slice(0, 32);
}

/** The stored digest of a token. A token has 192 random bits, so that a fast digest cannot be reversed. */
export function hashPageToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The path of a page below `/pages` and `/api/pages`. */
export function pagePath(pepper: string, page: ConsumerPage, slug: string): string {
  return page.visibility === 'link' ? `/${BY_LINK}/${pageToken(pepper, page)}` : `/${page.accountId}/${slug}`;
}

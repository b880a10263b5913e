import { createHash, randomBytes } from 'node:crypto';

/** The purpose of a link: to set a new password, or to prove that its reader has an email address. */
export type LinkPurpose = 'password' | 'address';

/** A link that works once. Only the hash of its token is stored, so that a stolen database opens nothing. Times are in milliseconds. */
export interface OneTimeLink {
  readonly tokenHash: string;
  readonly purpose: LinkPurpose;
  readonly accountId: string;
  readonly userId: string;
  /** The address that the link was sent to, which its use proves. Absent if an administrator handed it over. */
  readonly address?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** How long links work, in milliseconds. */
export const LINK_LIFE: Readonly<Record<LinkPurpose, number>> = {
  password: 60 * 60_000,
  address: 24 * 60 * 60_000,
};

/** The pages of the dashboard that links lead to. */
const PAGES: Readonly<Record<LinkPurpose, string>> = {
  password: '/reset-password',
  address: '/verify-address',
};

/** Creates a link with 256 random bits. The token is in the fragment, which browsers send to no server. */
export function createLink(
  about: Pick<OneTimeLink, 'purpose' | 'accountId' | 'userId' | 'address'>,
  baseUrl: string,
  now: number,
): { readonly link: OneTimeLink; readonly url: string } {
  const token = randomBytes(32).toString('base64url');
  const link = {
    ...about,
    tokenHash: hashLinkToken(token),
    createdAt: now,
    expiresAt: now + LINK_LIFE[about.purpose],
  };
  return { link, url: `${baseUrl}${PAGES[about.purpose]}#${token}` };
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(`link ${token}`).digest('base64url');
}

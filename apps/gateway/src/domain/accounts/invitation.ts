import { createHash, randomBytes } from 'node:crypto';
import type { PlanName } from './plan.js';

/** The role of the invited person: owner of a new account, or also an administrator of the gateway. */
export type InvitedRole = 'owner' | 'administrator';

/** A stored invitation to sign up: only the hash of its token. Times are in milliseconds since the Unix epoch. */
export interface Invitation {
  readonly id: string;
  readonly tokenHash: string;
  readonly role: InvitedRole;
  /** The only email address that may use it, in lower case; absent = any. */
  readonly email?: string;
  /** The plan of the new account; absent = the plan for sign-ups. */
  readonly plan?: PlanName;
  /** Who created it, for the audit log: `admin`, `user:…`, or `start` for the first administrator. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt?: number;
}

/** Creates a token: `inv_` and 256 random bits, safe in a URL. */
export function createInvitationToken(): string {
  return `inv_${randomBytes(32).toString('base64url')}`;
}

export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the URL of the sign-up page with a token. The token is in the fragment, so that it reaches no log and no other site. */
export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/sign-up#${token}`;
}

/** Whether someone with this email address may use an invitation at `now`. */
export function isUsable(invitation: Invitation, email: string, now: number): boolean {
  const { usedAt, expiresAt, email: only } = invitation;
  return usedAt === undefined && now < expiresAt && (only === undefined || only === email);
}

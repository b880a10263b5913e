import { randomUUID } from 'node:crypto';
import { type Account, createAccountId } from '../../../domain/accounts/account.js';
import { hashInvitationToken, type Invitation, isUsable } from '../../../domain/accounts/invitation.js';
import { hashPassword } from '../../../domain/accounts/password.js';
import type { PlanOffer } from '../../../domain/accounts/plan.js';
import type { User } from '../../../domain/accounts/session.js';
import { isInDomains, type SignUpRules } from '../../../domain/accounts/sign-up-rules.js';
import { signUpRefused } from '../../../errors/management-errors.js';
import type { Store } from '../../../store/store.js';
import { auditInvitation } from './invite.js';

export interface SignUpDependencies {
  readonly store: Store;
  readonly offer: PlanOffer;
  readonly signUp: SignUpRules;
  /** Whether the gateway sends email. */
  readonly sendsMail: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The input of the sign-up form. The email address is in lower case. */
export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly accountName: string;
  /** The token of an invitation. */
  readonly invitation?: string;
}

/**
 * Finds the invitation of a person who signs up.
 *
 * @returns undefined if they need none
 * @throws 403 if this gateway does not let them sign up, or the invitation cannot be used
 */
export async function admitSignUp(
  { email, invitation: token }: Pick<SignUp, 'email' | 'invitation'>,
  { store, signUp: { mode, domains }, now }: SignUpDependencies,
): Promise<Invitation | undefined> {
  if (token !== undefined) {
    const invitation = await store.invitations.find(hashInvitationToken(token));
    if (invitation === undefined || !isUsable(invitation, email, now()))
      throw signUpRefused('INVITATION_INVALID');
    // Administrators can be invited even if sign-up is closed, because someone has to administer the gateway.
    if (mode === 'closed' && invitation.role !== 'administrator') throw signUpRefused('SIGN_UP_CLOSED');
    return invitation;
  }
  if (mode === 'closed') throw signUpRefused('SIGN_UP_CLOSED');
  if (mode === 'invitation') throw signUpRefused('INVITATION_REQUIRED');
  if (mode === 'domain' && !isInDomains(email, domains)) throw signUpRefused('DOMAIN_NOT_ALLOWED', domains);
  return undefined;
}

/**
 * Creates an account with its first user, unless the email address already has one. The response does not reveal that (decision 0022), and
 * the invitation stays unused.
 */
export async function signUp(
  given: SignUp,
  invitation: Invitation | undefined,
  { store, offer, sendsMail, now }: SignUpDependencies,
): Promise<void> {
  const at = now();
  const plan = invitation?.plan ?? offer.signUp;
  const account: Account = {
    id: createAccountId(),
    name: given.accountName,
    status: 'active',
    plan,
    ...(offer.plans[plan].paid ? { billingAnchor: at } : {}),
    createdAt: at,
  };
  const user: User = {
    id: randomUUID(),
    accountId: account.id,
    email: given.email,
    passwordHash: await hashPassword(given.password),
    ...(invitation?.role === 'administrator' && { administrator: true }),
    createdAt: at,
  };
  const outcome = await store.users.signUp(account, user, invitation?.tokenHash);
  if (outcome === 'used') throw signUpRefused('INVITATION_INVALID');
  if (outcome === 'taken') return;
  const actor = `user:${user.id}`;
  if (sendsMail) await store.mails.add({ accountId: account.id, userId: user.id, purpose: 'address' }, at);
  if (invitation !== undefined) await auditInvitation('use', invitation, { store, now }, actor);
  await store.audit.add(account.id, { at, actor, action: 'account.create', subject: account.id });
}

import { randomUUID } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import {
  createInvitationToken,
  hashInvitationToken,
  type Invitation,
  type InvitedRole,
} from '../../../domain/accounts/invitation.js';
import type { PlanName } from '../../../domain/accounts/plan.js';
import type { SignUpRules } from '../../../domain/accounts/sign-up-rules.js';
import { conflict, notFound } from '../../../errors/management-errors.js';
import { FIRST_INVITATION } from '../../../store/repositories/accounts/invitations.js';
import type { Store } from '../../../store/store.js';

const DAY = 86_400_000;
/** How long an invitation is valid, in days, unless the operator says otherwise. */
export const INVITATION_DAYS = 7;
/**
 * An invitation of the first administrator that is younger than this, in milliseconds, was made by another process that starts at the same
 * time.
 */
const JUST_NOW = 60_000;

/** The operator's input for an invitation. */
export interface NewInvitation {
  readonly role: InvitedRole;
  readonly email?: string;
  readonly plan?: PlanName;
  /** Default 7. */
  readonly days?: number;
}

interface InviteDependencies {
  readonly store: Pick<Store, 'invitations' | 'gatewayAudit'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Throws a conflict for an invitation that nobody could use: while sign-up is closed, only administrators can sign up. */
export function assertInvitable({ role }: Pick<NewInvitation, 'role'>, { mode }: SignUpRules): void {
  if (mode !== 'closed' || role === 'administrator') return;
  throw conflict(
    'ONLY_ADMINISTRATORS',
    'Sign-up is closed: only administrators can be invited. To invite owners too, set SIGN_UP=invitation',
  );
}

/** Creates an invitation. The token is returned only here. */
export async function createInvitation(
  given: NewInvitation,
  { store, now }: InviteDependencies,
  createdBy: string,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const { days = INVITATION_DAYS, email, ...rest } = given;
  const token = createInvitationToken();
  const at = now();
  const invitation: Invitation = {
    ...rest,
    ...defined({ email: email?.toLowerCase() }),
    id: randomUUID(),
    tokenHash: hashInvitationToken(token),
    createdBy,
    createdAt: at,
    expiresAt: at + days * DAY,
  };
  await store.invitations.create(invitation);
  await auditInvitation('create', invitation, { store, now }, createdBy);
  return { invitation, token };
}

/** Deletes an invitation: its link stops working. Throws if there is no such invitation. */
export async function deleteInvitation(
  id: string,
  { store, now }: InviteDependencies,
  actor: string,
): Promise<void> {
  if (!(await store.invitations.delete(id))) throw notFound('invitation');
  await store.gatewayAudit.add({ at: now(), actor, action: 'invitation.delete', subject: id });
}

/** Records what happened to an invitation and whom it was for, because the invitation itself can be deleted. */
export function auditInvitation(
  what: 'create' | 'use',
  { id, role, email, plan }: Invitation,
  { store, now }: InviteDependencies,
  actor: string,
): Promise<void> {
  const subject = Object.entries(defined({ role, email, plan })).map(([name, value]) => `${name}=${value}`);
  return store.gatewayAudit.add({
    at: now(),
    actor,
    action: `invitation.${what}`,
    subject: [id, ...subject].join(' '),
  });
}

/**
 * Invites the first administrator of a gateway without accounts, for one day. This replaces an earlier such invitation, whose token is no
 * longer known. Returns the token; undefined if there are accounts, or another process has just invited.
 */
export async function inviteFirstAdministrator({
  store,
  now,
}: InviteDependencies): Promise<string | undefined> {
  const token = createInvitationToken();
  const at = now();
  const invitation: Invitation = {
    id: FIRST_INVITATION,
    tokenHash: hashInvitationToken(token),
    role: 'administrator',
    createdBy: 'start',
    createdAt: at,
    expiresAt: at + DAY,
  };
  if (!(await store.invitations.createFirst(invitation, at - JUST_NOW))) return undefined;
  await auditInvitation('create', invitation, { store, now }, 'system');
  return token;
}

import { randomUUID } from 'node:crypto';
import { defined } from '@soapstone/soap-model/defined';
import {
  createInvitationToken,
  hashInvitationToken,
  type Invitation,
  type InvitedRole,
} from '../../domain/invitation.js';
import type { PlanName } from '../../domain/plan.js';
import { FIRST_INVITATION } from '../../store/invitations.js';
import type { Store } from '../../store/store.js';

const DAY = 86_400_000;
/** How long a person has to use an invitation, in days, unless the operator says otherwise. */
export const INVITATION_DAYS = 7;
/** How long another process of this gateway has to be ahead with the first invitation, in milliseconds. */
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
  readonly store: Pick<Store, 'invitations'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
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
  return { invitation, token };
}

/**
 * Invites the first administrator of a gateway without accounts, for one day. An earlier such invitation ends, because its token is not
 * known any more. Returns the token; undefined if there are accounts, or another process has just invited.
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
  return (await store.invitations.createFirst(invitation, at - JUST_NOW)) ? token : undefined;
}

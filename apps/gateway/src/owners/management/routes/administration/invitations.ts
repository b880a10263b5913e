import { Type } from 'typebox';
import { type Invitation, invitationLink } from '../../../../domain/accounts/invitation.js';
import type { PlanName } from '../../../../domain/accounts/plan.js';
import { arrayOf, EMPTY_OBJECT, enumOf, object } from '../../../../domain/json-schema.js';
import { INVITATION, NEW_INVITATION } from '../../answers/administration.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, showPage } from '../../routing/paging.js';
import { operatorOf, type Route, route } from '../../routing/route.js';
import {
  assertInvitable,
  createInvitation,
  deleteInvitation,
  INVITATION_DAYS,
} from '../../use-cases/invite.js';

const email = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });

const create = route({
  method: 'post',
  path: '/api/admin/invitations',
  access: 'admin',
  summary: 'Invite someone to sign up; the response contains the link, which is shown only once',
  status: 201,
  body: object(
    { role: enumOf(['owner', 'administrator']) },
    {
      email,
      plan: enumOf<PlanName>(['Free', 'Starter', 'Pro']),
      days: Type.Integer({ minimum: 1, maximum: 90, default: INVITATION_DAYS }),
    },
  ),
  answer: NEW_INVITATION,
  async handle(call, deps) {
    assertInvitable(call.body, deps.signUp);
    const { invitation, token } = await createInvitation(call.body, deps, operatorOf(call).actor);
    return { body: { ...show(invitation), link: invitationLink(deps.baseUrl, token) } };
  },
});

const list = route({
  method: 'get',
  path: '/api/admin/invitations',
  access: 'admin',
  summary: 'The invitations without their links, newest first, page by page',
  query: PLACE_QUERY,
  answer: object({ invitations: arrayOf(INVITATION), ...PAGE_MEMBERS }),
  async handle({ query }, { store }) {
    const page = await store.invitations.list(readPage(query));
    return { body: { ...showPage(page), invitations: page.items.map(show) } };
  },
});

const remove = route({
  method: 'delete',
  path: '/api/admin/invitations/:invitationId',
  access: 'admin',
  summary: 'Delete an invitation: its link stops working',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    await deleteInvitation(call.params['invitationId'] ?? '', deps, operatorOf(call).actor);
    return {};
  },
});

function show({ id, role, email, plan, createdBy, createdAt, expiresAt, usedAt }: Invitation) {
  return {
    id,
    role,
    email: email ?? null,
    plan: plan ?? null,
    createdBy,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    usedAt: usedAt === undefined ? null : new Date(usedAt).toISOString(),
  };
}

export const invitationRoutes: readonly Route[] = [create, list, remove];

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter } from './account.js';
import type { Plan } from './plans.js';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { ifMatch, type Tagged, tagged } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';

export type Invitation = components['schemas']['Invitation'];
export type Health = components['schemas']['Health'];
export type NewInvitation = Pick<Invitation, 'role'> & {
  readonly email?: string;
  readonly plan?: Plan['name'];
  readonly days?: number;
};

/** The accounts of the gateway, oldest first, page by page; with `search`, those whose name, ID or email address contains it. */
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['administration', 'accounts', 'list', search],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/admin/accounts', {
          params: { query: { ...pageAfter(pageParam), ...(search === '' ? {} : { search }) } },
        }),
      ),
  });

/** One account, with its users. */
export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['administration', 'accounts', accountId],
    queryFn: () => tagged(client.GET('/api/admin/accounts/{accountId}', { params: { path: { accountId } } })),
  });

/** The audit log of an account, newest first, page by page; without an account, that of the gateway itself. */
export const auditQuery = (accountId: string | undefined, filter: AuditFilter) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['administration', 'audit', accountId ?? '', filter],
    queryFn: ({ pageParam }) => {
      const query = { ...pageAfter(pageParam), ...filter };
      return answer(
        accountId === undefined
          ? client.GET('/api/admin/audit', { params: { query } })
          : client.GET('/api/admin/accounts/{accountId}/audit', { params: { path: { accountId }, query } }),
      );
    },
  });

/** The invitations, newest first, page by page. */
export const invitationsQuery = infiniteQueryOptions({
  ...PAGED,
  queryKey: ['administration', 'invitations'],
  queryFn: ({ pageParam }) =>
    answer(client.GET('/api/admin/invitations', { params: { query: pageAfter(pageParam) } })),
});

export const healthQuery = queryOptions({
  queryKey: ['administration', 'health'],
  refetchInterval: 10_000,
  queryFn: () => answer(client.GET('/api/admin/health')),
});

const reload = () => forget(['administration']);

/** An account as the page of an administrator shows it. */
export type AdministeredAccount = Tagged<
  paths['/api/admin/accounts/{accountId}']['get']['responses'][200]['content']['application/json']
>;

interface AccountEdit {
  readonly plan?: Plan['name'];
  readonly status?: 'active' | 'suspended';
}

/** @param read the account that the administrator sees */
export function useUpdateAccount({ etag, status, account: { accountId, plan } }: AdministeredAccount) {
  return useEdit({
    read: () => ({ etag, members: { status, plan: plan.name } }),
    send: (body: AccountEdit, tag) =>
      answer(
        client.PATCH('/api/admin/accounts/{accountId}', {
          params: { path: { accountId }, ...ifMatch(tag) },
          body,
        }),
      ),
    onSuccess: reload,
  });
}

interface RightEdit {
  readonly userId: string;
  readonly administrator: boolean;
}

/** @param read the account that the administrator sees */
export function useSetAdministrator({ etag, users, account: { accountId } }: AdministeredAccount) {
  const rightOf = (all: typeof users, userId: string) =>
    all.find((user) => user.userId === userId)?.administrator ?? null;
  return useEdit({
    read: ({ userId }: RightEdit) => ({ etag, members: { userId, administrator: rightOf(users, userId) } }),
    membersOf: (current, { userId }: RightEdit) => ({
      userId,
      administrator: rightOf(current['users'] as typeof users, userId),
    }),
    send: ({ userId, administrator }: RightEdit, tag) =>
      answer(
        client.PUT('/api/admin/accounts/{accountId}/users/{userId}/administrator', {
          params: { path: { accountId, userId }, ...ifMatch(tag) },
          body: { administrator },
        }),
      ),
    onSuccess: reload,
  });
}

export function useInvite() {
  return useAction({
    mutationFn: (body: NewInvitation) => answer(client.POST('/api/admin/invitations', { body })),
    onSuccess: reload,
  });
}

export function useDeleteInvitation() {
  return useAction({
    mutationFn: (invitationId: string) =>
      answer(client.DELETE('/api/admin/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSuccess: reload,
  });
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import type { Plan } from './plans.js';
import { queryClient } from './query-client.js';
import type { components } from './schema.js';

export type Invitation = components['schemas']['Invitation'];
export type Health = components['schemas']['Health'];
export type NewInvitation = Pick<Invitation, 'role'> & {
  readonly email?: string;
  readonly plan?: Plan['name'];
};

/** Every account of the gateway, oldest first. */
export const accountsQuery = queryOptions({
  queryKey: ['administration', 'accounts'],
  queryFn: async () => (await answer(client.GET('/api/admin/accounts'))).accounts,
});

/** One account, with its users. */
export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['administration', 'accounts', accountId],
    queryFn: () => answer(client.GET('/api/admin/accounts/{accountId}', { params: { path: { accountId } } })),
  });

/** The newest entries of the audit log of an account. */
export const auditQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['administration', 'accounts', accountId, 'audit'],
    queryFn: () =>
      answer(client.GET('/api/admin/accounts/{accountId}/audit', { params: { path: { accountId } } })),
  });

export const invitationsQuery = queryOptions({
  queryKey: ['administration', 'invitations'],
  queryFn: async () => (await answer(client.GET('/api/admin/invitations'))).invitations,
});

export const healthQuery = queryOptions({
  queryKey: ['administration', 'health'],
  refetchInterval: 10_000,
  queryFn: () => answer(client.GET('/api/admin/health')),
});

const reload = () => queryClient.invalidateQueries({ queryKey: ['administration'] });

export function useUpdateAccount(accountId: string) {
  return useMutation({
    mutationFn: (body: { readonly plan?: Plan['name']; readonly status?: 'active' | 'suspended' }) =>
      answer(client.PATCH('/api/admin/accounts/{accountId}', { params: { path: { accountId } }, body })),
    onSuccess: reload,
  });
}

export function useSetAdministrator(accountId: string) {
  return useMutation({
    mutationFn: ({ userId, administrator }: { readonly userId: string; readonly administrator: boolean }) =>
      answer(
        client.PUT('/api/admin/accounts/{accountId}/users/{userId}/administrator', {
          params: { path: { accountId, userId } },
          body: { administrator },
        }),
      ),
    onSuccess: reload,
  });
}

export function useInvite() {
  return useMutation({
    mutationFn: (body: NewInvitation) => answer(client.POST('/api/admin/invitations', { body })),
    onSuccess: reload,
  });
}

export function useDeleteInvitation() {
  return useMutation({
    mutationFn: (invitationId: string) =>
      answer(client.DELETE('/api/admin/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSuccess: reload,
  });
}

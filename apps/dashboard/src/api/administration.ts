import { pages } from './requests/query.js';
import { forget } from './requests/query-client.js';
import { type AnswerOf, type QueryOf, send } from './requests/send.js';
import { useSave } from './requests/use-change.js';
import { useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';

export type Invitation = components['schemas']['Invitation'];
export type Health = components['schemas']['Health'];

/** The audit log of an account, newest first, page by page; without an account, that of the gateway itself. */
export const auditQuery = (accountId: string | undefined, query: QueryOf<'get', '/api/admin/audit'>) =>
  accountId === undefined
    ? pages('/api/admin/audit', { query })
    : pages('/api/admin/accounts/{accountId}/audit', { path: { accountId }, query });

const ACCOUNT = '/api/admin/accounts/{accountId}';

/** An account as the page of an administrator shows it. */
export type AdministeredAccount = AnswerOf<'get', typeof ACCOUNT>;

/** @param read the account that the administrator sees */
export function useUpdateAccount({ etag, status, account: { accountId, plan } }: AdministeredAccount) {
  return useSave('patch', ACCOUNT, {
    path: { accountId },
    read: { etag, members: { status, plan: plan.name } },
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
      send(
        'put',
        `${ACCOUNT}/users/{userId}/administrator`,
        { path: { accountId, userId }, body: { administrator } },
        { etag: tag },
      ),
    onSuccess: () => forget(['admin']),
  });
}

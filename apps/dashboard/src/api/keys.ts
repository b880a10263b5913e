import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { ifMatch } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';

export type Key = components['schemas']['Key'];

/** The name of a key, and what it may be used for. */
type Changeable = Partial<
  Pick<
    Key,
    'name' | 'operations' | 'readOnly' | 'addresses' | 'callsPerMinute' | 'callsPerPeriod' | 'expiresAt'
  >
>;

/** The access tokens that a new key stands for. */
type SentToken = { issuer: string; audience?: string; scopes: string[] };

/** The authorization servers whose access tokens the account may accept. */
export const tokenIssuersQuery = queryOptions({
  queryKey: ['token-issuers'],
  queryFn: async () => (await answer(client.GET('/api/manage/token-issuers'))).issuers,
});

/** The keys of the account, newest first, page by page: all, or those that match. `search` is a part of the name, or an ID. */
export const keysQuery = (
  filter: { readonly search?: string; readonly revoked?: boolean; readonly unusedDays?: number } = {},
) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['keys', filter],
    queryFn: ({ pageParam }) =>
      answer(client.GET('/api/manage/keys', { params: { query: { ...pageAfter(pageParam), ...filter } } })),
  });

const forgetKeys = () => forget(['keys']);

export function useCreateKey() {
  return useAction({
    mutationFn: (body: Changeable & { name: string; purpose?: Key['purpose']; token?: SentToken }) =>
      answer(client.POST('/api/manage/keys', { body })),
    onSuccess: forgetKeys,
  });
}

/** What others may change of a key, as its owner saw it. */
function membersOf(key: Key): Required<Changeable> {
  const { name, operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt } = key;
  return { name, operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt };
}

/** @param read the key that the form shows */
export function useChangeKey(read: Key) {
  return useEdit({
    read: () => ({ etag: read.etag, members: membersOf(read) }),
    send: (body: Changeable, tag) =>
      answer(
        client.PATCH('/api/manage/keys/{keyId}', {
          params: { path: { keyId: read.id }, ...ifMatch(tag) },
          body,
        }),
      ),
    onSuccess: forgetKeys,
  });
}

export function useRollKey() {
  return useAction({
    mutationFn: ({ keyId, overlapSeconds }: { readonly keyId: string; readonly overlapSeconds: number }) =>
      answer(
        client.POST('/api/manage/keys/{keyId}/roll', {
          params: { path: { keyId } },
          body: { overlapSeconds },
        }),
      ),
    onSuccess: forgetKeys,
  });
}

/** @param read the key that the owner is asked about; undefined while there is none */
export function useRevokeKey(read: Key | undefined) {
  const members = { ...(read !== undefined && membersOf(read)) };
  return useEdit({
    read: () => ({ etag: read?.etag ?? '', members }),
    // A key that has been revoked meanwhile needs no question.
    membersOf: (current) => (current['revokedAt'] === null ? { ...current } : { ...members }),
    send: (_: null, etag) =>
      answer(
        client.DELETE('/api/manage/keys/{keyId}', {
          params: { path: { keyId: read?.id ?? '' }, ...ifMatch(etag) },
        }),
      ),
    onSuccess: forgetKeys,
  });
}

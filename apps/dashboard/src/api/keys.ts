import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { ifMatch } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';

export type Key = components['schemas']['Key'];

/** The keys of the account, newest first, page by page: all, or those that match. `search` is a part of the name, or an ID. */
export const keysQuery = (filter: { readonly search?: string; readonly revoked?: boolean } = {}) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['keys', filter],
    queryFn: ({ pageParam }) =>
      answer(client.GET('/api/manage/keys', { params: { query: { ...pageAfter(pageParam), ...filter } } })),
  });

const forgetKeys = () => forget(['keys']);

export function useCreateKey() {
  return useAction({
    mutationFn: (body: { name: string; purpose?: Key['purpose']; operations?: string[] | null }) =>
      answer(client.POST('/api/manage/keys', { body })),
    onSuccess: forgetKeys,
  });
}

/** @param read the key that the form shows */
export function useLimitKey({ id, etag, name, operations: before }: Key) {
  return useEdit({
    read: () => ({ etag, members: { name, operations: before } }),
    send: (body: { readonly operations: string[] | null }, tag) =>
      answer(
        client.PATCH('/api/manage/keys/{keyId}', {
          params: { path: { keyId: id }, ...ifMatch(tag) },
          body,
        }),
      ),
    onSuccess: forgetKeys,
  });
}

export function useRevokeKey() {
  return useAction({
    mutationFn: (keyId: string) =>
      answer(client.DELETE('/api/manage/keys/{keyId}', { params: { path: { keyId } } })),
    onSuccess: forgetKeys,
  });
}

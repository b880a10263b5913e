import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { queryClient } from './query-client.js';
import type { components } from './schema.js';

export type Key = components['schemas']['Key'];

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async () => (await answer(client.GET('/api/manage/keys'))).keys,
});

const forgetKeys = () => queryClient.invalidateQueries({ queryKey: ['keys'] });

export function useCreateKey() {
  return useMutation({
    mutationFn: (body: { name: string; purpose?: Key['purpose']; operations?: string[] | null }) =>
      answer(client.POST('/api/manage/keys', { body })),
    onSuccess: forgetKeys,
  });
}

export function useLimitKey() {
  return useMutation({
    mutationFn: ({ keyId, operations }: { readonly keyId: string; readonly operations: string[] | null }) =>
      answer(client.PATCH('/api/manage/keys/{keyId}', { params: { path: { keyId } }, body: { operations } })),
    onSuccess: forgetKeys,
  });
}

export function useRevokeKey() {
  return useMutation({
    mutationFn: (keyId: string) =>
      answer(client.DELETE('/api/manage/keys/{keyId}', { params: { path: { keyId } } })),
    onSuccess: forgetKeys,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { queryClient } from './requests/query-client.js';
import { ifMatch } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';

export type OperationDetail = components['schemas']['OperationDetail'];
export type QueryParameter = OperationDetail['queryParameters'][number];

/** One operation in full: examples and schemas of its input and output. */
export const operationQuery = (serviceId: string, operation: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'operations', operation],
    queryFn: () =>
      answer(
        client.GET('/api/manage/services/{serviceId}/operations/{operation}', {
          params: { path: { serviceId, operation } },
        }),
      ),
  });

/** Operations of all services whose names contain the text. */
export const operationSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['services', 'operations', search],
    queryFn: async () =>
      (await answer(client.GET('/api/manage/operations', { params: { query: { search } } }))).operations,
  });

/** Releases an operation that is on hold. */
export function useReleaseOperation(serviceId: string) {
  return useAction({
    mutationFn: (operation: string) =>
      answer(
        client.DELETE('/api/manage/services/{serviceId}/operations/{operation}/hold', {
          params: { path: { serviceId, operation } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['services', serviceId] }),
  });
}

/** The example that an owner saved, as it was read. */
export type SavedExample = Pick<OperationDetail, 'savedExample' | 'savedExampleEtag'>;

/**
 * Saves an input as the example of an operation; null removes the saved one.
 *
 * @param read what is replaced
 */
export function useSaveExample(serviceId: string, operation: string, read: SavedExample) {
  return useEdit({
    read: () => ({ etag: read.savedExampleEtag, members: { input: read.savedExample } }),
    send: async ({ input }: { readonly input: string | null }, etag): Promise<void> => {
      const params = { path: { serviceId, operation }, ...ifMatch(etag) };
      const path = '/api/manage/services/{serviceId}/operations/{operation}/example';
      await (input === null
        ? client.DELETE(path, { params })
        : client.PUT(path, { params, body: { input } }));
    },
    onSuccess: () => queryClient.invalidateQueries(operationQuery(serviceId, operation)),
  });
}

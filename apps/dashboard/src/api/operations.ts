import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { queryClient } from './query-client.js';
import type { components } from './schema.js';

export type OperationDetail = components['schemas']['OperationDetail'];
export type QueryParameter = OperationDetail['queryParameters'][number];

/** One operation in full: examples and schemas of what goes in and comes out. */
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

/** Let an operation be called again that is on hold. */
export function useReleaseOperation(serviceId: string) {
  return useMutation({
    mutationFn: (operation: string) =>
      answer(
        client.DELETE('/api/manage/services/{serviceId}/operations/{operation}/hold', {
          params: { path: { serviceId, operation } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['services', serviceId] }),
  });
}

/** Save an input as the example of an operation; with null, remove the saved one. */
export function useSaveExample(serviceId: string, operation: string) {
  const params = { path: { serviceId, operation } };
  return useMutation({
    mutationFn: async (input: string | null) => {
      const path = '/api/manage/services/{serviceId}/operations/{operation}/example';
      await (input === null
        ? client.DELETE(path, { params })
        : client.PUT(path, { params, body: { input } }));
    },
    onSuccess: () => queryClient.invalidateQueries(operationQuery(serviceId, operation)),
  });
}

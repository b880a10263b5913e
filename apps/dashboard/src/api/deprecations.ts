import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { queryClient } from './query-client.js';
import type { paths } from './schema.js';
import { useAction } from './use-action.js';

type Deprecations =
  paths['/api/manage/services/{serviceId}/deprecations']['get']['responses'][200]['content']['application/json'];
export type Deprecation = NonNullable<Deprecations['service']>;
type DeprecationChange = NonNullable<
  paths['/api/manage/services/{serviceId}/deprecation']['put']['requestBody']
>['content']['application/json'];

/** The deprecations of a service: its own, and those of its operations. */
export const deprecationsQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'deprecations'],
    queryFn: () =>
      answer(
        client.GET('/api/manage/services/{serviceId}/deprecations', { params: { path: { serviceId } } }),
      ),
  });

/** Announces the end of a service or an operation; `null` withdraws the announcement. */
export function useDeprecate(serviceId: string, operation?: string) {
  return useAction({
    mutationFn: async (body: DeprecationChange | null): Promise<void> => {
      if (operation === undefined) {
        const at = { params: { path: { serviceId } } };
        const path = '/api/manage/services/{serviceId}/deprecation';
        await (body === null ? answer(client.DELETE(path, at)) : answer(client.PUT(path, { ...at, body })));
        return;
      }
      const at = { params: { path: { serviceId, operation } } };
      const path = '/api/manage/services/{serviceId}/operations/{operation}/deprecation';
      await (body === null ? answer(client.DELETE(path, at)) : answer(client.PUT(path, { ...at, body })));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['services', serviceId] }),
  });
}

import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { answer, client } from './client.js';
import { PAGED, pageAfter } from './pages.js';
import { forget, queryClient } from './query-client.js';
import type { components, paths } from './schema.js';
import { useAction } from './use-action.js';

export type ListedService = components['schemas']['ListedService'];
export type ServiceDetail = components['schemas']['ServiceDetail'];
export type Operation = components['schemas']['Operation'];
export type Port = components['schemas']['Port'];
export type SecurityDemands = components['schemas']['SecurityDemands'];
export type Diagnostic = components['schemas']['Diagnostic'];
export type ServiceChange = NonNullable<
  paths['/api/manage/services/{serviceId}']['patch']['requestBody']
>['content']['application/json'];
export type OperationChange = NonNullable<
  paths['/api/manage/services/{serviceId}/operations/{operation}']['put']['requestBody']
>['content']['application/json'];

const LIST = ['services', 'list'];
const at = (serviceId: string) => ({ params: { path: { serviceId } } });

/** The services, oldest first, page by page; with `search`, those whose name or slug contains it, or that have this ID. */
export const servicesQuery = (search = '') =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: [...LIST, search],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/manage/services', {
          params: { query: { ...pageAfter(pageParam), ...(search === '' ? {} : { search }) } },
        }),
      ),
  });

export const serviceQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId],
    queryFn: () => answer(client.GET('/api/manage/services/{serviceId}', at(serviceId))),
  });

/** The number of services of the account; undefined until it is known. */
export function useServiceCount(): number | undefined {
  return useInfiniteQuery(servicesQuery()).data?.pages[0]?.total;
}

/** The service of a page inside the service frame, which has loaded it. */
export function useService(serviceId: string): ServiceDetail {
  return useSuspenseQuery(serviceQuery(serviceId)).data;
}

/** Forgets everything known about services. */
export function forgetServices(): Promise<void> {
  return forget(['services']);
}

export function useChangeService(serviceId: string) {
  return useAction({
    mutationFn: (body: ServiceChange) =>
      answer(client.PATCH('/api/manage/services/{serviceId}', { ...at(serviceId), body })),
    onSuccess: forgetServices,
  });
}

export function useDeleteService(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.DELETE('/api/manage/services/{serviceId}', at(serviceId))),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['services', serviceId] });
      return forget(LIST);
    },
  });
}

export function useSetOperation(serviceId: string, operation: string) {
  return useAction({
    mutationFn: (body: OperationChange) =>
      answer(
        client.PUT('/api/manage/services/{serviceId}/operations/{operation}', {
          params: { path: { serviceId, operation } },
          body,
        }),
      ),
    onSuccess: forgetServices,
  });
}

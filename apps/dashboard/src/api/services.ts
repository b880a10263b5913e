import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { queryClient } from './query-client.js';
import type { components, paths } from './schema.js';

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

const at = (serviceId: string) => ({ params: { path: { serviceId } } });

export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: async () => (await answer(client.GET('/api/manage/services'))).services,
});

export const serviceQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId],
    queryFn: () => answer(client.GET('/api/manage/services/{serviceId}', at(serviceId))),
  });

export function useServices() {
  return useQuery(servicesQuery);
}

/** The service of a page inside the service frame, which has loaded it. */
export function useService(serviceId: string): ServiceDetail {
  return useSuspenseQuery(serviceQuery(serviceId)).data;
}

/** Invalidates everything known about services. */
export function forgetServices(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['services'] });
}

export function useChangeService(serviceId: string) {
  return useMutation({
    mutationFn: (body: ServiceChange) =>
      answer(client.PATCH('/api/manage/services/{serviceId}', { ...at(serviceId), body })),
    onSuccess: forgetServices,
  });
}

export function useDeleteService(serviceId: string) {
  return useMutation({
    mutationFn: () => answer(client.DELETE('/api/manage/services/{serviceId}', at(serviceId))),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['services', serviceId] });
      return queryClient.invalidateQueries({ queryKey: ['services'], exact: true });
    },
  });
}

export function useSetOperation(serviceId: string, operation: string) {
  return useMutation({
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

import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget, queryClient } from './requests/query-client.js';
import { ifMatch, type Tagged, tagged } from './requests/tagged.js';
import { type Read, useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';

export type ListedService = components['schemas']['ListedService'];
/** A service as it was read, with its ETag. */
export type ServiceDetail = Tagged<components['schemas']['ServiceDetail']>;
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
    queryFn: () => tagged(client.GET('/api/manage/services/{serviceId}', at(serviceId))),
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

const readService = ({ etag, name, status, revision, settings }: ServiceDetail): Read => ({
  etag,
  members: { name, status, revision, settings },
});

/** @param read the service that the form shows: see `useBase` */
export function useChangeService(read: ServiceDetail) {
  return useEdit({
    read: () => readService(read),
    send: (body: ServiceChange, etag) =>
      answer(
        client.PATCH('/api/manage/services/{serviceId}', {
          params: { ...at(read.serviceId).params, ...ifMatch(etag) },
          body,
        }),
      ),
    onSuccess: forgetServices,
  });
}

/** @param read the service that the owner sees */
export function useDeleteService(read: ServiceDetail) {
  const { serviceId } = read;
  return useEdit<unknown, void>({
    read: () => readService(read),
    send: (_, etag) =>
      answer(
        client.DELETE('/api/manage/services/{serviceId}', {
          params: { ...at(serviceId).params, ...ifMatch(etag) },
        }),
      ),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['services', serviceId] });
      return forget(LIST);
    },
  });
}

/** @param read the operation that the form shows */
export function useSetOperation(serviceId: string, read: Operation) {
  const { etag, methodPolicy, cacheSeconds, unwrap } = read;
  return useEdit({
    read: () => ({ etag, members: { methodPolicy, cacheSeconds, unwrap } }),
    send: (body: OperationChange, tag) =>
      answer(
        client.PUT('/api/manage/services/{serviceId}/operations/{operation}', {
          params: { path: { serviceId, operation: read.name }, ...ifMatch(tag) },
          body,
        }),
      ),
    onSuccess: forgetServices,
  });
}

const PAGE = '/api/manage/services/{serviceId}/page';

/** Who may read the page of a service for consumers. */
type PageSettings = Tagged<paths[typeof PAGE]['get']['responses'][200]['content']['application/json']>;
export type PageChange = NonNullable<paths[typeof PAGE]['put']['requestBody']>['content']['application/json'];

export const pageSettingsQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'page'],
    queryFn: () => tagged(client.GET(PAGE, at(serviceId))),
  });

/** @param read what the owner sees; undefined until it is loaded */
export function useChangePage(serviceId: string, read: PageSettings | undefined) {
  return useEdit({
    read: () => ({ etag: read?.etag ?? '', members: { visibility: read?.visibility } }),
    send: (body: PageChange, etag) =>
      answer(client.PUT(PAGE, { params: { path: { serviceId }, ...ifMatch(etag) }, body })),
    onSuccess: () => queryClient.invalidateQueries(pageSettingsQuery(serviceId)),
  });
}

import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { pages, query } from './requests/query.js';
import { forget, queryClient } from './requests/query-client.js';
import type { AnswerOf, BodyOf } from './requests/send.js';
import { useSave } from './requests/use-change.js';
import type { Read } from './requests/use-edit.js';
import type { components } from './schema.js';

const SERVICE = '/api/manage/services/{serviceId}';

export type ListedService = components['schemas']['ListedService'];
/** A service as it was read, with its ETag. */
export type ServiceDetail = AnswerOf<'get', typeof SERVICE>;
export type Operation = components['schemas']['Operation'];
export type Port = components['schemas']['Port'];
export type SecurityDemands = components['schemas']['SecurityDemands'];
export type Diagnostic = components['schemas']['Diagnostic'];

/** The services, oldest first, page by page; with `search`, those whose name or slug contains it, or that have this ID. */
export const servicesQuery = (search = '') =>
  pages('/api/manage/services', { query: { search: search === '' ? undefined : search } });

export const serviceQuery = (serviceId: string) => query(SERVICE, { path: { serviceId } });

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
  return useSave('patch', SERVICE, { path: { serviceId: read.serviceId }, read: readService(read) });
}

/** @param read the service that the owner sees */
export function useDeleteService(read: ServiceDetail) {
  const { serviceId } = read;
  return useSave('delete', SERVICE, {
    path: { serviceId },
    read: readService(read),
    reloads: [],
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['services', serviceId] });
      // The lists alone, for the frame still shows the service.
      return forget(['services', {}]);
    },
  });
}

const PAGE = `${SERVICE}/page` as const;
export type PageChange = BodyOf<'put', typeof PAGE>;

/** Who may read the page of a service for consumers. */
export const pageSettingsQuery = (serviceId: string) => query(PAGE, { path: { serviceId } });

import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { queryClient } from './requests/query-client.js';
import { ifMatch, type Tagged, tagged } from './requests/tagged.js';
import { useEdit } from './requests/use-edit.js';
import type { paths } from './schema.js';

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

/** The deprecation of a service, or of one of its operations, with its ETag. */
export const deprecationQuery = (serviceId: string, operation?: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'deprecations', 'one', operation ?? null],
    queryFn: (): Promise<ReadDeprecation> =>
      operation === undefined
        ? tagged(
            client.GET('/api/manage/services/{serviceId}/deprecation', { params: { path: { serviceId } } }),
          )
        : tagged(
            client.GET('/api/manage/services/{serviceId}/operations/{operation}/deprecation', {
              params: { path: { serviceId, operation } },
            }),
          ),
  });

export type ReadDeprecation = Tagged<{ readonly deprecation: Deprecation | null }>;

/** Announces the end of a service or an operation; `null` withdraws the announcement. `read` is what the form shows. */
export function useDeprecate(read: ReadDeprecation, serviceId: string, operation?: string) {
  const { etag, deprecation } = read;
  return useEdit({
    read: () => ({ etag, members: { ...NONE, ...deprecation } }),
    membersOf: ({ deprecation: current }) => ({ ...NONE, ...(current as Deprecation | null) }),
    send: async ({ at, sunset, link }: DeprecationEdit, tag): Promise<void> => {
      const body = { ...(at && { at }), ...(sunset && { sunset }), ...(link && { link }) };
      if (operation === undefined) {
        const params = { path: { serviceId }, ...ifMatch(tag) };
        await answer(client.PUT('/api/manage/services/{serviceId}/deprecation', { params, body }));
        return;
      }
      const params = { path: { serviceId, operation }, ...ifMatch(tag) };
      await answer(
        client.PUT('/api/manage/services/{serviceId}/operations/{operation}/deprecation', { params, body }),
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['services', serviceId] }),
  });
}

/** Withdraws the announcement. `read` is what the owner sees. */
export function useWithdrawDeprecation(read: ReadDeprecation, serviceId: string, operation?: string) {
  const { etag, deprecation } = read;
  return useEdit<void, void>({
    read: () => ({ etag, members: { ...NONE, ...deprecation } }),
    membersOf: ({ deprecation: current }) => ({ ...NONE, ...(current as Deprecation | null) }),
    send: async (_, tag) => {
      await (operation === undefined
        ? client.DELETE('/api/manage/services/{serviceId}/deprecation', {
            params: { path: { serviceId }, ...ifMatch(tag) },
          })
        : client.DELETE('/api/manage/services/{serviceId}/operations/{operation}/deprecation', {
            params: { path: { serviceId, operation }, ...ifMatch(tag) },
          }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['services', serviceId] }),
  });
}

/** The members of a deprecation; null removes one. */
export type DeprecationEdit = { readonly [Name in keyof Required<DeprecationChange>]: string | null };

/** The members of what is not deprecated. */
const NONE: DeprecationEdit = { at: null, sunset: null, link: null };

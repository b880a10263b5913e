import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';

export type Revision = components['schemas']['Revision'];
export type ContractChange = components['schemas']['ContractChange'];
export type Reimported = components['schemas']['Reimported'];
type Source = NonNullable<
  paths['/api/manage/services/{serviceId}/revisions']['post']['requestBody']
>['content']['application/json'];

const PATH = '/api/manage/services/{serviceId}/revisions';

export const revisionsQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'revisions'],
    queryFn: async () => (await answer(client.GET(PATH, { params: { path: { serviceId } } }))).revisions,
  });

/** Import the documents of a service again. */
export function useImportRevision(serviceId: string) {
  return useMutation({
    mutationFn: (body: Source) => answer(client.POST(PATH, { params: { path: { serviceId } }, body })),
    onSuccess: forgetServices,
  });
}

/** Put a revision in force: a held one, or an earlier one again. */
export function useActivateRevision(serviceId: string) {
  return useMutation({
    mutationFn: (number: number) =>
      answer(
        client.PUT('/api/manage/services/{serviceId}/revisions/{number}/in-force', {
          params: { path: { serviceId, number: String(number) } },
        }),
      ),
    onSuccess: forgetServices,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client.js';
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

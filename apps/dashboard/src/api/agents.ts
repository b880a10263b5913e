import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import type { paths } from './schema.js';

export type AgentPreview =
  paths['/api/manage/services/{serviceId}/agents']['get']['responses'][200]['content']['application/json'];
export type AgentAccess = AgentPreview['operations'][number]['access'];

/** The tools of a service, as AI agents see them. */
export const agentPreviewQuery = (serviceId: string) =>
  queryOptions({
    // Below the service's key, so that changed settings reload it.
    queryKey: ['services', serviceId, 'agents'],
    queryFn: () =>
      answer(client.GET('/api/manage/services/{serviceId}/agents', { params: { path: { serviceId } } })),
  });

/** The text about an operation that a model reads; null if agents cannot use the operation. */
export const toolTextQuery = (serviceId: string, operation: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'agents', operation],
    queryFn: async () =>
      (
        await answer(
          client.GET('/api/manage/services/{serviceId}/agents/tools/{operation}', {
            params: { path: { serviceId, operation } },
          }),
        )
      ).text,
  });

import { queryOptions } from '@tanstack/react-query';
import { readError } from './errors.js';

/** The OpenAPI document of a service, if the plan includes it. */
export const descriptionQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'description'],
    queryFn: async ({ signal }): Promise<unknown> => {
      const response = await fetch(`/api/services/${encodeURIComponent(serviceId)}/openapi`, { signal });
      if (!response.ok) throw await readError(response);
      return response.json();
    },
  });

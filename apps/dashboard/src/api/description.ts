import { queryOptions } from '@tanstack/react-query';
import type { OpenApiDocument } from '../api-reference/openapi.js';
import { readError } from './errors.js';

/** The OpenAPI document of a service, if the plan includes it. */
export const descriptionQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'description'],
    // Never stale, because the document may have megabytes. Changes of the service invalidate it.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OpenApiDocument> => {
      const response = await fetch(`/api/services/${encodeURIComponent(serviceId)}/openapi`, { signal });
      if (!response.ok) throw await readError(response);
      return (await response.json()) as OpenApiDocument;
    },
  });

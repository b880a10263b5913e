import { queryOptions } from '@tanstack/react-query';
import { readError } from '../api/requests/errors.js';
import type { OpenApiDocument } from './openapi.js';

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

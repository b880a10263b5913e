import { query } from './requests/query.js';
import { useSave } from './requests/use-change.js';
import type { components } from './schema.js';

export type OperationDetail = components['schemas']['OperationDetail'];
export type QueryParameter = OperationDetail['queryParameters'][number];

/** One operation in full: examples and schemas of its input and output. */
export const operationQuery = (serviceId: string, operation: string) =>
  query('/api/manage/services/{serviceId}/operations/{operation}', { path: { serviceId, operation } });

/** The example that an owner saved, as it was read. */
export type SavedExample = Pick<OperationDetail, 'savedExample' | 'savedExampleEtag'>;

/**
 * Saves an input as the example of an operation; null removes the saved one.
 *
 * @param read what is replaced
 */
export function useSaveExample(serviceId: string, operation: string, read: SavedExample) {
  return useSave('put', '/api/manage/services/{serviceId}/operations/{operation}/example', {
    path: { serviceId, operation },
    read: { etag: read.savedExampleEtag, members: { input: read.savedExample } },
    reloads: [['services', serviceId, 'operations', operation]],
  });
}

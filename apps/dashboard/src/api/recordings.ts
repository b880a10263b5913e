import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Source, toBase64 } from '../files/documents.js';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

export type Recording = components['schemas']['Recording'];

const keyOf = (serviceId: string) => ['recordings', serviceId];

/**
 * The recorded calls of a service, newest first, page by page, and the storage that the account has left. `search` is a part of the
 * name.
 */
export const recordingsQuery = (serviceId: string, search: string) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: [...keyOf(serviceId), search],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/manage/services/{serviceId}/recordings', {
          params: {
            path: { serviceId },
            query: { ...pageAfter(pageParam), ...(search === '' ? {} : { search }) },
          },
        }),
      ),
  });

/** Deletes one recording, or all of the service if no ID is given. */
export function useDeleteRecordings(serviceId: string) {
  return useAction({
    mutationFn: async (recordingId: string | undefined): Promise<void> => {
      if (recordingId === undefined)
        await answer(
          client.DELETE('/api/manage/services/{serviceId}/recordings', { params: { path: { serviceId } } }),
        );
      else
        await answer(
          client.DELETE('/api/manage/services/{serviceId}/recordings/{recordingId}', {
            params: { path: { serviceId, recordingId } },
          }),
        );
    },
    onSuccess: () => forget(keyOf(serviceId)),
  });
}

/** Adds a folder that `soapstone record` wrote or that was downloaded. */
export function useUploadRecordings(serviceId: string) {
  return useAction({
    mutationFn: async (source: Exclude<Source, { kind: 'problem' }>) =>
      answer(
        client.POST('/api/manage/services/{serviceId}/recordings', {
          params: { path: { serviceId } },
          body:
            source.kind === 'archive'
              ? { archive: await toBase64(source.file) }
              : {
                  files: await Promise.all(
                    source.documents.map(async ({ path, file }) => ({ path, content: await toBase64(file) })),
                  ),
                },
        }),
      ),
    onSuccess: () => forget(keyOf(serviceId)),
  });
}

/** Keeps a captured call as a recording. */
export function useKeepRecording(serviceId: string, requestId: string) {
  return useAction({
    mutationFn: () =>
      answer(
        client.POST('/api/manage/services/{serviceId}/calls/{requestId}/recording', {
          params: { path: { serviceId, requestId } },
          body: {},
        }),
      ),
    onSuccess: () => forget(keyOf(serviceId)),
  });
}

/** The URL of the folder that `soapstone mock --recordings` reads. */
export function recordingsFile(serviceId: string): string {
  return `/api/manage/services/${serviceId}/recordings.zip`;
}

import { type Source, toBase64 } from '../files/documents.js';
import { pages } from './requests/query.js';
import { forget } from './requests/query-client.js';
import { send } from './requests/send.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

export type Recording = components['schemas']['Recording'];

const PATH = '/api/manage/services/{serviceId}/recordings';

/** The start of the keys of queries of the recordings of a service. */
export const recordingsKey = (serviceId: string) => ['services', serviceId, 'recordings'];

/** The recorded calls of a service, and the storage that the account has left. `search` is a part of the name. */
export const recordingsQuery = (serviceId: string, search: string) =>
  pages(PATH, { path: { serviceId }, query: { search: search === '' ? undefined : search } });

/** Deletes one recording, or all of the service if no ID is given. */
export function useDeleteRecordings(serviceId: string) {
  return useAction({
    mutationFn: (recordingId: string | undefined): Promise<unknown> =>
      recordingId === undefined
        ? send('delete', PATH, { path: { serviceId } })
        : send('delete', `${PATH}/{recordingId}`, { path: { serviceId, recordingId } }),
    onSuccess: () => forget(recordingsKey(serviceId)),
  });
}

/** Adds a folder that `soapstone record` wrote or that was downloaded. */
export function useUploadRecordings(serviceId: string) {
  return useAction({
    mutationFn: async (source: Exclude<Source, { kind: 'problem' }>) => {
      const body =
        source.kind === 'archive'
          ? { archive: await toBase64(source.file) }
          : {
              files: await Promise.all(
                source.documents.map(async ({ path, file }) => ({ path, content: await toBase64(file) })),
              ),
            };
      return send('post', PATH, { path: { serviceId }, body });
    },
    onSuccess: () => forget(recordingsKey(serviceId)),
  });
}

/** The URL of the folder that `soapstone mock --recordings` reads. */
export function recordingsFile(serviceId: string): string {
  return `/api/manage/services/${serviceId}/recordings.zip`;
}

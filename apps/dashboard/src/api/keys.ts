import { useSave } from './requests/use-change.js';
import type { Read } from './requests/use-edit.js';
import type { components } from './schema.js';

export type Key = components['schemas']['Key'];

/** The members of a key that others may change, as its owner saw it. */
export function readKey(key: Key): Required<Read> {
  const { etag, name, operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt } = key;
  return {
    etag,
    members: { name, operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt },
  };
}

/** @param key the key that the owner is asked about; undefined while there is none */
export function useRevokeKey(key: Key | undefined) {
  const read = key === undefined ? { etag: '', members: {} } : readKey(key);
  return useSave('delete', '/api/manage/keys/{keyId}', {
    path: { keyId: key?.id ?? '' },
    read,
    // A key that has been revoked meanwhile needs no question.
    membersOf: (current) => (current['revokedAt'] === null ? { ...current } : { ...read.members }),
  });
}

import { query } from './requests/query.js';
import { forget } from './requests/query-client.js';
import { type AnswerOf, type BodyOf, send } from './requests/send.js';
import { useEdit } from './requests/use-edit.js';

const OF_SERVICE = '/api/manage/services/{serviceId}/deprecation';
const OF_OPERATION = '/api/manage/services/{serviceId}/operations/{operation}/deprecation';

export type ReadDeprecation = AnswerOf<'get', typeof OF_SERVICE>;
export type Deprecation = NonNullable<ReadDeprecation['deprecation']>;

/** The deprecation of a service, or of one of its operations, with its ETag. */
export const deprecationQuery = (serviceId: string, operation?: string) =>
  operation === undefined
    ? query(OF_SERVICE, { path: { serviceId } })
    : query(OF_OPERATION, { path: { serviceId, operation } });

/** The members of a deprecation; null removes one. */
export type DeprecationEdit = {
  readonly [Name in keyof Required<BodyOf<'put', typeof OF_SERVICE>>]: string | null;
};

/** The members of what is not deprecated. */
const NONE: DeprecationEdit = { at: null, sunset: null, link: null };

/**
 * Announces the end of a service or an operation, or withdraws the announcement with null.
 *
 * @param read what the owner sees
 */
export function useDeprecate({ etag, deprecation }: ReadDeprecation, serviceId: string, operation?: string) {
  return useEdit<unknown, DeprecationEdit | null>({
    read: () => ({ etag, members: { ...NONE, ...deprecation } }),
    membersOf: ({ deprecation: current }) => ({ ...NONE, ...(current as Deprecation | null) }),
    send: (edit, tag) => {
      const { at, sunset, link } = edit ?? NONE;
      const body = { ...(at && { at }), ...(sunset && { sunset }), ...(link && { link }) };
      const options = { etag: tag };
      if (operation === undefined) {
        const path = { serviceId };
        return edit === null
          ? send('delete', OF_SERVICE, { path }, options)
          : send('put', OF_SERVICE, { path, body }, options);
      }
      const path = { serviceId, operation };
      return edit === null
        ? send('delete', OF_OPERATION, { path }, options)
        : send('put', OF_OPERATION, { path, body }, options);
    },
    onSuccess: () => forget(['services', serviceId]),
  });
}

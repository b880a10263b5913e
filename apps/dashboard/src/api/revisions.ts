import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { IN_THE_BACKGROUND, jobOf } from './jobs.js';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { queryClient } from './requests/query-client.js';
import { ifMatch, type Tagged, tagged } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';

export type Revision = components['schemas']['Revision'];
/** A revision as it was read, with its ETag. */
export type RevisionDetail = Tagged<components['schemas']['RevisionDetail']>;
export type ContractChange = components['schemas']['ContractChange'];
export type Reimported = components['schemas']['Reimported'];
export type SentRevision = NonNullable<
  paths['/api/manage/services/{serviceId}/revisions']['post']['requestBody']
>['content']['application/json'];

type SentAnnouncement = NonNullable<
  paths['/api/manage/services/{serviceId}/revisions/{number}/announcement']['put']['requestBody']
>['content']['application/json'];

const PATH = '/api/manage/services/{serviceId}/revisions';

/** The revisions of a service, newest first, page by page. */
export const revisionsQuery = (serviceId: string) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['services', serviceId, 'revisions'],
    queryFn: ({ pageParam }) =>
      answer(client.GET(PATH, { params: { path: { serviceId }, query: pageAfter(pageParam) } })),
  });

/** A revision, and its changes for clients of the live one, or of the one that `from` names. */
export const revisionQuery = (serviceId: string, number: number, from?: number) =>
  queryOptions({
    queryKey: ['services', serviceId, 'revisions', number, from],
    queryFn: () =>
      tagged(
        client.GET(`${PATH}/{number}`, {
          params: {
            path: { serviceId, number: String(number) },
            query: from === undefined ? {} : { from },
          },
        }),
      ),
  });

/** Sends the documents of a service again; the gateway reads them in the background. */
export async function beginRevision(
  serviceId: string,
  body: SentRevision,
): Promise<{ readonly jobId: string }> {
  return jobOf(
    await answer(client.POST(PATH, { params: { path: { serviceId } }, body, ...IN_THE_BACKGROUND })),
  );
}

/** What an owner saw of a revision before deciding about it. */
export interface SeenRevision {
  readonly number: number;
  /** The number of the live revision. */
  readonly live: number;
  /** Whether the revision waits for a decision. */
  readonly waiting: boolean;
  /** Absent if the revision is too complex to be compared: then the decision holds regardless of those of others. */
  readonly etag: string | undefined;
}

/**
 * Publishes a revision (`in-force`): a held one, or an earlier one; or decides not to publish one that was never live (`rejected`). If others
 * have decided meanwhile, the owner is asked, unless they decided the same.
 */
export function useDecideRevision(
  serviceId: string,
  { number, live, waiting, etag }: SeenRevision,
  decision: 'in-force' | 'rejected',
) {
  const members = { live, waiting };
  return useEdit({
    read: () => ({ etag: etag ?? '', members }),
    membersOf(current) {
      const isSame =
        decision === 'in-force'
          ? current['live'] === number
          : current['live'] === live && current['waiting'] === false;
      return isSame ? members : { live: current['live'], waiting: current['waiting'] };
    },
    send(_: null, tag) {
      const params = { path: { serviceId, number: String(number) }, ...(tag !== '' && ifMatch(tag)) };
      return answer(
        decision === 'in-force'
          ? client.PUT(`${PATH}/{number}/in-force`, { params })
          : client.PUT(`${PATH}/{number}/rejected`, { params }),
      );
    },
    onSuccess: forgetServices,
  });
}

/** Announces the operations that a waiting revision removes as deprecated; `null` withdraws the announcement. */
export function useAnnounceRevision(serviceId: string, { etag, number, announcement }: RevisionDetail) {
  return useEdit({
    read: () => ({ etag, members: sunsetOf(announcement) }),
    membersOf: (current) => sunsetOf(current['announcement'] as typeof announcement),
    send: async (body: SentAnnouncement | null, tag): Promise<void> => {
      const params = { path: { serviceId, number: String(number) }, ...ifMatch(tag) };
      const path = `${PATH}/{number}/announcement` as const;
      await (body === null ? client.DELETE(path, { params }) : client.PUT(path, { params, body }));
    },
    onSuccess: forgetServices,
  });
}

const sunsetOf = (announcement: RevisionDetail['announcement']) => ({ sunset: announcement?.sunset ?? null });

const WATCH = '/api/manage/services/{serviceId}/watch';

/** How often the WSDL of a service is checked for changes, and the last check. */
export type Watch = Tagged<components['schemas']['Watch']>;
export type WatchChange = NonNullable<
  paths[typeof WATCH]['put']['requestBody']
>['content']['application/json'];

/** Whether a check has been asked for, or is under way. */
export const isCheckDue = ({ nextAt }: Pick<Watch, 'nextAt'>, now: number): boolean =>
  nextAt !== null && Date.parse(nextAt) <= now;

export const watchQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'watch'],
    queryFn: () => tagged(client.GET(WATCH, { params: { path: { serviceId } } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isCheckDue(data, Date.now()) ? 1_000 : 60_000,
  });

/** @param read what the owner sees; undefined until it is loaded */
export function useChangeWatch(serviceId: string, read: Watch | undefined) {
  return useEdit({
    read: () => ({
      etag: read?.etag ?? '',
      members: { schedule: read?.schedule, activate: read?.activate },
    }),
    send: (body: WatchChange, etag) =>
      answer(client.PUT(WATCH, { params: { path: { serviceId }, ...ifMatch(etag) }, body })),
    onSuccess: () => queryClient.invalidateQueries(watchQuery(serviceId)),
  });
}

/** Asks for a check of the WSDL now. */
export function useCheckNow(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.POST(`${WATCH}/check`, { params: { path: { serviceId } }, body: {} })),
    onSuccess: () => queryClient.invalidateQueries(watchQuery(serviceId)),
  });
}

/** Which API keys called the operations that a revision can break, and how often in 30 days. */
export const callersQuery = (serviceId: string, number: number) =>
  queryOptions({
    queryKey: ['services', serviceId, 'revisions', number, 'callers'],
    queryFn: () =>
      answer(
        client.GET(`${PATH}/{number}/callers`, {
          params: { path: { serviceId, number: String(number) }, query: { breaking: true } },
        }),
      ),
  });

import { IN_THE_BACKGROUND, jobOf } from './jobs.js';
import { query } from './requests/query.js';
import { type AnswerOf, type BodyOf, send } from './requests/send.js';
import { useSave } from './requests/use-change.js';
import { useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';
import { forgetServices } from './services.js';

const PATH = '/api/manage/services/{serviceId}/revisions';
const ONE = `${PATH}/{number}` as const;
const WATCH = '/api/manage/services/{serviceId}/watch';

export type Revision = components['schemas']['Revision'];
/** A revision as it was read, with its ETag. */
export type RevisionDetail = AnswerOf<'get', typeof ONE>;
export type ContractChange = components['schemas']['ContractChange'];
export type Reimported = components['schemas']['Reimported'];
export type SentRevision = BodyOf<'post', typeof PATH>;
/** How often the WSDL of a service is checked for changes, and the last check. */
export type Watch = AnswerOf<'get', typeof WATCH>;
export type WatchChange = BodyOf<'put', typeof WATCH>;

/** A revision, and its changes for clients of the live one, or of the one that `from` names. */
export const revisionQuery = (serviceId: string, number: number, from?: number) =>
  query(ONE, { path: { serviceId, number: String(number) }, query: { from } });

/** Sends the documents of a service again; the gateway reads them in the background. */
export async function beginRevision(
  serviceId: string,
  body: SentRevision,
): Promise<{ readonly jobId: string }> {
  return jobOf(await send('post', PATH, { path: { serviceId }, body }, IN_THE_BACKGROUND));
}

/** The state of a revision that its owner saw before deciding about it. */
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
 * have decided in the meantime, the owner is asked, unless they decided the same.
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
      const asked = { path: { serviceId, number: String(number) } };
      const options = { etag: tag === '' ? undefined : tag };
      return decision === 'in-force'
        ? send('put', `${ONE}/in-force`, asked, options)
        : send('put', `${ONE}/rejected`, asked, options);
    },
    onSuccess: forgetServices,
  });
}

/** Announces the operations that a waiting revision removes as deprecated; `null` withdraws the announcement. */
export function useAnnounceRevision(serviceId: string, { etag, number, announcement }: RevisionDetail) {
  return useSave('put', `${ONE}/announcement`, {
    path: { serviceId, number: String(number) },
    read: { etag, members: sunsetOf(announcement) },
    membersOf: (current) => sunsetOf(current['announcement'] as typeof announcement),
  });
}

const sunsetOf = (announcement: RevisionDetail['announcement']) => ({ sunset: announcement?.sunset ?? null });

/** Whether a check has been asked for, or is under way. */
export const isCheckDue = ({ nextAt }: Pick<Watch, 'nextAt'>, now: number): boolean =>
  nextAt !== null && Date.parse(nextAt) <= now;

export const watchQuery = (serviceId: string) => ({
  ...query(WATCH, { path: { serviceId } }),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data?: Watch | undefined } }) =>
    data !== undefined && isCheckDue(data, Date.now()) ? 1_000 : 60_000,
});

/** @param read what the owner sees; undefined until it is loaded */
export function useChangeWatch(serviceId: string, read: Watch | undefined) {
  return useSave('put', WATCH, {
    path: { serviceId },
    read: { etag: read?.etag ?? '', members: { schedule: read?.schedule, activate: read?.activate } },
    reloads: [['services', serviceId, 'watch']],
  });
}

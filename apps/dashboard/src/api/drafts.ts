import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { WsdlLogin } from './connection.js';
import { IN_THE_BACKGROUND, jobOf } from './jobs.js';
import { query } from './requests/query.js';
import { forget, queryClient } from './requests/query-client.js';
import { type BodyOf, send } from './requests/send.js';
import { type Read, useEdit } from './requests/use-edit.js';
import type { components } from './schema.js';
import { forgetServices } from './services.js';

const DRAFTS = '/api/manage/drafts';
const ONE = `${DRAFTS}/{draftId}` as const;

/** An unpublished import. */
export type Draft = components['schemas']['Draft'];
export type DraftPort = components['schemas']['DraftPort'];
export type ListedDraft = components['schemas']['ListedDraft'];
export type DraftChange = BodyOf<'patch', typeof ONE>;

const draftsQuery = query(DRAFTS);

export const draftQuery = (draftId: string) => query(ONE, { path: { draftId } });

/** The imports of the account that are not published. */
export function useDrafts() {
  const { data, ...rest } = useQuery(draftsQuery);
  return { ...rest, data: data?.drafts };
}

export function useDraft(draftId: string): Draft {
  return useSuspenseQuery(draftQuery(draftId)).data;
}

/** Reloads the list of drafts alone. */
export const forgetDrafts = (): Promise<void> => forget(draftsQuery.queryKey, true);

/** Sends the documents of a new service. The gateway reads them in the background; the job's result is the draft. */
export async function beginDraft(body: BodyOf<'post', typeof DRAFTS>): Promise<{ readonly jobId: string }> {
  return jobOf(await send('post', DRAFTS, { body }, IN_THE_BACKGROUND));
}

/** Adds files to a draft, whose documents are read again in the background. */
export async function beginAdding(
  draftId: string,
  body: BodyOf<'post', `${typeof ONE}/files`>,
): Promise<{ readonly jobId: string }> {
  return jobOf(await send('post', `${ONE}/files`, { path: { draftId }, body }, IN_THE_BACKGROUND));
}

/** Reloads a draft that was just created or changed, with its ETag, and the list of drafts. */
export async function reloadDraft({ draftId }: Pick<Draft, 'draftId'>): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(draftQuery(draftId)), forgetDrafts()]);
}

/** The contents of the page of a draft. Each change reloads it, so the next one is based on the result. */
function readDraft(draftId: string): Read {
  const draft = queryClient.getQueryData(draftQuery(draftId).queryKey);
  if (draft === undefined) throw new Error('the draft is not shown');
  const { etag, name, slug, settings } = draft;
  return { etag, members: { name, slug, settings } };
}

/** A member that is not chosen is stored as null, and shown as the documents imply. */
function membersOfDraft(draftId: string, current: Readonly<Record<string, unknown>>) {
  const { name, slug } = readDraft(draftId).members ?? {};
  return { name: current['name'] ?? name, slug: current['slug'] ?? slug, settings: current['settings'] };
}

export function useChangeDraft(draftId: string) {
  return useEdit({
    // One request at a time, because each is based on the result of the previous one.
    scope: { id: `draft ${draftId}` },
    read: () => readDraft(draftId),
    membersOf: (current) => membersOfDraft(draftId, current),
    send: (body: DraftChange, etag) => send('patch', ONE, { path: { draftId }, body }, { etag }),
    onSuccess: reloadDraft,
  });
}

type Service = components['schemas']['ServiceDetail'];

/** @param login the login at the server of the WSDL that the service keeps. If it is not kept, the draft is published all the same */
export function usePublishDraft(draftId: string, login?: WsdlLogin) {
  return useEdit<Service & { readonly isLoginKept: boolean }, void>({
    scope: { id: `draft ${draftId}` },
    read: () => readDraft(draftId),
    membersOf: (current) => membersOfDraft(draftId, current),
    async send(_, etag) {
      const service = await send('post', `${ONE}/publish`, { path: { draftId } }, { etag });
      return { ...service, isLoginKept: login === undefined || (await keepLogin(service, login)) };
    },
    onSuccess: async () => {
      await forgetServices();
      await forgetDrafts();
    },
  });
}

/** Stores the login of a service that is published. Resolves to whether it is stored. */
function keepLogin({ serviceId, secrets }: Service, login: WsdlLogin): Promise<boolean> {
  const path = '/api/manage/services/{serviceId}/wsdl-login';
  const options = { etag: secrets.etags.wsdlLogin };
  return send('put', path, { path: { serviceId }, body: login }, options).then(
    () => true,
    () => false,
  );
}

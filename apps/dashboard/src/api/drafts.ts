import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { WsdlLogin } from './connection.js';
import { IN_THE_BACKGROUND, jobOf } from './jobs.js';
import { answer, client } from './requests/client.js';
import { forget, queryClient } from './requests/query-client.js';
import { ifMatch, tagged } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { type Read, useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';

/** An unpublished import. */
export type Draft = components['schemas']['Draft'];
export type DraftPort = components['schemas']['DraftPort'];
export type ListedDraft = components['schemas']['ListedDraft'];
export type DraftChange = NonNullable<
  paths['/api/manage/drafts/{draftId}']['patch']['requestBody']
>['content']['application/json'];
type SentDraft = NonNullable<
  paths['/api/manage/drafts']['post']['requestBody']
>['content']['application/json'];
type SentFiles = NonNullable<
  paths['/api/manage/drafts/{draftId}/files']['post']['requestBody']
>['content']['application/json'];

const at = (draftId: string) => ({ params: { path: { draftId } } });

const draftsQuery = queryOptions({
  queryKey: ['drafts'],
  queryFn: async () => (await answer(client.GET('/api/manage/drafts'))).drafts,
});

export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: ['drafts', draftId],
    queryFn: () => tagged(client.GET('/api/manage/drafts/{draftId}', at(draftId))),
  });

export function useDrafts() {
  return useQuery(draftsQuery);
}

export function useDraft(draftId: string): Draft {
  return useSuspenseQuery(draftQuery(draftId)).data;
}

/** Sends the documents of a new service. The gateway reads them in the background; the job's result is the draft. */
export async function beginDraft(body: SentDraft): Promise<{ readonly jobId: string }> {
  return jobOf(await answer(client.POST('/api/manage/drafts', { body, ...IN_THE_BACKGROUND })));
}

/** Adds files to a draft, whose documents are read again in the background. */
export async function beginAdding(draftId: string, body: SentFiles): Promise<{ readonly jobId: string }> {
  return jobOf(
    await answer(
      client.POST('/api/manage/drafts/{draftId}/files', { ...at(draftId), body, ...IN_THE_BACKGROUND }),
    ),
  );
}

/** Reloads a draft that was just created or changed, with its ETag, and the list of drafts. */
export async function reloadDraft({ draftId }: Pick<Draft, 'draftId'>): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(draftQuery(draftId)), forget(['drafts'], true)]);
}

/** What the page of a draft shows. Each change reloads it, so the next one is based on the result. */
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
    send: (body: DraftChange, etag) =>
      answer(
        client.PATCH('/api/manage/drafts/{draftId}', {
          params: { ...at(draftId).params, ...ifMatch(etag) },
          body,
        }),
      ),
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
      const service = await answer(
        client.POST('/api/manage/drafts/{draftId}/publish', {
          params: { ...at(draftId).params, ...ifMatch(etag) },
        }),
      );
      return { ...service, isLoginKept: login === undefined || (await keepLogin(service, login)) };
    },
    onSuccess: async () => {
      await forgetServices();
      await forget(['drafts'], true);
    },
  });
}

/** Stores the login of a service that is published. Resolves to whether it is stored. */
function keepLogin({ serviceId, secrets }: Service, login: WsdlLogin): Promise<boolean> {
  const params = { path: { serviceId }, ...ifMatch(secrets.etags.wsdlLogin) };
  return client.PUT('/api/manage/services/{serviceId}/wsdl-login', { params, body: login }).then(
    () => true,
    () => false,
  );
}

export function useDiscardDraft() {
  return useAction({
    mutationFn: (draftId: string) => answer(client.DELETE('/api/manage/drafts/{draftId}', at(draftId))),
    onSuccess: () => forget(['drafts'], true),
  });
}

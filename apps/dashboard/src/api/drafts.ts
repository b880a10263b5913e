import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { IN_THE_BACKGROUND, jobOf } from './jobs.js';
import { forget, queryClient } from './query-client.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';
import { useAction } from './use-action.js';

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
    queryFn: () => answer(client.GET('/api/manage/drafts/{draftId}', at(draftId))),
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

/** Stores a draft that the gateway just returned. */
export function rememberDraft(draft: Draft): void {
  queryClient.setQueryData(draftQuery(draft.draftId).queryKey, draft);
  void forget(['drafts'], true);
}

export function useChangeDraft(draftId: string) {
  return useAction({
    // One request at a time, because each response contains the choices so far.
    scope: { id: `draft ${draftId}` },
    mutationFn: (body: DraftChange) =>
      answer(client.PATCH('/api/manage/drafts/{draftId}', { ...at(draftId), body })),
    onSuccess: rememberDraft,
  });
}

export function usePublishDraft(draftId: string) {
  return useAction({
    scope: { id: `draft ${draftId}` },
    mutationFn: () => answer(client.POST('/api/manage/drafts/{draftId}/publish', at(draftId))),
    onSuccess: async () => {
      await forgetServices();
      await forget(['drafts'], true);
    },
  });
}

export function useDiscardDraft() {
  return useAction({
    mutationFn: (draftId: string) => answer(client.DELETE('/api/manage/drafts/{draftId}', at(draftId))),
    onSuccess: () => forget(['drafts'], true),
  });
}

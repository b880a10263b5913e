import { queryOptions } from '@tanstack/react-query';
import { readStored } from '../design-file/design-text.js';
import { LARGE, readStoredBeside } from '../design-file/read-beside.js';
import { answer, client } from './requests/client.js';
import { queryClient } from './requests/query-client.js';
import { ifMatch, tagged } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';

const PATH = '/api/manage/services/{serviceId}/design';

type Shown = paths[typeof PATH]['get']['responses'][200]['content']['application/json'];
export type Proposal =
  paths['/api/manage/services/{serviceId}/design/proposal']['get']['responses'][200]['content']['application/json'];
export type CheckedDesign =
  paths['/api/manage/services/{serviceId}/design/check']['post']['responses'][200]['content']['application/json'];
export type ListedMember = Proposal['inputs'][number]['members'][number];
type Activate = NonNullable<components['schemas']['Designed']>;

/** The design of the live revision: as a text to edit, as JSON, and what the gateway says about it. */
export interface StoredDesign extends Pick<Shown, 'revision' | 'problems' | 'secrets'> {
  readonly text: string;
  /** `{}` for none. */
  readonly json: string;
  readonly etag: string;
}

const at = (serviceId: string) => ({ params: { path: { serviceId } } });

/** Numbers of a design keep their digits: the page reads and writes it as text. */
const withDesign = (json: string, text?: string) => ({
  body: { design: {} },
  bodySerializer: () =>
    text === undefined ? `{"design":${json}}` : `{"design":${json},"text":${JSON.stringify(text)}}`,
});

/** The gateway keeps longer texts as JSON alone, without their comments. */
export const MAX_TEXT = 131_072;

export const designQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'design'],
    queryFn: async (): Promise<StoredDesign> => {
      const { data, response } = await client.GET(PATH, { ...at(serviceId), parseAs: 'text' });
      const body = String(data);
      const { revision, problems, secrets, text: written } = JSON.parse(body) as Shown;
      const { text, json } =
        body.length > LARGE ? await readStoredBeside(body, written) : readStored(body, written);
      const { etag } = await tagged(Promise.resolve({ data: {}, response }));
      return { revision, problems, secrets, text, json, etag };
    },
  });

/** A first design, the members of all inputs, and the schema of designs. They change with the documents of the service alone. */
export const proposalQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'design-proposal'],
    staleTime: 60_000,
    queryFn: () => answer(client.GET(`${PATH}/proposal`, at(serviceId))),
  });

export type DesignPreview =
  paths['/api/manage/services/{serviceId}/design/example']['post']['responses'][200]['content']['application/json'];

/** One operation without and with a design, which is JSON text and not stored. The last example is shown until there is the next one. */
export const previewQuery = (serviceId: string, operation: string | undefined, json: string | undefined) =>
  queryOptions({
    queryKey: ['services', serviceId, 'design-example', operation, json],
    enabled: operation !== undefined && json !== undefined,
    staleTime: 60_000,
    placeholderData: (before: DesignPreview | undefined, query) =>
      query?.queryKey[3] === operation ? before : undefined,
    queryFn: (): Promise<DesignPreview> =>
      answer(
        client.POST(`${PATH}/example`, {
          ...at(serviceId),
          body: { design: {}, operation: operation ?? '' },
          bodySerializer: () => `{"operation":${JSON.stringify(operation)},"design":${json}}`,
        }),
      ),
  });

/** Checks a design, which is JSON text, without storing it. */
export function useCheckDesign(serviceId: string) {
  return useAction({
    mutationFn: (json: string) =>
      answer(client.POST(`${PATH}/check`, { ...at(serviceId), ...withDesign(json) })),
  });
}

/** Shows what clients see of an operation with a design, which is JSON text, without storing it. */
export function usePreviewDesign(serviceId: string) {
  return useAction({
    mutationFn: ({ json, operation }: { readonly json: string; readonly operation: string }) =>
      answer(
        client.POST(`${PATH}/preview`, {
          ...at(serviceId),
          body: { design: {}, operation },
          bodySerializer: () => `{"design":${json},"operation":${JSON.stringify(operation)}}`,
        }),
      ),
  });
}

/** Publishes a design, which is JSON and its text; `{}` removes the design. `etag` is that of the one that is replaced. */
export function usePublishDesign(serviceId: string, etag: string) {
  return useEdit({
    read: () => ({ etag }),
    send: ({ json, text }: { readonly json: string; readonly text: string }, tag): Promise<Activate> => {
      const kept = text.length <= MAX_TEXT ? text : undefined;
      const params = { ...at(serviceId).params, ...ifMatch(tag) };
      return json === '{}'
        ? answer(client.DELETE(PATH, { params }))
        : answer(client.PUT(PATH, { params, ...withDesign(json, kept) }));
    },
    onSuccess: forgetServices,
  });
}

/** Sets a secret of the design, or with null removes it. It can never be read again. */
export function useSetDesignSecret(serviceId: string) {
  return useAction({
    mutationFn: ({ secret, value }: { readonly secret: string; readonly value: string | null }) => {
      const params = { path: { serviceId, secret } };
      const path = `${PATH}/secrets/{secret}` as const;
      return value === null
        ? answer(client.DELETE(path, { params }))
        : answer(client.PUT(path, { params, body: { value } }));
    },
    onSuccess: forgetServices,
  });
}

const SESSION = '/api/manage/services/{serviceId}/session';

/** The session with a SOAP service, without its token. */
export type UpstreamSession = paths[typeof SESSION]['get']['responses'][200]['content']['application/json'];

/** The session that the live design describes. It is renewed in the background, so it is read again while it is shown. */
export const upstreamSessionQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'upstream-session'],
    refetchInterval: 30_000,
    queryFn: () => answer(client.GET(SESSION, at(serviceId))),
  });

/** Logs in now, if no session is open. What went wrong is part of the answer. */
export function useLogInUpstream(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.POST(SESSION, { ...at(serviceId), body: {} })),
    onSuccess: (session) => queryClient.setQueryData(upstreamSessionQuery(serviceId).queryKey, session),
  });
}

/** Ends the session. */
export function useEndUpstreamSession(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.DELETE(SESSION, at(serviceId))),
    onSuccess: () => queryClient.invalidateQueries(upstreamSessionQuery(serviceId)),
  });
}

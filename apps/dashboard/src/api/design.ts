import { queryOptions } from '@tanstack/react-query';
import { readStored } from '../design-file/design-text.js';
import { LARGE, readStoredBeside } from '../design-file/read-beside.js';
import { client } from './requests/client.js';
import { keyOf, query } from './requests/query.js';
import { type AnswerOf, send } from './requests/send.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import { forgetServices } from './services.js';

const PATH = '/api/manage/services/{serviceId}/design';
const SESSION = '/api/manage/services/{serviceId}/session';

type Shown = AnswerOf<'get', typeof PATH>;
export type Proposal = AnswerOf<'get', `${typeof PATH}/proposal`>;
export type CheckedDesign = AnswerOf<'post', `${typeof PATH}/check`>;
export type DesignPreview = AnswerOf<'post', `${typeof PATH}/example`>;
/** The session with a SOAP service, without its token. */
export type UpstreamSession = AnswerOf<'get', typeof SESSION>;
export type ListedMember = Proposal['inputs'][number]['members'][number];

/** The design of the live revision: as a text to edit, as JSON, and what the gateway says about it. */
export interface StoredDesign extends Pick<Shown, 'revision' | 'problems' | 'secrets'> {
  readonly text: string;
  /** `{}` for none. */
  readonly json: string;
  readonly etag: string;
}

/** Numbers of a design keep their digits: the page reads and writes it as text. `others` are the other members of the body. */
const printed = (json: string, others: Readonly<Record<string, string | undefined>> = {}) => ({
  print: () => `${JSON.stringify({ ...others, design: null }).slice(0, -'null}'.length)}${json}}`,
});

/** The gateway keeps longer texts as JSON alone, without their comments. */
export const MAX_TEXT = 131_072;

export const designQuery = (serviceId: string) =>
  queryOptions({
    queryKey: keyOf(PATH, { serviceId }),
    queryFn: async (): Promise<StoredDesign> => {
      const { data, response } = await client.GET(PATH, { params: { path: { serviceId } }, parseAs: 'text' });
      const body = String(data);
      const { revision, problems, secrets, text: written } = JSON.parse(body) as Shown;
      const { text, json } =
        body.length > LARGE ? await readStoredBeside(body, written) : readStored(body, written);
      return { revision, problems, secrets, text, json, etag: response.headers.get('ETag') ?? '' };
    },
  });

/** A first design, the members of all inputs, and the schema of designs. They change with the documents of the service alone. */
export const proposalQuery = (serviceId: string) => ({
  ...query(`${PATH}/proposal`, { path: { serviceId } }),
  staleTime: 60_000,
});

/** One operation without and with a design, which is JSON text and not stored. The last example is shown until there is the next one. */
export const previewQuery = (serviceId: string, operation = '', json: string | undefined) =>
  queryOptions({
    queryKey: ['services', serviceId, 'design', 'example', operation, json],
    enabled: operation !== '' && json !== undefined,
    staleTime: 60_000,
    placeholderData: (before: DesignPreview | undefined, previous) =>
      previous?.queryKey[4] === operation ? before : undefined,
    queryFn: (): Promise<DesignPreview> =>
      send(
        'post',
        `${PATH}/example`,
        { path: { serviceId }, body: { design: {}, operation } },
        printed(json ?? '', { operation }),
      ),
  });

/** Checks a design, which is JSON text, without storing it. */
export function useCheckDesign(serviceId: string) {
  return useAction({
    mutationFn: (json: string) =>
      send('post', `${PATH}/check`, { path: { serviceId }, body: { design: {} } }, printed(json)),
  });
}

/** Shows what clients see of an operation with a design, which is JSON text, without storing it. */
export function usePreviewDesign(serviceId: string) {
  return useAction({
    mutationFn: ({ json, operation }: { readonly json: string; readonly operation: string }) =>
      send(
        'post',
        `${PATH}/preview`,
        { path: { serviceId }, body: { design: {}, operation } },
        printed(json, { operation }),
      ),
  });
}

/** Publishes a design, which is JSON and its text; `{}` removes the design. `etag` is that of the one that is replaced. */
export function usePublishDesign(serviceId: string, etag: string) {
  const path = { serviceId };
  return useEdit({
    read: () => ({ etag }),
    send: ({ json, text }: { readonly json: string; readonly text: string }, tag) => {
      if (json === '{}') return send('delete', PATH, { path }, { etag: tag });
      const kept = text.length <= MAX_TEXT ? text : undefined;
      const options = { etag: tag, ...printed(json, { text: kept }) };
      return send('put', PATH, { path, body: { design: {} } }, options);
    },
    onSuccess: forgetServices,
  });
}

/** The session that the live design describes. It is renewed in the background, so it is read again while it is shown. */
export const upstreamSessionQuery = (serviceId: string) => ({
  ...query(SESSION, { path: { serviceId } }),
  refetchInterval: 30_000,
});

import { queryOptions } from '@tanstack/react-query';
import { ApiError, offline, readError } from '../api/requests/errors.js';

/** The two segments of the address of a page: `link` and its token, or an account and the slug of a service. */
export interface PagePlace {
  readonly first: string;
  readonly second: string;
}

/** The page of a service, as its consumers see it. */
export interface ConsumerPage {
  readonly name: string;
  readonly description: string | null;
  readonly status: 'active' | 'paused';
  /** The prefix of every path. */
  readonly baseUrl: string;
  readonly gatewayUrl: string;
  /** Whether it shows the routes of a design. */
  readonly designed: boolean;
  readonly numbers: string;
  readonly openapiUrl: string | null;
  readonly certificateUrl: string | null;
  /** The last 30 UTC days, oldest first. */
  readonly availability: {
    readonly days: readonly {
      readonly day: string;
      readonly state: 'none' | 'good' | 'degraded' | 'failing';
    }[];
    /** The percentage of calls that the service answered; null if there were few calls. */
    readonly percent: number | null;
  };
  readonly limits: {
    readonly requestBytes: number;
    readonly timeoutMs: number;
    readonly perMinute: number | null;
  };
  readonly operations: readonly PageOperation[];
}

/** An operation in the list of a page. */
export interface PageOperation {
  readonly name: string;
  /** Members in braces are parameters. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly routed: boolean;
  readonly documentation: string | null;
  readonly deprecated: boolean;
}

/** An operation of a page in full. Examples are texts, because their numbers may be longer than JavaScript keeps. */
export interface PageOperationDetail {
  readonly name: string;
  readonly documentation: string | null;
  /** A part of an OpenAPI 3.0 document, with one path. */
  readonly document: {
    readonly paths: Readonly<Record<string, object>>;
    readonly components: object;
  };
  readonly request: {
    readonly path: readonly string[];
    readonly query: readonly (readonly [name: string, value: string])[];
    readonly body: string | null;
  };
  readonly result: string;
}

/** Reads a part of a page, as anybody does: without the session of an owner who happens to be logged in. */
async function visit<Part>({ first, second }: PagePlace, below: string, signal: AbortSignal): Promise<Part> {
  const path = [first, second].map(encodeURIComponent).join('/');
  let response: Response;
  try {
    response = await fetch(`/api/pages/${path}${below}`, { signal, credentials: 'omit' });
  } catch (error) {
    throw error instanceof TypeError ? offline() : error;
  }
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Part;
}

/** The changelog, which is a JSON Feed. */
export interface Changelog {
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly date_published: string;
    readonly content_text: string;
    readonly _soapstone: {
      readonly revision: number;
      /** Whether it had been live before. */
      readonly again: boolean;
      readonly breaking: boolean;
      readonly changes:
        | readonly { readonly operation: string; readonly text: string; readonly breaking: boolean }[]
        | null;
    };
  }[];
}

/** No repetition of a request whose response says that it would be the same. */
const retry = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const consumerPageQuery = (place: PagePlace) =>
  queryOptions({
    queryKey: ['pages', place.first, place.second],
    retry,
    queryFn: ({ signal }) => visit<ConsumerPage>(place, '', signal),
  });

export const pageOperationQuery = (place: PagePlace, name: string) =>
  queryOptions({
    queryKey: ['pages', place.first, place.second, 'operations', name],
    retry,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      visit<PageOperationDetail>(place, `/operations/${encodeURIComponent(name)}`, signal),
  });

export const changelogQuery = (place: PagePlace) =>
  queryOptions({
    queryKey: ['pages', place.first, place.second, 'changes'],
    retry,
    staleTime: 60_000,
    queryFn: ({ signal }) => visit<Changelog>(place, '/changes.json', signal),
  });

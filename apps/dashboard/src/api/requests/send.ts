import type { paths } from '../schema.js';
import { client } from './client.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method, as the description of the management API writes them. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { readonly responses: object }> ? Path : never;
}[keyof paths];

type Operation<M extends Method, Path extends PathOf<M>> = paths[Path][M];
type Json<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : never;
type Success<Of> = Of extends { readonly responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)]
  : never;

/** The data of a response, with the entity-tag of its state. A change sends it, so that it replaces only what was read. */
export type Tagged<Body> = Body & { readonly etag: string };

/** The body of a successful response; with its ETag, if the description says that it has one. */
export type AnswerOf<M extends Method, Path extends PathOf<M>> =
  Success<Operation<M, Path>> extends { readonly headers: infer Headers extends { readonly ETag?: unknown } }
    ? unknown extends Headers['ETag']
      ? Json<Success<Operation<M, Path>>>
      : Tagged<Json<Success<Operation<M, Path>>>>
    : Json<Success<Operation<M, Path>>>;

/** The body of a request; never, if it has none. */
export type BodyOf<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends {
    readonly requestBody: infer Body;
  }
    ? Json<Body>
    : never;

type Names<Of> = Of extends { readonly parameters: { readonly path: infer Path } }
  ? { readonly path: Readonly<Path> }
  : { readonly path?: undefined };
/** The query of a request, in which undefined members are left out. */
export type QueryOf<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends {
    readonly parameters: { readonly query?: infer Query };
  }
    ? { readonly [Name in keyof Query]?: Query[Name] | undefined }
    : never;
type Body<Of> = [Of] extends [never] ? { readonly body?: undefined } : { readonly body: Of };

/** The names in a path, the query and the body of a request. */
export type Asked<M extends Method, Path extends PathOf<M>> = Names<Operation<M, Path>> &
  Body<BodyOf<M, Path>> & { readonly query?: QueryOf<M, Path> };

/** An argument that may be left out if it has no needed members. */
export type Optional<Argument> = object extends Argument ? [argument?: Argument] : [argument: Argument];

interface Options {
  /** The entity-tag that the resource must still have. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Prints the body, if it has numbers that JavaScript has not. */
  readonly print?: () => string;
}

// The types of the client cannot follow a path that is a type parameter; those of `send` say the same.
const request = client.request as unknown as (
  method: Method,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

/** Sends a request to the management API and resolves to the body of the response, with its ETag. Rejects with `ApiError`. */
export async function send<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  { path: names, query, body }: Asked<M, Path>,
  { etag, print, ...options }: Options = {},
): Promise<AnswerOf<M, Path>> {
  const header = etag === undefined ? {} : { 'If-Match': etag };
  const init = {
    params: { path: names, query, header },
    body,
    ...(print === undefined ? {} : { bodySerializer: print }),
    ...options,
  };
  const { data, response } = await request(method, path, init);
  if (data === undefined || data === null) throw new Error('the gateway responded without a body');
  const tag = response.headers.get('ETag');
  return (tag === null ? data : { ...(data as object), etag: tag }) as AnswerOf<M, Path>;
}

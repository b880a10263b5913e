import type { CallOptions, ClientOptions } from '@soapstone/client';
import { NUMBER_STRINGS_TYPE } from '@soapstone/http-contract';
import { CURSOR_KEY_BYTES } from '@soapstone/http-contract/internal/routes';
import type { OpenApiOptions } from '@soapstone/openapi-generator';
import {
  anything,
  assertOptions,
  type Check,
  callback,
  count,
  flag,
  kindOf,
  members,
  nearestOf,
  OptionError,
  oneOf,
  text,
  wrong,
} from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';

/** Options of an API. Everything has a default. */
export interface RestOptions
  extends Pick<
    OpenApiOptions,
    | 'defaultPolicy'
    | 'errors'
    | 'faultStatuses'
    | 'path'
    | 'policies'
    | 'securitySchemes'
    | 'servers'
    | 'soapHeadersHeader'
    | 'tags'
    | 'title'
    | 'version'
  > {
  /**
   * Options for calling the SOAP service, such as security, timeout and numbers; see `ClientOptions`. Without `numbers`, each request
   * chooses: `Accept: application/json;IEEE754Compatible=true` selects strings (NM-2). `binary` and `dates` must be `text`.
   */
  readonly client?: ClientOptions | undefined;
  /** The member of the body that holds the result. Default: none, the body is the result. */
  readonly envelope?: string | undefined;
  /** The maximum size of a request body in bytes; a larger one gets 413. Default 1,048,576 (1 MiB). */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The maximum size in bytes of a file that a route of the design takes or returns while it arrives, in bounded memory (PG-10). A larger one gets
   * 413, or breaks off. The `timeout` of the client includes the transfer. With `fetch` or `transport` of the client, and outside Node, uploads
   * have the limits of messages. Default: none; all files have the limits of messages.
   *
   * @example
   * ```ts
   * createRestApi(wsdl, { maxFileBytes: 1e9, client: { design, timeout: 600_000 } });
   * ```
   */
  readonly maxFileBytes?: number | undefined;
  /** The path of the OpenAPI document; `false` serves none. Default: `openapi.json` next to the operations. */
  readonly openapiPath?: string | false | undefined;
  /**
   * The path that the routes of the design are served below, and their document, `openapi.json`. With `/`, operations are not served by name.
   * Default `/apis`.
   */
  readonly routesPath?: string | undefined;
  /**
   * The key that seals the cursors of pages, 32 bytes. With the same key, design and endpoint, a cursor is valid after a restart and in other
   * processes; it belongs to no user. Default: a random key, so that cursors are of this API object.
   *
   * @example
   * ```ts
   * createRestApi(wsdl, { cursorKey: Buffer.from(process.env.CURSOR_KEY, 'base64'), client: { design } });
   * ```
   */
  readonly cursorKey?: Uint8Array | undefined;
  /** The version of OpenAPI. Default `3.1`. */
  readonly openapiVersion?: '3.0' | '3.1' | undefined;
  /**
   * Adds examples to the document, each checked against its schema. Generating them takes seconds for hundreds of operations. Default
   * false.
   */
  readonly examples?: boolean | undefined;
  /**
   * Called before each call. Returns options for this call, such as HTTP headers or SOAP headers taken from the request; or a `Response`,
   * which is sent instead of making the call, such as 401 for a request without credentials. Default: none.
   */
  readonly onRequest?:
    | ((
        request: Request,
        operation: string,
      ) => CallOptions | Response | undefined | Promise<CallOptions | Response | undefined>)
    | undefined;
  /** Called for every response with a status of 500 or above, except SOAP faults. Default: unexpected errors go to `console.error`. */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

/** The maximum number of names that a message lists. */
const NAMES_LISTED = 20;

const pathOrFalse: Check = (value) => (value === false ? [] : text(value));

/** A path of plain segments, as URLs have it. */
const folder: Check = (value) =>
  value === '/' || (typeof value === 'string' && /^(?:\/[\w.~!$&'()*+,;=:@-]+)+$/.test(value))
    ? []
    : wrong(
        `expected "/" or a path such as "/apis", without a slash at its end, not ${typeof value === 'string' ? 'this string' : kindOf(value)}`,
      );

const cursorKey: Check = (value) =>
  value instanceof Uint8Array && value.length === CURSOR_KEY_BYTES
    ? []
    : wrong(
        `expected ${CURSOR_KEY_BYTES} bytes, not ${value instanceof Uint8Array ? `${value.length} bytes` : kindOf(value)}`,
      );

/** The client checks its options; two of them are for programs, because JSON has text. */
const textOnly: Check = (value) =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? wrong(`expected an object, not ${kindOf(value)}`)
    : ['binary', 'dates']
        .filter((name) => !['text', undefined].includes((Object(value) as Record<string, string>)[name]))
        .map((name) => ({ path: `/${name}`, expected: 'expected "text": a JSON API has no other form' }));

const restOptions: Check = members<RestOptions>({
  client: textOnly,
  envelope: text,
  maxBodyBytes: count,
  maxFileBytes: count,
  openapiPath: pathOrFalse,
  routesPath: folder,
  cursorKey,
  openapiVersion: oneOf('3.0', '3.1'),
  examples: flag,
  onRequest: callback,
  onError: callback,
  // The generator checks these.
  defaultPolicy: anything,
  errors: anything,
  faultStatuses: anything,
  path: anything,
  policies: anything,
  securitySchemes: anything,
  servers: anything,
  soapHeadersHeader: anything,
  tags: anything,
  title: anything,
  version: anything,
});

const fetchHandler: Check = (value) =>
  typeof (value as { readonly fetch?: unknown } | null | undefined)?.fetch === 'function'
    ? []
    : wrong(`expected what createRestApi resolves to, not ${kindOf(value)}`);

const webRequest: Check = (value) =>
  typeof (value as { readonly url?: unknown } | null | undefined)?.url === 'string'
    ? []
    : wrong(`expected a Request, not ${kindOf(value)}`);

/** Throws `OptionError` for a value that is not a `Request`. */
export function assertRequest(request: unknown): void {
  assertOptions(webRequest, request, 'fetch', 'request');
}

/** Throws `OptionError` for a value without a `fetch` handler. */
export function assertHandler(api: unknown, what: string): void {
  assertOptions(fetchHandler, api, what, 'api');
}

/** Throws `OptionError` for an unknown option and for a value that cannot be used. */
export function assertRestOptions(options: RestOptions): void {
  assertOptions(restOptions, options, 'createRestApi');
}

/**
 * Throws `OptionError` for an operation or a fault that an option names and the service does not have, with the nearest name.
 *
 * @param model the service of the API
 */
export function assertKnownNames({ policies, faultStatuses }: RestOptions, model: ServiceModel): void {
  const operations = model.exposed.flatMap(
    ({ service, port, operation }) => model.services[service]?.ports[port]?.operations[operation] ?? [],
  );
  const faults = operations.flatMap((each) => each.faults.map(({ name }) => name));
  assertKnown(
    'policies',
    [...(policies?.keys() ?? [])],
    'operation',
    model.exposed.map(({ name }) => name),
  );
  assertKnown('faultStatuses', Object.keys(faultStatuses ?? {}), 'fault', [...new Set(faults)]);
}

function assertKnown(option: string, names: readonly string[], what: string, known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestOf(unknown, known);
  const some = known.slice(0, NAMES_LISTED).join(', ');
  const hint =
    nearest !== undefined
      ? `did you mean "${nearest}"?`
      : known.length === 0
        ? 'it has none'
        : `it has ${some}`;
  const expected = `the service has no such ${what}; ${hint}`;
  throw new OptionError('createRestApi', { path: `/${option}/${unknown}`, expected });
}

/** Rethrows a generator's error about one of its options, which are options of `createRestApi` too. */
export function inRestOptions(error: unknown): unknown {
  return renamed(error, /^cannot use option "[^"]*" of generateOpenApi: /, '');
}

/** Rethrows a client's error about one of its options, which are members of `client`. */
export function inClient(error: unknown): unknown {
  return renamed(error, /^cannot use (?:option "(?!source")[^"]*" of )?createClient: /, '/client');
}

function renamed(error: unknown, beginning: RegExp, folder: string): unknown {
  if (!(error instanceof OptionError) || !beginning.test(error.message)) return error;
  const path = error.option === '' ? folder : `${folder}/${error.option.replaceAll('.', '/')}`;
  return new OptionError('createRestApi', { path, expected: error.message.replace(beginning, '') });
}

/** The options that the OpenAPI document depends on. */
export function descriptionOptions({
  client,
  envelope,
  maxBodyBytes: _maxBodyBytes,
  maxFileBytes: _maxFileBytes,
  openapiPath: _openapiPath,
  routesPath: _routesPath,
  cursorKey: _cursorKey,
  openapiVersion: _openapiVersion,
  examples: _examples,
  onRequest: _onRequest,
  onError: _onError,
  servers = ['.'],
  ...described
}: RestOptions): OpenApiOptions {
  // "." is the folder of the document itself, wherever the API is mounted.
  const numbers = client?.numbers;
  const numberStringsType = numbers === undefined ? NUMBER_STRINGS_TYPE : undefined;
  return { ...described, servers, envelope, numbers, numberStringsType };
}

import type { CallOptions, Client, FullReply } from '@soapstone/client';
import {
  type CallProblem,
  notAcceptableProblem,
  readAcceptedNumbers,
  withCode,
} from '@soapstone/http-contract';
import { type JsonObject, type JsonValue, parseJson } from '@soapstone/json-xml-mapper';
import { assertOptions, type Check, kindOf, wrong } from '@soapstone/options';
import { type DescribedError, describeError } from './describe-error.js';
import type { RestOptions } from './options.js';
import { RequestProblem } from './read-input.js';

export type AcceptedNumbers = ReturnType<typeof readAcceptedNumbers>;

/** The clients that make the calls of an API. */
export interface Clients {
  readonly client: Client;
  /** The client of calls that ask for strings; `undefined` if the option `numbers` of the client decides for all calls. */
  readonly numberStrings: Client | undefined;
}

export const JSON_TYPE = 'application/json';

/** The form of numbers that a request accepts (NM-2). */
export function formOf({ headers }: Pick<Request, 'headers'>, { numberStrings }: Clients): AcceptedNumbers {
  return numberStrings === undefined ? 'any' : readAcceptedNumbers(headers.get('accept') ?? undefined);
}

/** Throws `RequestProblem` for a form of numbers that does not exist. */
export function assertForm(form: AcceptedNumbers): void {
  if (form === 'none') throw new RequestProblem(notAcceptableProblem());
}

/** The media type of a response, with the parameter that selected its form of numbers (NM-2). Details of faults have it too. */
export function typeIn(form: AcceptedNumbers, mediaType: string): string {
  return form === 'string' ? `${mediaType}; IEEE754Compatible=true` : mediaType;
}

/** The parts of a response. */
export type CallReply = Pick<FullReply<JsonObject>, 'result' | 'soapHeaders' | 'warnings'>;

/** Calls an operation of the client. */
type Perform = (
  operation: ReturnType<Client['$operation']>,
  input: JsonObject,
  options: CallOptions,
) => Promise<CallReply>;

const performWhole: Perform = (operation, input, options) => operation.full(input, options);

/** The client checks the members. */
const ofOnRequest: Check = (value) =>
  typeof value === 'object' && !Array.isArray(value)
    ? []
    : wrong(`expected it to return options of the call, a Response or nothing, not ${kindOf(value)}`);

/**
 * Makes the call of a request. A `Response` of the option `onRequest` takes its place.
 *
 * @param read reads the input, after `onRequest` has let the request pass
 * @param perform calls the operation. Default: with the whole input, for the whole result
 */
export async function makeCall(
  request: Request,
  name: string,
  form: AcceptedNumbers,
  read: () => Promise<JsonValue>,
  { client, numberStrings }: Clients,
  options: RestOptions,
  perform: Perform = performWhole,
): Promise<CallReply | Response> {
  const own = (await options.onRequest?.(request, name)) ?? {};
  if (own instanceof Response) return own;
  assertOptions(ofOnRequest, own, 'createRestApi', 'onRequest');
  const input = await read();
  const call: CallOptions = {
    signal: request.signal,
    ...soapHeadersOf(request, options),
    ...(options.client?.design !== undefined && { fills: headersOf(request) }),
    ...own,
  };
  const caller = form === 'string' && numberStrings !== undefined ? numberStrings : client;
  return await perform(caller.$operation(name), input as JsonObject, call);
}

/** Describes why a call failed, and reports a failure that is not the client's. */
export function describeFailure(
  error: unknown,
  request: Request,
  name: string,
  faultStatuses: Readonly<Record<string, number>>,
  { client }: Clients,
  options: RestOptions,
): Pick<DescribedError, 'problem' | 'status'> {
  const described = describeError(error, name, faultStatuses);
  const { status, unexpected } = described;
  const problem = namingMissing(described.problem, client.$incomplete.get(name));
  // A client that disconnects is not an error.
  const isFailure = status >= 500 && problem.code !== 'SOAP_FAULT' && !request.signal.aborted;
  if (isFailure) report(error, request, unexpected, options);
  return { problem, status };
}

/** The problem with the document that the description of the operation lacks: the caller may not be the one to blame. */
function namingMissing(problem: CallProblem, missing: string | undefined): CallProblem {
  const { message } = problem;
  return missing === undefined || message.endsWith(missing)
    ? problem
    : { ...problem, message: `${message}; ${missing}` };
}

/** SOAP header blocks from an HTTP header (HD-2). Throws `RequestProblem` if it is not an object, and `MappingError` if it is not JSON. */
function soapHeadersOf(request: Request, { soapHeadersHeader }: RestOptions): CallOptions {
  const text = soapHeadersHeader === undefined ? null : request.headers.get(soapHeadersHeader);
  if (text === null) return {};
  const soapHeaders = parseJson(text);
  const isObject = typeof soapHeaders === 'object' && soapHeaders !== null && !Array.isArray(soapHeaders);
  if (isObject) return { soapHeaders: soapHeaders as JsonObject };
  throw new RequestProblem({
    ...withCode('SCHEMA_VIOLATION'),
    message: `${soapHeadersHeader} must be a JSON object`,
    details: [{ path: '/$headers', keyword: 'type', message: `${soapHeadersHeader} must be a JSON object` }],
  });
}

/** The values that `{ header: … }` of a design fills in (DF-3). */
function headersOf({ headers }: Request): CallOptions['fills'] {
  return { header: (name) => headers.get(name) ?? undefined };
}

function report(error: unknown, request: Request, unexpected: boolean, { onError }: RestOptions): void {
  if (onError !== undefined) onError(error, request);
  // biome-ignore lint/suspicious/noConsole: an unexpected error must be visible if there is no `onError`
  else if (unexpected) console.error(error);
}

/** A JSON response, which is stored nowhere. */
export function json(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

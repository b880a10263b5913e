import { type Answers, MAX_ATTACHED_BYTES, type ToolCall, type ToolOutcome } from '@soapstone/agent-tools';
import { ANSWERS_HEADER, bodyTooLargeProblem, type CallProblem } from '@soapstone/http-contract';
import { type MimePart, type ParseJsonOptions, parseJson, type Warning } from '@soapstone/json-xml-mapper';
import { createRequestId } from '../../domain/calls/request-id.js';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { Caller } from '../proxy/authenticate.js';
import { ToolDoor } from '../proxy/doors.js';
import type { ProxyRequest, ProxyResponse } from '../proxy/http.js';
import { type CallHandler, newTrail } from '../proxy/layer.js';
import { printedBody } from '../proxy/respond.js';
import type { AgentRequest } from './http.js';

/**
 * Calls the operation of a tool like any call: with the key, limits, log and traces of the API. The arguments are passed on
 * as received, and the result is the bytes that the proxy wrote.
 */
export function callOperation(
  call: ToolCall,
  caller: Caller,
  request: Pick<AgentRequest, 'accountId' | 'apiKeys' | 'address' | 'signal' | 'header'>,
  handle: CallHandler,
): Promise<ToolOutcome> {
  const { operation, input, dryRun, client } = call;
  let attachments: readonly MimePart[] | undefined;
  const progress = call.progress === undefined ? undefined : new CallProgress(call.progress);
  const proxied: ProxyRequest = {
    id: createRequestId(),
    method: 'POST',
    accountId: request.accountId,
    serviceSlug: operation.service.slug,
    operationName: operation.name,
    query: '',
    apiKeys: request.apiKeys,
    address: () => request.address(),
    header: (name) => {
      if (name === 'content-type') return 'application/json';
      if (name === 'traceparent' || name === 'tracestate') return request.header(name);
      return name === 'x-dry-run' && dryRun ? 'true' : undefined;
    },
    clientHeader: (name) => request.header(name),
    readBody: (limit) =>
      input.length > limit
        ? Promise.reject(new GatewayError(bodyTooLargeProblem(limit)))
        : Promise.resolve(input),
    signal: request.signal,
    agent: new ToolDoor({
      client: client?.name,
      caller,
      onSent: progress && (() => progress.sent()),
      onAttachments: (parts) => {
        attachments = copyOf(parts);
      },
    }),
  };
  const trail = newTrail();
  return handle(proxied, trail).then((response) => {
    progress?.end();
    // The rest of this turn writes the result for the agent, and other calls may have been marked in the meantime.
    if (trail.target !== undefined) markActivity(trail.target.activity);
    return outcomeOf(response, dryRun, attachments);
  });
}

/** Copies the attachments that are repeated as content, because decoding the response transfers their memory to a thread. */
function copyOf(parts: readonly MimePart[]): MimePart[] {
  let room = MAX_ATTACHED_BYTES;
  return parts.flatMap((part) => {
    if (part.data.length > room) return [];
    room -= part.data.length;
    return [{ ...part, data: part.data.slice() }];
  });
}

/** The interval, in milliseconds, of reports about a service that has not responded yet. Clients give up on silent requests. */
const WAITING_REPORT = 5_000;

/** Reports the progress of a call to a client that asked for it. */
class CallProgress {
  readonly #report: (message: string) => void;
  #waiting: ReturnType<typeof setInterval> | undefined;
  #seconds = 0;

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  sent(): void {
    this.#report('The arguments are valid, and the request is sent to the SOAP service');
    this.#waiting = setInterval(() => {
      this.#seconds += WAITING_REPORT / 1000;
      this.#report(`The SOAP service has not answered for ${this.#seconds} seconds`);
    }, WAITING_REPORT);
  }

  end(): void {
    clearInterval(this.#waiting);
  }
}

const NO_WARNINGS: readonly Warning[] = [];

function outcomeOf(
  response: ProxyResponse,
  dryRun: boolean,
  attachments: readonly MimePart[] | undefined,
): ToolOutcome {
  const { reply } = response;
  if (reply === undefined) return problemOf(response);
  const { result, meta } = reply;
  if (dryRun) return { kind: 'dryRun', request: dryRunOf(result) };
  const { soapHeaders: headers, warnings = NO_WARNINGS } = meta;
  return { kind: 'result', result, headers, warnings, attachments, answers: answersOf(response) };
}

function answersOf({ headers }: ProxyResponse): Answers | undefined {
  return headers[ANSWERS_HEADER] as Answers | undefined;
}

function dryRunOf(result: Uint8Array): Extract<ToolOutcome, { kind: 'dryRun' }>['request'] {
  const { url, headers, body } = JSON.parse(Buffer.from(result).toString('utf8')) as {
    url: string;
    headers: Record<string, string>;
    body: string;
  };
  return { method: 'POST', ...(url === '' ? {} : { url }), headers, body };
}

/** The detail of a fault may be as deeply nested as a response, and keeps its digits. */
const PROBLEM_LIMITS: ParseJsonOptions = {
  maxDepth: 10_000,
  maxNodes: Number.POSITIVE_INFINITY,
  maxNumberDigits: 10_000,
  digits: 'lexical',
};

/** Parses the error body. The proxy has already removed secrets from it. */
function problemOf(response: ProxyResponse): ToolOutcome {
  const { headers } = response;
  const { error } = parseJson(printedBody(response), PROBLEM_LIMITS) as unknown as {
    error: CallProblem & { requestId?: string };
  };
  const { requestId, ...problem } = error;
  const retryAfter = headers['Retry-After'];
  return {
    kind: 'problem',
    problem: { ...problem, ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': retryAfter } }) },
    requestId,
    answers: answersOf(response),
  };
}

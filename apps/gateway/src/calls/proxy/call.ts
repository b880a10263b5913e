import { ANSWERS_HEADER } from '@soapstone/http-contract';
import type { EncodeOptions, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { Decision, Limiter } from '@soapstone/rate-limiter';
import { mayCall } from '../../domain/accounts/api-key.js';
import type { Plans } from '../../domain/accounts/plan.js';
import { allowedMethods, assertMethod } from '../../domain/services/method-policy.js';
import type { Answers } from '../../domain/services/service-settings.js';
import {
  assertAllowed,
  type GatewayError,
  invalidKey,
  notForThisKey,
  overloaded,
  soapFault,
  toGatewayError,
} from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { CallLog } from '../../log/log.js';
import { VERSION_ANNOUNCEMENT } from '../catalog/announce-deprecation.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { resolveTarget, type Target } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import { authenticate, type Caller } from './authenticate.js';
import { type AnswerMode, dryRun, mock, readCallMode, readWideNumbers } from './call-mode.js';
import { callRecord } from './call-record.js';
import { callUpstream, type EncodedInput, type UpstreamDependencies, uncached } from './call-upstream.js';
import { digitsOf, type Meta, type ProxyRequest, type ProxyResponse } from './http.js';
import { readJsonBody, readSoapHeaders } from './input.js';
import type { CallHandler, CallTrail } from './layer.js';
import { anonymousQuota, emptyQuota, limitHeaders, limitTexts } from './limit-headers.js';
import { type CallEnvelope, callEnvelope, publicOptions } from './request-options.js';
import { agentResponse, failedResponse, sayStrings, successResponse } from './respond.js';

/** The dependencies of a proxy call. */
export interface ProxyDependencies extends UpstreamDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
  readonly catalog: Catalog;
  readonly limiter: Limiter;
  /** The load level: at 2 calls of the Free plan are rejected, at 3 all calls. */
  readonly pressure: () => number;
  readonly log: CallLog;
  /** Wall clock, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Creates the handler of calls, with deprecation headers and a log record for each call. */
export function createCallHandler(deps: ProxyDependencies): CallHandler {
  return (request, trail) => handleCall(request, trail, deps);
}

/**
 * Handles one proxy call, in the order of the specification's rules, and logs it. Never rejects: every outcome is a response with the
 * rate-limit headers.
 */
async function handleCall(
  request: ProxyRequest,
  trail: CallTrail,
  deps: ProxyDependencies,
): Promise<ProxyResponse> {
  const startedAt = deps.elapsed();
  let caller: Caller | undefined;
  let target: Target | undefined;
  let decision: Decision | undefined;
  let response: ProxyResponse;
  let failure: GatewayError | undefined;
  let stored: boolean | undefined;
  let latencyMs: number | undefined;
  let charged = false;
  let answers: CallTrail['answers'];
  let numbers: WideNumbers | undefined;
  try {
    const pressure = deps.pressure();
    if (pressure >= 3) throw overloaded();
    // What is cached is not awaited, because every await costs a call a turn of the queue of microtasks.
    const holder = request.agent?.caller ?? authenticate(request.apiKeys, deps, deps.now());
    caller = holder instanceof Promise ? await holder : holder;
    if (pressure === 2 && !caller.plan.paid) throw overloaded();
    if (caller.account.id !== request.accountId) throw invalidKey();

    numbers = readWideNumbers(request);
    const found = resolveTarget(
      caller.account.id,
      request.serviceSlug,
      request.operationName,
      deps.directory,
      deps.catalog,
      numbers,
    );
    target = found instanceof Promise ? await found : found;
    if (!mayCall(caller.operations, request.serviceSlug, target.operation.info.name)) throw notForThisKey();
    markActivity(target.activity);
    const { service } = target.service;
    const { info } = target.operation;
    const allowed = allowedMethods(target.settings, service.settings, info, caller.plan);
    // A tool call has no HTTP method to check; the owner has said whether agents may call the operation.
    if (request.agent === undefined) assertMethod(request.method, allowed);
    const repeatable =
      request.agent === undefined ? request.method === 'GET' : allowed.methods.includes('GET');

    const mode = readCallMode(request, service.settings);
    answers = answersOf(mode, service.settings.answers);
    const { options, addressing } = envelopeOf(request, target, mode, deps.now());
    const recorded = answers === 'record' ? publicOptions(target, readSoapHeaders(request)) : undefined;
    const encoded = await encodeInput(request, target, { options, recorded }, deps.limits);
    markActivity(target.activity);

    const decided = deps.limiter.consume(mode === 'call' ? caller.charges.call : caller.charges.attempt);
    decision = decided instanceof Promise ? await decided : decided;
    assertAllowed(decision);
    markActivity(target.activity);

    const { reply, cached, left } =
      mode === 'call'
        ? await callUpstream(request, caller, target, { encoded, addressing, repeatable }, deps)
        : uncached(await answerHere(mode, request, target, encoded, deps));
    markActivity(target.activity);
    if (reply.kind === 'fault') throw soapFault(reply.fault);

    stored = cached;
    charged = mode === 'call';
    latencyMs = Math.round(deps.elapsed() - startedAt);
    const meta = metaOf(target, answers ?? mode, reply, latencyMs, cached);
    if (request.agent === undefined) {
      const limits = limitTexts(decision.quota, decision.minute, deps.now());
      response = successResponse(request, reply.result, meta, left, limits);
    } else {
      response = agentResponse(reply.result, meta);
    }
  } catch (error) {
    ({ response, failure, charged } = await fail(
      request,
      toGatewayError(error, target),
      caller,
      target,
      decision,
      deps,
    ));
  }
  trail.caller = caller;
  trail.target = target;
  trail.cached = stored;
  trail.failure = failure;
  trail.charged = charged;
  trail.answers = answers;
  if (numbers !== undefined) response = sayStrings(response);
  // Also in a header, because an error has no `meta`.
  if (answers !== undefined) response = withHeaders(response, { [ANSWERS_HEADER]: answers });
  const announcement = target === undefined ? VERSION_ANNOUNCEMENT : target.announcement;
  if (announcement !== undefined) response = withHeaders(response, announcement);
  latencyMs ??= Math.round(deps.elapsed() - startedAt);
  deps.log.call(callRecord(request, response, latencyMs, trail));
  return response;
}

/** Returns what answers instead of the SOAP service, or `record` if the call is recorded; undefined for a dry run. */
function answersOf(mode: AnswerMode, chosen: Answers): CallTrail['answers'] {
  if (mode === 'dryRun') return undefined;
  if (mode === 'call') return chosen === 'record' ? 'record' : undefined;
  return mode;
}

/** Returns the reply to a call that is not sent to the SOAP service. */
function answerHere(
  mode: Exclude<AnswerMode, 'call'>,
  call: ProxyRequest,
  target: Target,
  { request }: EncodedInput,
  { recordings }: ProxyDependencies,
): SoapReplyText | Promise<SoapReplyText> {
  if (mode === 'dryRun') return dryRun(target, request);
  if (mode === 'mock') return mock(target.operation);
  return recordings.replay(target, request, {
    digits: digitsOf(call),
    ...defined({ onAttachments: call.agent?.onAttachments }),
  });
}

function withHeaders(response: ProxyResponse, headers: ProxyResponse['headers']): ProxyResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Members are assigned one by one, as in everything that is created for every call. */
function metaOf(
  { title }: Target,
  mode: AnswerMode | 'record',
  { headers, warnings }: Extract<SoapReplyText, { kind: 'result' }>,
  latencyMs: number,
  cached: boolean,
): Meta {
  const meta: { -readonly [Key in keyof Meta]: Meta[Key] } = { title, latencyMs, cached };
  if (mode === 'dryRun' || mode === 'mock') meta[mode] = true;
  if (mode === 'replay') meta.replayed = true;
  if (mode === 'record') meta.recording = true;
  if (headers !== undefined) meta.soapHeaders = headers;
  if (warnings.length > 0) meta.warnings = warnings;
  return meta;
}

/** Returns the parts of the envelope other than the input. Credentials are included only if the envelope is sent. */
function envelopeOf(request: ProxyRequest, target: Target, mode: AnswerMode, now: number): CallEnvelope {
  const headers = readSoapHeaders(request);
  return mode === 'call' ? callEnvelope(target, headers, now) : { options: publicOptions(target, headers) };
}

/**
 * Reads the input of the call and writes its envelope; if the call is recorded, also the envelope without the owner's additions. Throws
 * `VALIDATION_ERROR` with every problem.
 */
async function encodeInput(
  request: ProxyRequest,
  { operation, activity }: Target,
  { options, recorded }: { readonly options: EncodeOptions; readonly recorded: EncodeOptions | undefined },
  limits: ProxyDependencies['limits'],
): Promise<EncodedInput> {
  if (request.method === 'GET') {
    const encoded = await operation.encodeQuery(request.query, options);
    if (recorded === undefined) return encoded;
    return { ...encoded, recorded: (await operation.encodeQuery(request.query, recorded)).request };
  }
  const body = await readJsonBody(request, limits.requestBytes);
  markActivity(activity);
  const encode = (given: EncodeOptions): SoapRequest | Promise<SoapRequest> =>
    operation.encodeJson(body, request.agent === undefined ? given : { ...given, digits: digitsOf(request) });
  const written = encode(options);
  const encoded = { request: written instanceof Promise ? await written : written };
  return recorded === undefined ? encoded : { ...encoded, recorded: await encode(recorded) };
}

/**
 * Returns the response to a failed call. A call that was rejected before the limiter is charged to the minute, so that guessing names and
 * bodies is not free. A call that was charged but not executed is refunded.
 */
async function fail(
  request: ProxyRequest,
  error: GatewayError,
  caller: Caller | undefined,
  target: Target | undefined,
  consumed: Decision | undefined,
  deps: ProxyDependencies,
): Promise<{ response: ProxyResponse; failure: GatewayError; charged: boolean }> {
  if (caller === undefined || caller.account.id !== request.accountId) {
    const headers = limitHeaders(anonymousQuota(deps.now()), undefined, deps.now());
    return { response: failedResponse(error, request.id, headers), failure: error, charged: false };
  }
  let failure = error;
  let decision = consumed;
  let charged = consumed?.allowed === true && consumed.receipt !== undefined;
  try {
    if (decision === undefined) {
      decision = await deps.limiter.consume(caller.charges.attempt);
      assertAllowed(decision);
    } else if (decision.allowed && decision.receipt !== undefined && failure.refundable) {
      decision = { ...decision, quota: await deps.limiter.refund(decision.receipt) };
      charged = false;
    }
  } catch (limiterError) {
    failure = toGatewayError(limiterError);
  }
  // The limiter may have answered in a later turn, and hiding the secrets in a long fault is work.
  if (target !== undefined) markActivity(target.activity);
  const quota = decision?.quota ?? emptyQuota(caller.plan.quota, deps.now());
  const headers = limitHeaders(quota, decision?.minute, deps.now());
  return {
    response: failedResponse(failure, request.id, headers, target?.service.secrets),
    failure,
    charged,
  };
}

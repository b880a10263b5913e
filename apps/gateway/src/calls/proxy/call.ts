import { REQUEST_ID_HEADER } from '@soapstone/http-contract';
import type { SoapReplyText } from '@soapstone/json-xml-mapper';
import type { Limiter } from '@soapstone/rate-limiter';
import { mayCall } from '../../domain/accounts/api-key.js';
import type { Plans } from '../../domain/accounts/plan.js';
import type { Sealer } from '../../domain/seal.js';
import { readsOnly } from '../../domain/services/agent-access.js';
import { allowedMethods } from '../../domain/services/method-policy.js';
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
import type { Catalog } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import { resolveTarget, type Target } from '../catalog/resolve.js';
import type { Caller } from './authenticate.js';
import { MODES, type Mode, readCallMode, readWideNumbers } from './call-mode.js';
import { callRecord } from './call-record.js';
import type { UpstreamDependencies } from './call-upstream.js';
import { type ChargedDecision, refundCharge, takeCharge } from './charge.js';
import { doorOf } from './doors.js';
import type { Meta, ProxyRequest, ProxyResponse } from './http.js';
import { answerInSession, encodeHeld, enterSession, type SessionOf } from './in-session.js';
import { readSoapHeaders } from './input.js';
import type { CallHandler, CallTrail } from './layer.js';
import { anonymousQuota, emptyQuota, limitHeaders } from './limit-headers.js';
import { announce, failedResponse } from './respond.js';

/** The dependencies of a proxy call. */
export interface ProxyDependencies extends UpstreamDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
  readonly catalog: Catalog;
  readonly limiter: Limiter;
  /** Seals the cursors of pages. */
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  /** Finds the session that a call is made in, if the design of its service has one. */
  readonly sessionOf: SessionOf;
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
 * rate-limit headers. What is at hand is not awaited, because every await costs a call a turn of the queue of microtasks.
 */
async function handleCall(
  request: ProxyRequest,
  trail: CallTrail,
  deps: ProxyDependencies,
): Promise<ProxyResponse> {
  const startedAt = deps.elapsed();
  let response: ProxyResponse;
  let latencyMs: number | undefined;
  try {
    const door = doorOf(request);
    const pressure = deps.pressure();
    if (pressure >= 3) throw overloaded();
    const holder = door.identify(request, deps, deps.now());
    const caller = holder instanceof Promise ? await holder : holder;
    trail.caller = caller;
    if (pressure === 2 && !caller.plan.paid) throw overloaded();
    if (caller.account.id !== request.accountId) throw invalidKey();

    const { serviceSlug, operationName, route } = request;
    const asked = route?.methodsFor(request, caller, deps);
    if (asked !== undefined) return await answerMethods(asked, request, caller, trail, startedAt, deps);
    const numbers = readWideNumbers(request);
    trail.numbers = numbers;
    const found =
      route === undefined
        ? resolveTarget(caller.account.id, serviceSlug, operationName, deps.directory, deps.catalog, numbers)
        : route.find(request, caller, deps, numbers);
    const unopened = found instanceof Promise ? await found : found;
    trail.target = unopened;
    const { info } = unopened.operation;
    const { settings } = unopened.service.service;
    if (caller.scope !== undefined) {
      const reads = readsOnly(info.name, unopened.settings, settings);
      if (!mayCall(caller.scope, serviceSlug, info.name, reads)) throw notForThisKey();
    }
    markActivity(unopened.activity);
    const methods = allowedMethods(unopened.settings, settings, info, caller.plan);
    // The response of a login is never stored.
    const repeatable = door.checkMethod(request, methods) && !unopened.isLogin;

    const chosen = readCallMode(request, settings);
    const mode = MODES[chosen === 'record' && unopened.isLogin ? 'call' : chosen];
    trail.answers = mode.answers;
    const session = mode.charge === 'call' ? deps.sessionOf(unopened) : undefined;
    const entering = session && enterSession(session, request, unopened, deps.limits);
    const entered = entering instanceof Promise ? await entering : entering;
    const { target, held } = entered ?? { target: unopened, held: request };
    trail.target = target;
    const envelope = mode.envelope(
      target,
      readSoapHeaders(request),
      deps.now(),
      request.clientHeader ?? request.header,
    );
    const encoded = await encodeHeld(held, door, target, envelope, deps.limits);
    markActivity(target.activity);

    const decided = takeCharge(deps.limiter, caller.charges[mode.charge]);
    const decision = decided instanceof Promise ? await decided : decided;
    trail.decision = decision;
    assertAllowed(decision);
    markActivity(target.activity);

    const { addressing } = envelope;
    const isRefused = session?.isRefused;
    const call = { request: held, door, caller, target, encoded, addressing, repeatable, isRefused };
    const answered = entered ? answerInSession(entered, call, mode, trail, deps) : mode.answer(call, deps);
    const { reply, cached, left } = answered instanceof Promise ? await answered : answered;
    markActivity(target.activity);
    if (reply.kind === 'fault') throw soapFault(reply.fault);

    trail.cached = cached;
    trail.charged = mode.charge === 'call';
    latencyMs = Math.round(deps.elapsed() - startedAt);
    const meta = metaOf(target, mode.mark, reply, latencyMs, cached);
    const responded = door.respond(request, reply.result, meta, left, decision, deps.now());
    response = responded instanceof Promise ? await responded : responded;
  } catch (error) {
    response = await fail(request, toGatewayError(error, trail.target), trail, deps);
  }
  response = announce(response, trail);
  latencyMs ??= Math.round(deps.elapsed() - startedAt);
  deps.log.call(callRecord(request, response, latencyMs, trail));
  return response;
}

/** Answers a request that asks for the methods at a path of the routes. It is not a call, and charged as an attempt. */
async function answerMethods(
  asked: Promise<readonly string[]>,
  request: ProxyRequest,
  caller: Caller,
  trail: CallTrail,
  startedAt: number,
  deps: ProxyDependencies,
): Promise<ProxyResponse> {
  const methods = await asked;
  const decision = await takeCharge(deps.limiter, caller.charges.attempt);
  trail.decision = decision;
  assertAllowed(decision);
  const response = {
    status: 204,
    headers: {
      ...limitHeaders(decision.quota, decision.minute, deps.now()),
      Allow: methods.join(', '),
      'Cache-Control': 'no-store',
      [REQUEST_ID_HEADER]: request.id,
    },
    body: new Uint8Array(),
  };
  deps.log.call(callRecord(request, response, Math.round(deps.elapsed() - startedAt), trail));
  return response;
}

/** Members are assigned one by one, as in everything that is created for every call. */
function metaOf(
  { title }: Target,
  mark: Mode['mark'],
  { headers, warnings }: Extract<SoapReplyText, { kind: 'result' }>,
  latencyMs: number,
  cached: boolean,
): Meta {
  const meta: { -readonly [Key in keyof Meta]: Meta[Key] } = { title, latencyMs, cached };
  if (mark !== undefined) meta[mark] = true;
  if (headers !== undefined) meta.soapHeaders = headers;
  if (warnings.length > 0) meta.warnings = warnings;
  return meta;
}

/**
 * Returns the response to a failed call, and notes what failed in `trail`. A call that was rejected before the limiter is charged to the
 * minute, so that guessing names and bodies is not free. A call that was charged but not executed is refunded.
 */
async function fail(
  request: ProxyRequest,
  error: GatewayError,
  trail: CallTrail,
  deps: ProxyDependencies,
): Promise<ProxyResponse> {
  const { caller, target } = trail;
  trail.failure = error;
  trail.charged = false;
  if (caller === undefined || caller.account.id !== request.accountId) {
    const headers = limitHeaders(anonymousQuota(deps.now()), undefined, deps.now());
    return (request.route?.failed ?? failedResponse)(error, request.id, headers);
  }
  const decision = await settle(trail, caller, deps);
  // The limiter may have answered in a later turn, and hiding the secrets in a long fault is work.
  if (target !== undefined) markActivity(target.activity);
  const quota = decision?.quota ?? emptyQuota(caller.plan.quota, deps.now());
  const headers = limitHeaders(quota, decision?.minute, deps.now());
  const respond = request.route?.failed ?? failedResponse;
  return respond(trail.failure, request.id, headers, target?.service.secrets);
}

/** Charges or refunds a failed call. Resolves to the state of the limits; undefined if the limiter does not answer. */
async function settle(
  trail: CallTrail,
  caller: Caller,
  { limiter }: Pick<ProxyDependencies, 'limiter'>,
): Promise<ChargedDecision | undefined> {
  let { decision } = trail;
  const receipt = decision?.allowed === true ? decision.receipt : undefined;
  trail.charged = receipt !== undefined;
  try {
    if (decision === undefined) {
      decision = await takeCharge(limiter, caller.charges.attempt);
      assertAllowed(decision);
    } else if (receipt !== undefined && trail.failure?.refundable === true) {
      decision = { ...decision, quota: await refundCharge(limiter, receipt, decision.keyReceipt) };
      trail.charged = false;
    }
  } catch (limiterError) {
    trail.failure = toGatewayError(limiterError);
  }
  return decision;
}

import type { Session, SessionCall } from '@soapstone/soap-call/internal/session';
import { markActivity } from '../../log/activity.js';
import type { CachedAnswer } from '../cache/response-cache.js';
import type { Target } from '../catalog/resolve.js';
import type { Mode } from './call-mode.js';
import type { ProxyLimits, UpstreamDependencies } from './call-upstream.js';
import type { AnsweredReply } from './exchange.js';
import type { Door, EncodedInput, ProxyRequest } from './http.js';
import { readSoapHeaders } from './input.js';
import type { CallTrail } from './layer.js';
import { encodeInput, type PreparedCall } from './prepared-call.js';
import type { CallEnvelope } from './request-options.js';

/** The session of a service with its SOAP server (DF-7), as calls use it. All nodes share it. */
export interface CallSession {
  /** Whether a refused call was not executed, so that any call may be sent again. */
  readonly repeatable: boolean;
  /** The session if nothing is to be done about it; otherwise undefined. */
  readonly ready: Session | undefined;
  /** Returns the session, and logs in if there is none. Throws `SessionError` if that fails. */
  current(): Promise<Session>;
  /** Returns the target of a call in the session. */
  reach(target: Target, session: Session): Target;
  /** Whether a reply says that the session is not valid. */
  isRefused(reply: AnsweredReply): boolean;
  /** Makes a call; renews the session once if it is refused. Throws what the call throws, and `SessionError`. */
  run(call: Pick<SessionCall<CachedAnswer>, 'call' | 'isRepeatable'>): Promise<CachedAnswer>;
}

/** Finds the session that a call is made in; undefined if there is none, or the call is a login itself. */
export type SessionOf = (target: Target) => CallSession | undefined;

/** A call that has a session. */
export interface EnteredCall {
  readonly session: CallSession;
  readonly opened: Session;
  /** The target without the session. */
  readonly unopened: Target;
  readonly target: Target;
  /** The request, whose body is read once, because it is needed again if the call is sent again. */
  readonly held: ProxyRequest;
}

/** Opens the session of a call. Its body is read in the meantime: the client does not have to wait with it while a login takes place. */
export function enterSession(
  session: CallSession,
  request: ProxyRequest,
  unopened: Target,
  { requestBytes }: Pick<ProxyLimits, 'requestBytes'>,
): EnteredCall | Promise<EnteredCall> {
  const { ready } = session;
  const held = holdingBody(request);
  if (ready === undefined) readAhead(held, requestBytes);
  const enter = (opened: Session): EnteredCall => {
    const target = session.reach(unopened, opened);
    markActivity(target.activity);
    return { session, opened, unopened, target, held };
  };
  return ready === undefined ? session.current().then(enter) : enter(ready);
}

/** A request whose body can be read again. */
function holdingBody(request: ProxyRequest): ProxyRequest {
  if (request.method === 'GET') return request;
  let body: Promise<Uint8Array> | undefined;
  const readBody = (limit: number): Promise<Uint8Array> => {
    body ??= request.readBody(limit);
    return body;
  };
  return { ...request, readBody, streamBody: undefined };
}

function readAhead(held: ProxyRequest, limit: number): void {
  // A body that cannot be read is reported where it is used.
  if (held.method !== 'GET') held.readBody(limit).catch(() => undefined);
}

/** Reads the input of a call by its name or its route, and writes the envelope. */
export function encodeHeld(
  request: ProxyRequest,
  door: Door,
  target: Target,
  envelope: CallEnvelope,
  limits: ProxyLimits,
): Promise<EncodedInput> {
  const { route } = request;
  return route === undefined
    ? encodeInput(request, door, target, envelope, limits.requestBytes)
    : route.encode(request, target, envelope, limits);
}

/**
 * Answers a call in its session. A refused session is renewed once, and the call is then sent again exactly once if it only reads or if the
 * owner says that a refused call was not executed.
 */
export function answerInSession(
  { session, opened, unopened, held }: EnteredCall,
  call: PreparedCall,
  mode: Mode,
  trail: CallTrail,
  deps: UpstreamDependencies & { readonly now: () => number },
): Promise<CachedAnswer> {
  return session.run({
    isRepeatable: session.repeatable || held.method === 'GET' || unopened.operation.info.readStyle,
    call: (current) => (current.id === opened.id ? mode.answer(call, deps) : callAgain(current)),
  });

  async function callAgain(current: Session): Promise<CachedAnswer> {
    const target = session.reach(unopened, current);
    trail.target = target;
    const header = held.clientHeader ?? held.header;
    const envelope = mode.envelope(target, readSoapHeaders(held), deps.now(), header);
    const encoded = await encodeHeld(held, call.door, target, envelope, deps.limits);
    const { addressing } = envelope;
    return mode.answer({ ...call, target, encoded, addressing }, deps);
  }
}

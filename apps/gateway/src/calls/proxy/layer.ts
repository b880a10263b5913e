import type { Answers } from '../../domain/services/service-settings.js';
import type { GatewayError } from '../../errors/errors.js';
import type { Target } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import type { Caller } from './authenticate.js';
import type { ChargedDecision } from './charge.js';
import type { ProxyRequest, ProxyResponse } from './http.js';

/** The progress of a call: its rules write it one by one, and the layers around the call read it once they have its response. */
export interface CallTrail {
  caller: Caller | undefined;
  /** The form of wide numbers in the response, if the call chose one. */
  numbers: WideNumbers | undefined;
  target: Target | undefined;
  decision: ChargedDecision | undefined;
  /** Whether the result was cached; undefined without a result. */
  cached: boolean | undefined;
  failure: GatewayError | undefined;
  /** Whether the call used quota that was not refunded. */
  charged: boolean;
  /** The stand-in that answered for the service, or `record` if the call was recorded. */
  answers: Exclude<Answers, 'live'> | undefined;
}

/** The trail of a call that has not begun. It has all members from the start, because adding them one by one costs a call a microsecond. */
export function newTrail(): CallTrail {
  return {
    caller: undefined,
    numbers: undefined,
    target: undefined,
    decision: undefined,
    cached: undefined,
    failure: undefined,
    charged: false,
    answers: undefined,
  };
}

/** Handles a call. It never rejects: every outcome is a response. */
export type CallHandler = (request: ProxyRequest, trail: CallTrail) => Promise<ProxyResponse>;

/** Code around a call. A layer sees, and may replace, the request on its way in and the response on its way out. */
export type Layer = (next: CallHandler) => CallHandler;

/** Wraps `call` in `layers`; the first layer is the outermost. */
export function wrapCall(call: CallHandler, layers: readonly Layer[]): CallHandler {
  return layers.reduceRight((next, layer) => layer(next), call);
}

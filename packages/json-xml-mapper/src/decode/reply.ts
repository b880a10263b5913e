import type { SoapFault } from '../api.js';
import type { JsonOutput } from './json-output.js';
import type { MessagePlan } from './message-plan.js';

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** How well a Body child fits the payload that the operation declares (BD-3). A better one takes the place of a worse one. */
export const NO_PAYLOAD = 0;
export const SOME_ELEMENT = 1;
export const SAME_LOCAL_NAME = 2;
export const SAME_NAME = 3;

/** What is known of the reply so far. */
export interface Reply {
  readonly message: MessagePlan;
  readonly result: JsonOutput;
  version: '1.1' | '1.2' | undefined;
  bodySeen: boolean;
  payload: number;
  /** The first Body child that is not the payload. */
  unexpected: string | undefined;
  /** Members of the headers object, once a declared block has come (HD-6). */
  headers: JsonOutput | undefined;
  /** Members of the fault's headers object (HD-7). */
  faultHeaders: JsonOutput | undefined;
  fault: FaultReading | undefined;
}

/** A reply of which nothing is known yet. */
export function createReply(message: MessagePlan, result: JsonOutput): Reply {
  return {
    message,
    result,
    version: undefined,
    bodySeen: false,
    payload: NO_PAYLOAD,
    unexpected: undefined,
    headers: undefined,
    faultHeaders: undefined,
    fault: undefined,
  };
}

/** A fault while it is read. */
export interface FaultReading {
  readonly fields: Writable<Partial<SoapFault>>;
  readonly subcodes: string[];
  readonly reasons: { lang: string; text: string }[];
  /** Members of `detail`, and entries of its `$any`. */
  readonly detail: JsonOutput;
  readonly any: JsonOutput;
  readonly usedKeys: Set<string>;
}

import type { SoapFaultInfo } from '../../api/messages.js';
import type { SentAddressing } from '../../api/operation.js';
import type { JsonOutput } from '../output/json-output.js';
import type { MessagePlan } from '../plan/message-plan.js';

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** How well a Body child matches the declared payload (BD-3). A better match replaces a worse one. */
export const NO_PAYLOAD = 0;
export const SOME_ELEMENT = 1;
export const SAME_LOCAL_NAME = 2;
export const SAME_NAME = 3;

/** The state of the reply so far. */
export class Reply<D> {
  message: MessagePlan<D>;
  result: JsonOutput;
  version: '1.1' | '1.2' | undefined = undefined;
  bodySeen = false;
  payload: number = NO_PAYLOAD;
  /** The first Body child that is not the payload. */
  unexpected: string | undefined = undefined;
  /** Members of the headers object, once a declared block has come (HD-6). */
  headers: JsonOutput | undefined = undefined;
  /** Members of the fault's headers object (HD-7). */
  faultHeaders: JsonOutput | undefined = undefined;
  fault: FaultReading | undefined = undefined;

  /** The WS-Addressing of the request, if it had any. */
  addressing: SentAddressing | undefined = undefined;
  /** Keys of the header blocks so far. */
  readonly seenHeaders: Set<string> = new Set();

  constructor(message: MessagePlan<D>, result: JsonOutput) {
    this.message = message;
    this.result = result;
  }

  /** Resets it for a new response. */
  reset(message: MessagePlan<D>, result: JsonOutput, addressing: SentAddressing | undefined): void {
    this.message = message;
    this.result = result;
    this.version = undefined;
    this.bodySeen = false;
    this.payload = NO_PAYLOAD;
    this.unexpected = undefined;
    this.headers = undefined;
    this.faultHeaders = undefined;
    this.fault = undefined;
    this.addressing = addressing;
    if (this.seenHeaders.size > 0) this.seenHeaders.clear();
  }
}

/** A fault while it is read. */
export interface FaultReading {
  readonly fields: Writable<Partial<SoapFaultInfo>>;
  readonly subcodes: string[];
  readonly reasons: { lang: string; text: string }[];
  /** Members of `detail`, and entries of its `$any`. */
  readonly detail: JsonOutput;
  readonly any: JsonOutput;
  readonly usedKeys: Set<string>;
  /** The text of the detail itself. */
  text: string;
}

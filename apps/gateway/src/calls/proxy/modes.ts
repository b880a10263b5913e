import type { JsonObject } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { CachedAnswer } from '../cache/response-cache.js';
import type { Target } from '../catalog/resolve.js';
import { type AnswerMode, dryRun, mock } from './call-mode.js';
import { callUpstream, type UpstreamDependencies, uncached } from './call-upstream.js';
import type { CallTrail } from './layer.js';
import type { PreparedCall } from './prepared-call.js';
import { recordCall } from './record-call.js';
import {
  type CallEnvelope,
  callEnvelope,
  type HeaderOf,
  recordedEnvelope,
  shownEnvelope,
} from './request-options.js';

/** How calls of one kind are answered, once the rules for all calls have admitted them. */
export interface Mode {
  /** What the limiter charges: a call, or an attempt that is not sent to the SOAP service. */
  readonly charge: 'call' | 'attempt';
  /** What answers instead of the service, or `record`. */
  readonly answers: CallTrail['answers'];
  /** The member of `meta` that says so. */
  readonly mark: 'dryRun' | 'mock' | 'replayed' | 'recording' | undefined;
  /** Returns the parts of the envelope other than the input. Credentials are included only if the envelope is sent. */
  envelope(
    target: Target,
    callerHeaders: JsonObject | undefined,
    now: number,
    header: HeaderOf,
  ): CallEnvelope;
  answer(call: PreparedCall, deps: UpstreamDependencies): CachedAnswer | Promise<CachedAnswer>;
}

export const MODES: Readonly<Record<AnswerMode, Mode>> = {
  call: {
    charge: 'call',
    answers: undefined,
    mark: undefined,
    envelope: callEnvelope,
    answer: callUpstream,
  },
  record: {
    charge: 'call',
    answers: 'record',
    mark: 'recording',
    envelope: recordedEnvelope,
    answer: recordCall,
  },
  dryRun: {
    charge: 'attempt',
    answers: undefined,
    mark: 'dryRun',
    envelope: shownEnvelope,
    answer: ({ target, encoded }) => uncached(dryRun(target, encoded.request)),
  },
  mock: {
    charge: 'attempt',
    answers: 'mock',
    mark: 'mock',
    envelope: shownEnvelope,
    answer: ({ target }) => mock(target.operation).then(uncached),
  },
  replay: {
    charge: 'attempt',
    answers: 'replay',
    mark: 'replayed',
    envelope: shownEnvelope,
    answer: ({ door: { digits, onAttachments }, target, encoded }, { recordings }) =>
      recordings.replay(target, encoded.request, { digits, ...defined({ onAttachments }) }).then(uncached),
  },
};

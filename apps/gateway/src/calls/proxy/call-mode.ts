import {
  DRY_RUN_HEADER,
  MOCK_HEADER,
  notAcceptableProblem,
  readAcceptedNumbers,
} from '@soapstone/http-contract';
import type { JsonObject, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { usesMtom } from '@soapstone/soap-call';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { ServiceSettings } from '../../domain/services/service-settings.js';
import { badRequest, GatewayError } from '../../errors/errors.js';
import type { CallMode } from '../../services/trial.js';
import type { CachedAnswer } from '../cache/response-cache.js';
import type { Target } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import type { ServiceOperation } from '../mapping/service-operation.js';
import { callUpstream, type UpstreamDependencies, uncached } from './call-upstream.js';
import type { ProxyRequest } from './http.js';
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

/** The kind of call, including the owner's choice. */
type AnswerMode = CallMode | 'replay' | 'record';

/**
 * Returns the mode that `X-Dry-Run: true` or `X-Mock: true` asks for, otherwise the one that the owner has chosen for the service. Throws
 * if the owner has not allowed mocks, and for values other than `true` and `false`, because a caller that sends `X-Dry-Run: 1` does not
 * want a real call.
 */
export function readCallMode(
  request: ProxyRequest,
  { mock: isAllowed, answers }: Pick<ServiceSettings, 'mock' | 'answers'>,
): AnswerMode {
  const isDryRun = readFlag(request, DRY_RUN_HEADER);
  const isMock = readFlag(request, MOCK_HEADER);
  if (isDryRun) return 'dryRun';
  if (!isMock) return answers === 'live' ? 'call' : answers;
  if (!isAllowed && answers !== 'mock')
    throw badRequest('MOCK_DISABLED', 'The owner of this service has not enabled X-Mock');
  return 'mock';
}

const LOWER = { [DRY_RUN_HEADER]: 'x-dry-run', [MOCK_HEADER]: 'x-mock' } as const;

function readFlag(request: ProxyRequest, name: typeof DRY_RUN_HEADER | typeof MOCK_HEADER): boolean {
  const given = request.header(LOWER[name]);
  if (given === undefined) return false;
  const value = given.trim().toLowerCase();
  if (value === 'true') return true;
  if (value === 'false') return false;
  // The value may be anything, even a secret in the wrong header, so the message does not repeat it.
  throw badRequest('INVALID_HEADER', `${name} must be true or false; nothing was sent`);
}

/**
 * Returns the form of wide numbers in the response that `Accept` selects (NM-2); undefined for the service's own. Throws 406 if the header
 * accepts neither.
 */
export function readWideNumbers(request: ProxyRequest): WideNumbers | undefined {
  const accept = request.header('accept');
  const accepted = accept === undefined ? 'any' : readAcceptedNumbers(accept);
  if (accepted === 'none') throw new GatewayError(notAcceptableProblem());
  return accepted === 'string' ? accepted : undefined;
}

/**
 * Returns the request that a call would send, without sending it. The owner's secrets (stored header blocks, and what the credentials add)
 * are named but not shown.
 */
function dryRun(target: Target, request: SoapRequest): SoapReplyText {
  const { address, service } = target;
  const { body, contentType, soapAction } = request;
  const described = {
    method: 'POST',
    url: address,
    headers: { 'Content-Type': contentType, ...defined({ SOAPAction: soapAction }) },
    body: new TextDecoder().decode(body),
    ...(usesMtom(target.port, target.service.service.settings) && { packaging: 'mtom' }),
    omitted: [
      ...omittedSecrets(service.secrets),
      ...[...(target.fills?.secrets.keys() ?? [])].map((name) => `secrets.${name}`),
    ],
    attachments: request.attachments.map(({ contentId, contentType: type, data }) => ({
      contentId,
      contentType: type,
      bytes: data.length,
    })),
  };
  return { kind: 'result', result: Buffer.from(JSON.stringify(described)), warnings: [] };
}

/** The header blocks that the owner adds, by name. */
function omittedSecrets({ credentials, headers }: ServiceSecrets): string[] {
  const blocks = Object.keys(headers?.blocks ?? {}).map((key) => `$headers.${key}`);
  return [...blocks, ...Object.keys(credentials ?? {}).map((kind) => `credentials.${kind}`)];
}

/** Returns a response that the schema allows, the same every time. */
async function mock(operation: Pick<ServiceOperation, 'example'>): Promise<SoapReplyText> {
  return { kind: 'result', result: await operation.example(), warnings: [] };
}

/** How calls of one kind are answered, once the rules for all calls have admitted them. */
export interface Mode {
  /** The charge of the limiter: a call, or an attempt that is not sent to the SOAP service. */
  readonly charge: 'call' | 'attempt';
  /** The stand-in for the service, or `record`. */
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

import { bodyTooLargeProblem } from '@soapstone/http-contract';
import { type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { isTransportError, type Transport } from '@soapstone/soap-transport';
import { describeAnswer, MAX_START, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { hideSecrets } from '../../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { Account } from '../../domain/accounts/account.js';
import { createKey } from '../../domain/accounts/api-key.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { GatewayError } from '../../errors/errors.js';
import type { Trial, TrialResult, UnusableAnswer } from '../../services/trial.js';
import { resolveTarget } from '../catalog/resolve.js';
import { createCallHandler, type ProxyDependencies } from '../proxy/call.js';
import type { ProxyRequest } from '../proxy/http.js';
import { newTrail } from '../proxy/layer.js';
import { publicOptions } from '../proxy/request-options.js';
import { printedBody } from '../proxy/respond.js';
import { type Exchanged, recordExchanges } from '../recordings/record-exchanges.js';
import { showAnswer } from './show-answer.js';

/**
 * Calls an operation as its owner, without an API key. It is a real call with limits and charges. Returns the response that a client would
 * get, and the messages exchanged with the SOAP service, without secrets.
 */
export async function tryOperation(
  account: Account,
  service: RegisteredService,
  trial: Trial,
  calls: ProxyDependencies,
  signal: AbortSignal,
): Promise<TrialResult> {
  const recording: { exchanged?: Exchanged; refused?: ReceivedAnswer } = {};
  const request = requestOf(trial, service, signal);
  const startedAt = calls.elapsed();
  const call = createCallHandler({
    ...calls,
    // A temporary key of the logged-in account for this one call.
    directory: {
      ...calls.directory,
      findKey: () => ({
        account,
        key: { id: 'try-it', accountId: account.id, purpose: 'live', name: 'Try it', hint: '', createdAt: 0 },
      }),
    },
    transport: recordExchanges(
      keepingRefused(calls.transport, (answer) => {
        recording.refused = answer;
      }),
      calls.elapsed,
      (exchanged) => {
        recording.exchanged = exchanged;
      },
    ),
  });
  const trail = newTrail();
  const response = await call(request, trail);
  const total = calls.elapsed() - startedAt;
  const { exchanged } = recording;
  // A call in a session has its token among the secrets.
  const { secrets } = trail.target?.service ?? (await calls.catalog.compile(service));
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(printedBody(response)).toString('utf8'),
    soap: {
      request: trial.mode === 'mock' ? null : await publicRequest(trial, service, calls),
      response:
        exchanged === undefined
          ? null
          : {
              status: exchanged.status,
              contentType: exchanged.contentType ?? null,
              xml: hideSecrets(exchanged.text(), secrets),
              truncated: exchanged.truncated,
            },
      answer: answerOf(response.status, recording, secrets),
    },
    timings: {
      total: Math.round(total),
      queued: round(exchanged?.timing.queuedMs),
      connected: round(exchanged?.timing.connectMs),
      firstByte: round(exchanged?.timing.headersMs),
      upstream: round(exchanged?.durationMs),
    },
  };
}

/** The response in place of a SOAP message. A call that succeeded, or ended with a fault, has none. */
function answerOf(
  status: number,
  { exchanged, refused }: { readonly exchanged?: Exchanged; readonly refused?: ReceivedAnswer },
  secrets: ServiceSecrets,
): UnusableAnswer | null {
  if (status < 400) return null;
  if (refused !== undefined) return showAnswer(refused, secrets);
  if (exchanged === undefined) return null;
  const { headers, statusText, bytes } = exchanged;
  const start = bytes.subarray(0, MAX_START);
  const truncated = bytes.length > MAX_START || exchanged.truncated;
  const answer = { status: exchanged.status, ...defined({ statusText }), headers, start, truncated };
  return describeAnswer(answer) === undefined ? null : showAnswer(answer, secrets);
}

/** Passes on what came with an exchange that the transport refused, such as a redirect. */
function keepingRefused(transport: Transport, keep: (answer: ReceivedAnswer) => void): Transport {
  return {
    ...transport,
    send: (request, signal) =>
      transport.send(request, signal).catch((error: unknown) => {
        if (isTransportError(error) && error.answer !== undefined) keep(error.answer);
        throw error;
      }),
  };
}

function round(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.round(milliseconds);
}

function requestOf(trial: Trial, service: RegisteredService, signal: AbortSignal): ProxyRequest {
  const body = new TextEncoder().encode(trial.input);
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-type': 'application/json',
    'x-dry-run': trial.mode === 'dryRun' ? 'true' : undefined,
    'x-mock': trial.mode === 'mock' ? 'true' : undefined,
    'x-soap-headers': trial.soapHeaders,
  };
  return {
    id: createRequestId(),
    method: trial.method,
    accountId: service.accountId,
    serviceSlug: service.slug,
    operationName: trial.operation,
    query: trial.method === 'GET' ? trial.query : '',
    apiKeys: [createKey('live')],
    address: () => '',
    header: (name) => headers[name],
    async readBody(limit) {
      if (body.length > limit) throw new GatewayError(bodyTooLargeProblem(limit));
      return body;
    },
    signal,
  };
}

/** Returns the message that a dry run shows, without the owner's secrets. */
async function publicRequest(
  trial: Trial,
  service: RegisteredService,
  { directory, catalog }: ProxyDependencies,
): Promise<TrialResult['soap']['request']> {
  try {
    const target = await resolveTarget(service.accountId, service.slug, trial.operation, directory, catalog);
    const { operation } = target;
    const headers =
      trial.soapHeaders === undefined ? undefined : (parseJson(trial.soapHeaders) as JsonObject);
    const options = publicOptions(target, headers);
    const message =
      trial.method === 'GET'
        ? (await operation.encodeQuery(trial.query, options)).request
        : await operation.encodeJson(new TextEncoder().encode(trial.input || '{}'), options);
    return {
      url: target.address,
      contentType: message.contentType,
      soapAction: message.soapAction ?? null,
      xml: new TextDecoder().decode(message.body),
    };
  } catch {
    // The response of the call says what is wrong.
    return null;
  }
}

import type { JsonObject, SoapReply } from '@soapstone/json-xml-mapper';
import type { Exchange as Compiled } from '@soapstone/json-xml-mapper/internal';
import {
  type AnswerRules,
  type CallMessage,
  type EncodedCall,
  readReply,
  readWhole,
  sendCall,
} from '@soapstone/soap-call';
import type { TransportResponse } from '@soapstone/soap-transport/fetch';
import { isTransportError } from '@soapstone/soap-transport/internal/transport-error';
import type { FullReply, ReceivedPart } from '../api/client.js';
import { ResponseError, SoapFaultError } from '../api/errors.js';
import type { RequestEvent } from '../api/hooks.js';
import type { CallTarget } from './call-target.js';
import { describeRequest } from './request.js';
import { inClientOptions } from './transport-failure.js';
import { unusableAnswer } from './unusable-answer.js';

/** A response whose head has been read. */
export interface Exchange {
  readonly event: RequestEvent;
  readonly message: CallMessage;
  readonly response: TransportResponse;
}

/**
 * Sends a request and reads the whole response.
 *
 * @param options.read decodes it, if not as always
 */
export async function exchange(
  target: CallTarget,
  prepared: EncodedCall,
  {
    signal,
    read = target.compiled().fromXml,
  }: { readonly signal?: AbortSignal | undefined; readonly read?: Compiled['fromXml'] | undefined } = {},
): Promise<FullReply<JsonObject>> {
  // While the request is on its way.
  const decoders = target.loadDecoders();
  decoders.catch(ignore);
  return await observed(target, prepared, signal, async (received) => {
    await decoders;
    return await readAnswer(target, prepared, received, read);
  });
}

/** Reads a whole response, whose decoders are loaded. */
export async function readAnswer(
  target: CallTarget,
  { startedAt, encodeMs, addressing }: EncodedCall,
  { event, message, response }: Exchange,
  read: Compiled['fromXml'] = target.compiled().fromXml,
): Promise<FullReply<JsonObject>> {
  const { digits } = target.options;
  const { status, headers, contentType, body, timing, attachments } = await readWhole(response);
  const rules: AnswerRules<SoapReply> = {
    info: target.compiled().info,
    empty: { kind: 'result', result: {}, warnings: [] },
    unusable: (cause) => unusableAnswer(target, status, cause, body),
  };
  const reply = readReply(status, body.length === 0, rules, () =>
    read(body, { attachments, contentType, addressing, digits }),
  );
  const fault = reply.kind === 'fault' ? reply.fault : undefined;
  await target.options.hooks?.response?.({
    request: event,
    status,
    headers,
    body,
    fault,
    durationMs: performance.now() - startedAt,
    attributes: (await loadAttributes()).responseAttributes(status, body.length, fault?.code),
  });
  if (reply.kind === 'fault') {
    throw new SoapFaultError({ operation: target.name, fault: reply.fault, status });
  }
  return {
    result: reply.result,
    soapHeaders: reply.headers ?? {},
    warnings: reply.warnings,
    status,
    headers,
    attachments: attachments as ReceivedPart[],
    request: describeRequest(message),
    body,
    timings: { encodeMs, ...timing, totalMs: performance.now() - startedAt },
  };
}

/** Sends a request, and calls the `request` and `error` hooks. `read` reads the response and calls the `response` hook. */
export async function observed<Product>(
  target: CallTarget,
  { message, startedAt }: EncodedCall,
  signal: AbortSignal | undefined,
  read: (exchange: Exchange) => Promise<Product>,
): Promise<Product> {
  const { options, channel, name, service, port } = target;
  const { hooks } = options;
  const { url, body, attachments = [] } = message;
  const headers = { ...message.headers };
  const event: RequestEvent = {
    operation: name,
    service,
    port: port.name,
    url,
    headers,
    body,
    attachments,
    spanName: `${service}/${name}`,
    attributes:
      hooks === undefined
        ? {}
        : (await loadAttributes()).requestAttributes({ operation: name, service, url, body }),
  };
  await hooks?.request?.(event);
  let response: TransportResponse | undefined;
  try {
    const sent = sendCall(channel, { ...message, headers }, signal);
    response = await sent.response;
    return await read({ event, message: sent.message(), response });
  } catch (cause) {
    const error = await explained(inClientOptions(cause), response);
    await reportFailure(target, event, startedAt, error);
    throw error;
  }
}

/** Only clients with hooks need the attributes of spans. */
export const loadAttributes = (): Promise<typeof import('./trace-attributes.js')> =>
  import('./trace-attributes.js');

/** The code that describes answers is loaded for the calls that need it: no bundle of a working client has to contain it. */
export async function explained(error: unknown, response: TransportResponse | undefined): Promise<unknown> {
  if (!(error instanceof ResponseError || (isTransportError(error) && error.answer !== undefined)))
    return error;
  const { explainAnswer } = await import('./explain-answer.js');
  return explainAnswer(error, response);
}

/** Calls the `error` hook for a failed call. A SOAP fault is a response and goes to the `response` hook instead. */
export async function reportFailure(
  { options }: CallTarget,
  request: RequestEvent,
  startedAt: number,
  error: unknown,
): Promise<void> {
  if (error instanceof SoapFaultError || !(error instanceof Error)) return;
  const durationMs = performance.now() - startedAt;
  const { hooks } = options;
  if (hooks?.error === undefined) return;
  const { errorAttributes } = await loadAttributes();
  await hooks.error({ request, error, durationMs, attributes: errorAttributes(error) });
}

/** A failure is thrown where it is waited for, unless the call fails before. */
const ignore = (): void => {};

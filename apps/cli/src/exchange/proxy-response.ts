import { faultProblem, problemBody } from '@soapstone/http-contract';
import type { CompiledOperation, SoapReply } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';

/**
 * Returns the body that a client of the gateway gets for a SOAP response: the success body, or the error body of a 502. Duration and
 * request id, which only a real call has, are placeholders.
 */
export function proxyBodyOf(
  operation: Pick<CompiledOperation, 'info'>,
  reply: SoapReply,
  serviceSlug: string,
  latencyMs = 0,
): Record<string, unknown> {
  if (reply.kind === 'fault') return problemBody(faultProblem(reply.fault));
  return { result: reply.result, meta: metaOf(operation, reply, serviceSlug, latencyMs) };
}

/** Returns the member `meta` of the success body. */
export function metaOf(
  { info }: Pick<CompiledOperation, 'info'>,
  { headers, warnings }: Pick<Extract<SoapReply, { kind: 'result' }>, 'headers' | 'warnings'>,
  serviceSlug: string,
  latencyMs: number,
): Record<string, unknown> {
  return {
    service: serviceSlug,
    operation: info.name,
    latencyMs,
    cached: false,
    ...defined({ soapHeaders: headers }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

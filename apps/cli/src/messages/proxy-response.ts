import type { CompiledOperation, SoapReply } from '@soapstone/json-xml-mapper';

/**
 * The body that a client of the gateway gets for a SOAP reply: the success body, or the error body of a 502. What only a
 * real call has (duration, request id) is what it is without one.
 */
export function proxyBodyOf(
  { info }: Pick<CompiledOperation, 'info'>,
  reply: SoapReply,
  serviceSlug: string,
  latencyMs = 0,
): Record<string, unknown> {
  if (reply.kind === 'fault') {
    const { fault } = reply;
    return { error: { type: 'UPSTREAM_ERROR', message: messageOf(fault), code: 'SOAP_FAULT', fault } };
  }
  const { result, headers, warnings } = reply;
  return {
    result,
    meta: {
      service: serviceSlug,
      operation: info.name,
      latencyMs,
      cached: false,
      ...(headers === undefined ? {} : { soapHeaders: headers }),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
}

/** FL-1: the reason, trimmed and not longer than 1000 characters. */
function messageOf({ reason, code }: { readonly reason: string; readonly code: string }): string {
  const trimmed = reason.trim();
  return trimmed === '' ? `SOAP fault ${code}` : [...trimmed].slice(0, 1000).join('');
}

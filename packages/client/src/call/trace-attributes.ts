import type { TraceAttributes } from '../api/hooks.js';

/** Returns the attributes of a `RequestEvent`. */
export function requestAttributes(request: {
  readonly operation: string;
  readonly service: string;
  readonly url: string;
  readonly body: Uint8Array;
}): TraceAttributes {
  const base = {
    'rpc.system': 'soap',
    'rpc.service': request.service,
    'rpc.method': request.operation,
    'http.request.method': 'POST',
    'http.request.body.size': request.body.length,
  };
  if (!URL.canParse(request.url)) return base;
  const { hostname, port, protocol, origin, pathname } = new URL(request.url);
  return {
    ...base,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    // A query may contain a key.
    'url.full': `${origin}${pathname}`,
  };
}

/** Returns the attributes of a span whose response has been read. `bytes` is absent if they were not counted. */
export function responseAttributes(
  status: number,
  bytes: number,
  faultCode: string | undefined,
): TraceAttributes {
  return {
    'http.response.status_code': status,
    'http.response.body.size': bytes,
    ...(faultCode !== undefined && { 'error.type': faultCode }),
  };
}

/** Returns the attributes of a span whose call failed. */
export function errorAttributes(error: Error): TraceAttributes {
  // The classes of errors are not imported: bundles would get a file of their own for them.
  const {
    code,
    status,
    upstreamStatus = status,
  } = error as {
    readonly code?: unknown;
    readonly status?: number;
    readonly upstreamStatus?: number;
  };
  return {
    'error.type': typeof code === 'string' ? code : error.name,
    ...(upstreamStatus !== undefined && { 'http.response.status_code': upstreamStatus }),
  };
}

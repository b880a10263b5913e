import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { API_PREFIX } from '@soapstone/http-contract';
import type { Layer } from '../calls/proxy/layer.js';
import type { TracingConfig } from '../config/tracing-config.js';
import type { CallLog, Log } from '../log/log.js';
import { createTracerProvider } from './tracer-provider.js';

/** The span of a request, its open child spans, and the clock that all of them use. */
interface TracedRequest {
  readonly span: Span;
  readonly context: Context;
  readonly open: Set<Span>;
  readonly now: () => number;
}

/** Spans of proxy calls. This file and its imports are only loaded if a collector is configured. */
export interface Tracing extends CallLog {
  /** The layer that creates a span for each call, which continues the trace of a valid `traceparent`. */
  readonly layer: Layer;
  /**
   * Starts a span within the current request; it ends with the request at the latest. Returns `undefined` outside a traced request.
   */
  begin(name: string, kind?: SpanKind, attributes?: Attributes): Step | undefined;
  /** Sends what is buffered, and stops. */
  close(): Promise<void>;
}

/** A span within a request. */
export interface Step {
  /** The headers that let the next server continue the trace. */
  readonly headers: { readonly traceparent: string; readonly tracestate?: string };
  set(attributes: Attributes): void;
  /**
   * Ends the span. May be called twice; the first call counts. `failure` is a type, never a message, because messages may quote what was
   * sent.
   */
  end(failure?: string): void;
}

/** Starts tracing with `config`. Failed exports are logged, once per outage. */
export function startTracing(config: TracingConfig, log: Log): Tracing {
  const provider = createTracerProvider(config, log);
  const tracer: Tracer = provider.getTracer('soapstone-gateway');
  const propagator = new W3CTraceContextPropagator();
  const requests = new AsyncLocalStorage<TracedRequest>();

  function inject(context: Context): Step['headers'] {
    const carrier: Record<string, string> = {};
    propagator.inject(context, carrier, {
      set(target, name, value) {
        target[name] = value;
      },
    });
    return carrier as unknown as Step['headers'];
  }

  return {
    layer: (next) => async (request, trail) => {
      const parent = propagator.extract(ROOT_CONTEXT, request, {
        keys: () => propagator.fields(),
        get: ({ header }, name) => header(name),
      });
      const method = knownMethod(request.method);
      const now = startClock();
      const span = tracer.startSpan(
        `${method} ${ROUTE}`,
        {
          kind: SpanKind.SERVER,
          startTime: now(),
          attributes: { 'http.request.method': method, 'http.route': ROUTE, 'url.scheme': 'https' },
        },
        parent,
      );
      const traced: TracedRequest = { span, context: trace.setSpan(parent, span), open: new Set(), now };
      const response = await requests.run(traced, next, request, trail);
      for (const open of traced.open) open.end(now());
      traced.open.clear();
      if (request.signal.aborted) span.setAttribute('error.type', 'CLIENT_GONE');
      else span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now());
      return response;
    },
    begin(name, kind = SpanKind.INTERNAL, attributes = {}) {
      const traced = requests.getStore();
      if (traced === undefined) return undefined;
      const span = tracer.startSpan(name, { kind, attributes, startTime: traced.now() }, traced.context);
      traced.open.add(span);
      return {
        headers: inject(trace.setSpan(traced.context, span)),
        set: (more) => void span.setAttributes(more),
        end(failure) {
          if (!traced.open.delete(span)) return;
          if (failure !== undefined) {
            span.setAttribute('error.type', failure);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end(traced.now());
        },
      };
    },
    call({ requestId, accountId, keyId, serviceId, operation, type, code, cached }) {
      const known = { accountId, keyId, serviceId, operation, code, cached };
      const attributes: Attributes = { 'soapstone.request_id': requestId };
      for (const [name, value] of Object.entries(known)) {
        if (value !== undefined) attributes[`soapstone.${snakeCase(name)}`] = value;
      }
      if (type !== undefined) attributes['error.type'] = type;
      requests.getStore()?.span.setAttributes(attributes);
    },
    // Failures to send have already been logged.
    close: () => provider.shutdown().catch(() => {}),
  };
}

/**
 * Returns a clock in milliseconds since the Unix epoch that runs steadily from now on. All spans of a request share one clock.
 * OpenTelemetry would give each span a separate clock, up to a millisecond apart, and a step could then end after its request.
 */
function startClock(): () => number {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
}

const ROUTE = `${API_PREFIX}/{accountId}/{serviceSlug}/{operationName}`;

/** A client may send any method, but span names come from a closed list. */
function knownMethod(method: string | undefined): string {
  return method === 'GET' || method === 'POST' ? method : '_OTHER';
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

import { SpanKind } from '@opentelemetry/api';
import type { Limiter } from '@soapstone/rate-limiter';
import {
  asTransportError,
  isTransportError,
  type Transport,
  type TransportResponse,
} from '@soapstone/soap-transport';
import type { Catalog, CompiledService } from '../calls/catalog/catalog.js';
import type { ServiceOperation } from '../calls/mapping/service-operation.js';
import type { ProxyDependencies } from '../calls/proxy/call.js';
import type { Step, Tracing } from './tracing.js';

/**
 * Wraps the dependencies with a span for each step of a call: `encode`, `limiter`, `upstream` and `decode`. The call itself does not know
 * about tracing, so there is no overhead without it.
 */
export function traceCall(deps: ProxyDependencies, tracing: Tracing): ProxyDependencies {
  return {
    ...deps,
    catalog: traceCatalog(deps.catalog, tracing),
    limiter: traceLimiter(deps.limiter, tracing),
    transport: traceTransport(deps.transport, tracing),
    log: {
      call(record) {
        tracing.call(record);
        deps.log.call(record);
      },
    },
  };
}

function traceCatalog(catalog: Catalog, tracing: Tracing): Catalog {
  const services = new WeakMap<CompiledService, CompiledService>();
  const operations = new WeakMap<ServiceOperation, ServiceOperation>();
  const tracedOperation = (operation: ServiceOperation): ServiceOperation => {
    const known = operations.get(operation) ?? traceOperation(operation, tracing);
    operations.set(operation, known);
    return known;
  };
  const traced = (service: CompiledService): CompiledService => {
    const known = services.get(service) ?? {
      ...service,
      operation(...given) {
        const operation = service.operation(...given);
        return operation instanceof Promise ? operation.then(tracedOperation) : tracedOperation(operation);
      },
    };
    services.set(service, known);
    return known;
  };
  return {
    stats: () => catalog.stats(),
    evictOutdated: (...accountIds) => catalog.evictOutdated(...accountIds),
    compile(service) {
      const compiled = catalog.compile(service);
      return compiled instanceof Promise ? compiled.then(traced) : traced(compiled);
    },
  };
}

function traceOperation(operation: ServiceOperation, tracing: Tracing): ServiceOperation {
  const encode = <Value>(work: () => Value | Promise<Value>) => duringAnswer(tracing.begin('encode'), work);
  const decode = <Value>(work: () => Value | Promise<Value>) => duringAnswer(tracing.begin('decode'), work);
  return {
    info: operation.info,
    pages: operation.pages,
    files: operation.files,
    encodeJson: (json, options) => encode(() => operation.encodeJson(json, options)),
    encodeQuery: (query, options) => encode(() => operation.encodeQuery(query, options)),
    encodeRoute: (route, input, options) => encode(() => operation.encodeRoute(route, input, options)),
    canonicalJson: (json) => operation.canonicalJson(json),
    decodeXml: (xml, options) => decode(() => operation.decodeXml(xml, options)),
    decodeStream: async (pieces, options, mayBeEmpty) =>
      decode(() => operation.decodeStream(pieces, options, mayBeEmpty)),
    decodeFile: (pieces, file, options) => operation.decodeFile(pieces, file, options),
    example: () => operation.example(),
  };
}

function traceLimiter(limiter: Limiter, tracing: Tracing): Limiter {
  return {
    consume: (request) => {
      const step = tracing.begin('limiter', SpanKind.INTERNAL, { 'soapstone.charge': request.charge });
      return duringAnswer(step, () => limiter.consume(request));
    },
    refund: (receipt) =>
      duringPromise(
        tracing.begin('limiter', SpanKind.INTERNAL, { 'soapstone.charge': 'refund' }),
        limiter.refund(receipt),
      ),
  };
}

function traceTransport(transport: Transport, tracing: Tracing): Transport {
  return {
    ...transport,
    async send(request, signal) {
      // Only the host is recorded, because the path and query may contain the owner's secrets.
      const address = URL.canParse(request.url) ? new URL(request.url) : undefined;
      const step = tracing.begin('upstream', SpanKind.CLIENT, {
        'http.request.method': 'POST',
        ...(address === undefined
          ? {}
          : {
              'server.address': address.hostname,
              'server.port': Number(address.port) || (address.protocol === 'https:' ? 443 : 80),
            }),
      });
      if (step === undefined) return transport.send(request, signal);
      try {
        const response = await transport.send({ ...request, traceContext: step.headers }, signal);
        step.set({ 'http.response.status_code': response.status });
        return { ...response, body: untilRead(response, step) };
      } catch (error) {
        step.end(failureOf(error));
        throw error;
      }
    },
  };
}

/** The exchange ends with the last byte of its response. */
async function* untilRead({ body }: TransportResponse, step: Step): AsyncGenerator<Uint8Array> {
  let failure: string | undefined;
  try {
    yield* body;
  } catch (error) {
    failure = failureOf(error);
    throw error;
  } finally {
    step.end(failure);
  }
}

function failureOf(cause: unknown): string {
  const error = asTransportError(cause);
  if (isTransportError(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function orFail<Value>(step: Step | undefined, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    step?.end(failureOf(error));
    throw error;
  }
}

/** Calls `done` with a value that may be available synchronously. */
function duringAnswer<Value>(
  step: Step | undefined,
  work: () => Value | Promise<Value>,
): Value | Promise<Value> {
  const answer = orFail(step, work);
  if (answer instanceof Promise) return duringPromise(step, answer);
  step?.end();
  return answer;
}

async function duringPromise<Value>(step: Step | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    step?.end(failureOf(error));
    throw error;
  } finally {
    step?.end();
  }
}

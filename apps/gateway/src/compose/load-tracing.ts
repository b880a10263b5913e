import type { ProxyDependencies } from '../calls/proxy/call.js';
import type { TracingConfig } from '../config/tracing-config.js';
import type { Log } from '../log/log.js';

/** Adds the layer that creates a span for each call, and spans for the steps of a call. The code is loaded only if calls are traced. */
export async function loadTracing(config: TracingConfig, log: Log) {
  const [{ startTracing }, { traceCall }] = await Promise.all([
    import('../telemetry/tracing.js'),
    import('../telemetry/trace-call.js'),
  ]);
  const tracing = startTracing(config, log);
  return {
    layer: tracing.layer,
    traceSteps: (deps: ProxyDependencies) => traceCall(deps, tracing),
    close: () => tracing.close(),
  };
}

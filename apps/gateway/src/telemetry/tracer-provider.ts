import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '../config/tracing-config.js';
import type { Log } from '../log/log.js';

/** The maximum length of an attribute. */
const ATTRIBUTE = 1024;

/**
 * The maximum number of spans that wait for the collector; further ones are dropped, so that a collector that is down does not use up
 * memory.
 */
const QUEUE = 2048;

/** Creates the SDK that `config` describes. It is never registered globally, because a program that embeds the gateway may have its own. */
export function createTracerProvider(config: TracingConfig, log: Log): BasicTracerProvider {
  const { url, headers, timeout } = config;
  const options = { url, headers: { ...headers }, timeoutMillis: timeout };
  const exporter =
    config.protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options);
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ ...config.resource, 'process.pid': process.pid }),
    sampler: createSampler(config),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE },
    spanProcessors: [
      new BatchSpanProcessor(reportOutages(exporter, log), {
        maxQueueSize: QUEUE,
        exportTimeoutMillis: timeout,
      }),
    ],
  });
}

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return name === sampler ? root : new ParentBasedSampler({ root });
}

/** Reports the first failed export of an outage, and its end. */
function reportOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !failing)
          log.error('spans could not be exported', result.error ?? new Error('refused'));
        if (!failed && failing) log.info('spans are exported again');
        failing = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

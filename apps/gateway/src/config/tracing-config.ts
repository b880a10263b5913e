import type { Environment } from './schema/settings.js';
import type { Sampler } from './schema/tracing-settings.js';

/** The collector that receives spans, and the calls that are traced. */
export interface TracingConfig {
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly headers: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** The resource attributes of this process, including `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** For the ratio samplers, from 0 to 1. */
  readonly ratio: number;
}

/** Reads the tracing configuration from the standard OpenTelemetry variables; undefined if no collector is configured. */
export function readTracing(env: Environment, problems: string[]): TracingConfig | undefined {
  const headers = readPairs('OTEL_EXPORTER_OTLP_HEADERS', env.OTEL_EXPORTER_OTLP_HEADERS, problems);
  const attributes = readPairs('OTEL_RESOURCE_ATTRIBUTES', env.OTEL_RESOURCE_ATTRIBUTES, problems);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env;
  for (const [name, value] of Object.entries({
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
  })) {
    if (value !== undefined && !URL.canParse(value)) {
      problems.push(`${name} must be an absolute URL, is ${JSON.stringify(value)}`);
    }
  }
  const url = traces ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined || env.OTEL_SDK_DISABLED) return undefined;
  return {
    url,
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers,
    timeout: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: { ...attributes, 'service.name': env.OTEL_SERVICE_NAME },
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** `name=value,name=value`, percent-encoded. A value may be a secret, so no problem quotes it. */
function readPairs(name: string, given: string | undefined, problems: string[]): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const entry of (given ?? '').split(',')) {
    if (entry.trim() === '') continue;
    const [key = '', ...rest] = entry.split('=');
    const value = decode(rest.join('=').trim());
    if (rest.length === 0 || !/^[\w.!#$%&'*+^`|~/-]+$/.test(key.trim()) || value === undefined) {
      problems.push(`${name} must be a list of name=value, percent-encoded`);
      return {};
    }
    pairs.push([key.trim(), value]);
  }
  return Object.fromEntries(pairs);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

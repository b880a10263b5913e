import { Type } from 'typebox';

/** The samplers of the OpenTelemetry specification. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type Sampler = (typeof SAMPLERS)[number];

const text = { minLength: 1 };

/** The settings of traces: standard variables of OpenTelemetry. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      ...text,
      pattern: '^https?://',
      description:
        'OTLP collector; `/v1/traces` is appended. Without it, tracing is off and its code is not loaded.',
    }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(
    Type.String({
      ...text,
      pattern: '^https?://',
      description: 'The same for traces only, used without an appended path.',
    }),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: Type.Unsafe<'http/protobuf' | 'http/json'>({
    enum: ['http/protobuf', 'http/json'],
    default: 'http/protobuf',
    description: 'How spans are sent. gRPC is not supported.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({
      ...text,
      description: 'Headers for the collector as `name=value,name=value`, percent-encoded.',
    }),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: Type.Integer({
    minimum: 1,
    maximum: 3_600_000,
    default: 10_000,
    description: 'Timeout of one export, in milliseconds.',
  }),
  OTEL_SERVICE_NAME: Type.String({
    ...text,
    default: 'soapstone-gateway',
    description: '`service.name` of the spans.',
  }),
  OTEL_RESOURCE_ATTRIBUTES: Type.Optional(
    Type.String({
      ...text,
      description: 'Additional resource attributes, in the same format as the headers.',
    }),
  ),
  OTEL_TRACES_SAMPLER: Type.Unsafe<Sampler>({
    enum: SAMPLERS,
    default: 'parentbased_always_on',
    description: 'Which calls are traced. `parentbased_…` follows the caller if it sends `traceparent`.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Fraction of calls that a ratio sampler records.',
  }),
  OTEL_SDK_DISABLED: Type.Boolean({ default: false, description: '`true` turns traces off.' }),
};

/** The values of the environment variables, as the schema of their groups leaves them: with defaults, numbers as numbers. */
export interface Environment {
  BASE_URL?: string;
  HOST: string;
  HTTPS_PORT: number;
  HTTP_PORT: number | 'off';
  TLS_CERT_FILE?: string;
  TLS_KEY_FILE?: string;
  TRUST_PROXY: number;
  MAX_CONNECTIONS: number;
  MAX_CONNECTIONS_PER_IP?: number;
  HEADERS_TIMEOUT_MS: number;
  REQUEST_TIMEOUT_MS: number;
  KEEP_ALIVE_MS: number;
  MIN_BODY_RATE: number;
  BODY_GRACE_MS: number;
  WRITE_STALL_MS: number;
  DATA_DIR: string;
  DATABASE_URL?: string;
  REDIS_URL?: string;
  REDIS_TIMEOUT_MS: number;
  NODE_COUNT: number;
  WORKERS: number;
  API_KEY_PEPPER?: string;
  ENCRYPTION_KEYS?: string;
  ADMIN_KEY?: string;
  EGRESS_ALLOW: string;
  MAX_REQUEST_BYTES: number;
  MAX_RESPONSE_BYTES: number;
  MAX_EXPANSION: number;
  MAX_CALL_WORK: number;
  UPSTREAM_TIMEOUT_MS: number;
  CATALOG_BYTES: number;
  CACHE_BYTES: number;
  CACHE_BYTES_PER_ACCOUNT: number;
  REGISTRATION_TIMEOUT_MS: number;
  REGISTRATION_MEMORY_MB: number;
  DRAIN_TIMEOUT_MS: number;
  DRAIN_DELAY_MS: number;
  OVERLOAD_LAG_MS: number;
  WATCHDOG_MS: number;
  LOG_LEVEL: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' | 'http/json';
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_EXPORTER_OTLP_TIMEOUT: number;
  OTEL_SERVICE_NAME: string;
  OTEL_RESOURCE_ATTRIBUTES?: string;
  OTEL_TRACES_SAMPLER: Sampler;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_SDK_DISABLED: boolean;
}

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

/** JSON Schema of one variable, with the sentence that the operations page has about it. */
export interface Setting {
  readonly description: string;
  readonly default?: string | number | boolean;
  readonly [keyword: string]: unknown;
}

/** Settings that belong together. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: Readonly<Record<string, Setting>>;
}

const port = { type: 'integer', minimum: 1, maximum: 65_535 };
const text = { type: 'string', minLength: 1 };
const bytes = (minimum: number, maximum: number, standard: number) => ({
  type: 'integer',
  minimum,
  maximum,
  default: standard,
});
const milliseconds = (standard: number, minimum = 1) => ({
  type: 'integer',
  minimum,
  maximum: 3_600_000,
  default: standard,
});

/** Every variable that the gateway reads, in the order of the operations page. Others are not its business. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Addresses and TLS',
    settings: {
      BASE_URL: {
        ...text,
        pattern: '^https://',
        description: 'Public address: origin and optional path. Default: `https://localhost:` and the port.',
      },
      HOST: { ...text, default: '127.0.0.1', description: 'Address to listen on.' },
      HTTPS_PORT: {
        ...port,
        default: 8443,
        description: 'Port of the calls; plain HTTP with `TRUST_PROXY`.',
      },
      HTTP_PORT: {
        anyOf: [port, { const: 'off' }],
        default: 8080,
        description: 'Port that redirects plain HTTP to `BASE_URL`, or `off`. Not opened with `TRUST_PROXY`.',
      },
      TLS_CERT_FILE: { ...text, description: 'Certificate chain, PEM. Default: self-signed, in `DATA_DIR`.' },
      TLS_KEY_FILE: { ...text, description: 'Private key of the certificate, PEM.' },
      TRUST_PROXY: {
        type: 'integer',
        minimum: 0,
        maximum: 10,
        default: 0,
        description: 'How many proxies stand in front; the nearest ends TLS and sets `X-Forwarded-Proto`.',
      },
    },
  },
  {
    title: 'Connections and slow clients',
    settings: {
      MAX_CONNECTIONS: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000_000,
        default: 10_000,
        description: 'Client connections, in all. Workers have equal parts.',
      },
      MAX_CONNECTIONS_PER_IP: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        description:
          'Client connections from one IPv4 address or one IPv6 /64, in equal parts for workers; 0 is no limit. Default 200; off with `TRUST_PROXY`.',
      },
      HEADERS_TIMEOUT_MS: {
        ...milliseconds(10_000),
        description: 'For the TLS handshake, and for the head of a request.',
      },
      REQUEST_TIMEOUT_MS: { ...milliseconds(30_000), description: 'For a whole request.' },
      KEEP_ALIVE_MS: {
        ...milliseconds(65_000),
        description:
          'How long a connection is kept for its next request. More than the proxy in front keeps it.',
      },
      MIN_BODY_RATE: {
        type: 'integer',
        minimum: 0,
        maximum: 1_073_741_824,
        default: 1024,
        description: 'Bytes a second that a request body must bring; 0 is no limit.',
      },
      BODY_GRACE_MS: { ...milliseconds(5_000, 0), description: 'How far a body may lag behind that rate.' },
      WRITE_STALL_MS: {
        ...milliseconds(30_000),
        description: 'How long a client may take no byte of its answer.',
      },
    },
  },
  {
    title: 'State',
    settings: {
      DATA_DIR: {
        ...text,
        default: './data',
        description: 'Embedded database, self-signed certificate, and secrets that are not configured.',
      },
      DATABASE_URL: {
        ...text,
        pattern: '^postgres(ql)?://',
        description: 'PostgreSQL. Default: an embedded database in `DATA_DIR`.',
      },
      REDIS_URL: {
        ...text,
        pattern: '^rediss?://',
        description:
          'Redis for limits, stored answers and news of changes. Default: the memory of the process.',
      },
      REDIS_TIMEOUT_MS: {
        ...milliseconds(50),
        description: 'How long a call waits for Redis before this process decides about its limits alone.',
      },
      NODE_COUNT: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        default: 1,
        description: 'Machines that share one Redis: the part that each may admit while Redis is away.',
      },
      WORKERS: {
        type: 'integer',
        minimum: 1,
        maximum: 256,
        default: 1,
        description: 'Processes on this machine that serve the same ports. More than 1 needs `REDIS_URL`.',
      },
    },
  },
  {
    title: 'Secrets',
    settings: {
      API_KEY_PEPPER: {
        type: 'string',
        minLength: 32,
        description: 'Secret of the hashes of API keys. Default: made once, in `DATA_DIR`.',
      },
      ENCRYPTION_KEYS: {
        ...text,
        description: 'Sealing keys as `id:key,id:key`, 32 bytes in base64 each: the first seals, all open.',
      },
      ADMIN_KEY: {
        type: 'string',
        minLength: 32,
        description: 'Bearer token of `/api/admin` and `/metrics`. Default: both are closed.',
      },
    },
  },
  {
    title: 'Calls',
    settings: {
      EGRESS_ALLOW: {
        type: 'string',
        default: '',
        description:
          'SOAP services at addresses that are not public: `host`, `host:port`, address or CIDR, by commas.',
      },
      MAX_REQUEST_BYTES: {
        ...bytes(1024, 104_857_600, 1_048_576),
        description: 'Body of a call.',
      },
      MAX_RESPONSE_BYTES: {
        ...bytes(1024, 1_073_741_824, 10_485_760),
        description: 'Response of a SOAP service, and the JSON that it becomes.',
      },
      MAX_EXPANSION: {
        ...bytes(1, 10_000, 50),
        description: 'Bytes written for each byte of a message, after the first MiB.',
      },
      MAX_CALL_WORK: {
        ...bytes(10_000, 1_000_000_000, 5_000_000),
        description:
          'Units of work that a schema may ask for in one call, beyond reading the message: 5 million take about 0.1 s.',
      },
      UPSTREAM_TIMEOUT_MS: {
        ...milliseconds(30_000),
        description: 'The whole exchange with a SOAP service.',
      },
      CATALOG_BYTES: {
        ...bytes(1_048_576, 68_719_476_736, 268_435_456),
        description:
          'Compiled services in the memory of one process; others are compiled again when they are called.',
      },
      CACHE_BYTES: {
        ...bytes(0, 68_719_476_736, 67_108_864),
        description: 'Stored answers in the memory of one process.',
      },
      CACHE_BYTES_PER_ACCOUNT: {
        ...bytes(0, 68_719_476_736, 16_777_216),
        description: 'Stored answers of one account, in a process and in Redis.',
      },
    },
  },
  {
    title: 'Registration',
    settings: {
      REGISTRATION_TIMEOUT_MS: {
        ...milliseconds(20_000),
        description: 'One import of a WSDL, with everything that it fetches.',
      },
      REGISTRATION_MEMORY_MB: {
        type: 'integer',
        minimum: 64,
        maximum: 16_384,
        default: 512,
        description: 'Heap of the process that reads a WSDL.',
      },
    },
  },
  {
    title: 'Process',
    settings: {
      DRAIN_DELAY_MS: {
        type: 'integer',
        minimum: 0,
        maximum: 600_000,
        default: 5_000,
        description:
          'After SIGTERM: how long `/readyz` says no, and answers `Connection: close`, while calls are still taken.',
      },
      DRAIN_TIMEOUT_MS: {
        ...milliseconds(30_000),
        description: 'After that: how long running calls may take to finish.',
      },
      OVERLOAD_LAG_MS: {
        ...milliseconds(250),
        description:
          'An event loop later than this takes no registrations; calls that come after twice as much in one of its turns are refused.',
      },
      WATCHDOG_MS: {
        ...milliseconds(10_000, 0),
        description:
          'A process whose event loop has not turned for this long ends, and says in the log what it was busy with. 0 is never, such as under a debugger.',
      },
      LOG_LEVEL: {
        enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        default: 'info',
        description: 'Lines of this level and above are written to standard output.',
      },
    },
  },
  {
    title: 'Traces',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        ...text,
        pattern: '^https?://',
        description:
          'OTLP collector; `/v1/traces` is added. Without it nothing is traced and nothing is loaded.',
      },
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
        ...text,
        pattern: '^https?://',
        description: 'The same for traces alone, taken as it is.',
      },
      OTEL_EXPORTER_OTLP_PROTOCOL: {
        enum: ['http/protobuf', 'http/json'],
        default: 'http/protobuf',
        description: 'How spans are sent. gRPC is not supported.',
      },
      OTEL_EXPORTER_OTLP_HEADERS: {
        ...text,
        description: 'Headers for the collector as `name=value,name=value`, percent-encoded.',
      },
      OTEL_EXPORTER_OTLP_TIMEOUT: {
        ...milliseconds(10_000),
        description: 'For one export, in milliseconds.',
      },
      OTEL_SERVICE_NAME: {
        ...text,
        default: 'soapstone-gateway',
        description: '`service.name` of the spans.',
      },
      OTEL_RESOURCE_ATTRIBUTES: {
        ...text,
        description: 'More attributes of the process, as headers are written.',
      },
      OTEL_TRACES_SAMPLER: {
        enum: SAMPLERS,
        default: 'parentbased_always_on',
        description:
          'Which calls are traced. `parentbased_…` follows the caller where it sends `traceparent`.',
      },
      OTEL_TRACES_SAMPLER_ARG: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Part of the calls that a ratio sampler takes.',
      },
      OTEL_SDK_DISABLED: { type: 'boolean', default: false, description: '`true` turns traces off.' },
    },
  },
];

/** What texts of a `pattern` begin with: `^rediss?://` is `redis://` and `rediss://`. */
export function beginningsOf(pattern: string): string[] {
  const plain = pattern.replace('^', '');
  const optional = /\((\w+)\)\?|(\w)\?/;
  return optional.test(plain) ? [plain.replace(optional, ''), plain.replace(optional, '$1$2')] : [plain];
}

/** Variables whose values are never repeated, in a message or a log. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'ADMIN_KEY',
  'API_KEY_PEPPER',
  'ENCRYPTION_KEYS',
  'DATABASE_URL',
  'REDIS_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

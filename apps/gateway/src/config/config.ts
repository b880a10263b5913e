import { resolve } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import type { SealingKey } from '../accounts/seal.js';

/** What one gateway process runs with. Made by `readConfig`, then never changed. */
export interface Config {
  /** `{base_url}` of the specification: origin and optional path, without a slash at the end. The only source of redirect targets. */
  readonly baseUrl: string;
  readonly host: string;
  readonly tls: TlsConfig;
  /** Where plain HTTP is redirected from; absent behind a proxy, and with `HTTP_PORT=off`. */
  readonly httpPort?: number;
  /** Certificates, secrets and the embedded database, where they are not configured otherwise. */
  readonly dataDir: string;
  /** PostgreSQL; absent = the embedded database in `dataDir`. */
  readonly databaseUrl?: string;
  /** Redis for limits, cache and invalidation; absent = this process's memory. */
  readonly redisUrl?: string;
  /** How many nodes share the limits: what one of them may admit while Redis is away is that part. */
  readonly nodes: number;
  /** Processes on this machine that serve the same ports. */
  readonly workers: number;
  /** Upstream addresses that are allowed although they are not public: `host`, `host:port`, address or CIDR. */
  readonly egressAllow: readonly string[];
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Secret of the API key hashes; absent = kept in `dataDir`. */
  readonly apiKeyPepper?: string;
  /** Keys that seal secrets at rest: the first seals, all open. Absent = one that is kept in `dataDir`. */
  readonly sealingKeys?: readonly SealingKey[];
  /** Opens the administration API; absent = it is closed. */
  readonly adminKey?: string;
  readonly limits: GatewayLimits;
}

/** Who ends TLS, and on which port. */
export type TlsConfig =
  | { readonly kind: 'files'; readonly port: number; readonly certFile: string; readonly keyFile: string }
  | { readonly kind: 'selfSigned'; readonly port: number }
  /** A proxy in front ends TLS: this process serves plain HTTP to it and believes its `X-Forwarded-Proto`. */
  | { readonly kind: 'proxy'; readonly port: number; readonly hops: number };

/** Safety limits of the process. Sizes are bytes, times are milliseconds. */
export interface GatewayLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The whole exchange with the upstream. */
  readonly upstreamTimeout: number;
  /** One registration, fetching included. */
  readonly registrationTimeout: number;
  /** Heap of the registration process, in MiB. */
  readonly registrationMemory: number;
  /** How long a stopping process waits for its calls. */
  readonly drainTimeout: number;
  /** How long a stopping process says that it is not ready before it stops listening: for load balancers that ask. */
  readonly drainDelay: number;
  /** An event loop that is later than this takes no registrations. */
  readonly lag: number;
}

/** The configuration is wrong. `problems` names every one of them, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

interface Environment {
  BASE_URL?: string;
  HOST: string;
  HTTPS_PORT: number;
  HTTP_PORT: number | 'off';
  TLS_CERT_FILE?: string;
  TLS_KEY_FILE?: string;
  TRUST_PROXY: number;
  DATA_DIR: string;
  DATABASE_URL?: string;
  REDIS_URL?: string;
  NODE_COUNT: number;
  EGRESS_ALLOW: string;
  LOG_LEVEL: Config['logLevel'];
  API_KEY_PEPPER?: string;
  ENCRYPTION_KEYS?: string;
  ADMIN_KEY?: string;
  MAX_REQUEST_BYTES: number;
  MAX_RESPONSE_BYTES: number;
  UPSTREAM_TIMEOUT_MS: number;
  REGISTRATION_TIMEOUT_MS: number;
  REGISTRATION_MEMORY_MB: number;
  DRAIN_TIMEOUT_MS: number;
  DRAIN_DELAY_MS: number;
  OVERLOAD_LAG_MS: number;
  WORKERS: number;
}

const port = { type: 'integer', minimum: 1, maximum: 65_535 };
const milliseconds = (standard: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: 3_600_000,
  default: standard,
});
const text = { type: 'string', minLength: 1 };

/** Every variable that the gateway reads. Others are not its business. */
const environmentSchema = {
  type: 'object',
  properties: {
    BASE_URL: { ...text, pattern: '^https://' },
    HOST: { ...text, default: '127.0.0.1' },
    HTTPS_PORT: { ...port, default: 8443 },
    HTTP_PORT: { anyOf: [port, { const: 'off' }], default: 8080 },
    TLS_CERT_FILE: text,
    TLS_KEY_FILE: text,
    TRUST_PROXY: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
    DATA_DIR: { ...text, default: './data' },
    DATABASE_URL: { ...text, pattern: '^postgres(ql)?://' },
    REDIS_URL: { ...text, pattern: '^rediss?://' },
    NODE_COUNT: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    EGRESS_ALLOW: { type: 'string', default: '' },
    LOG_LEVEL: { enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], default: 'info' },
    API_KEY_PEPPER: { type: 'string', minLength: 32 },
    ENCRYPTION_KEYS: text,
    ADMIN_KEY: { type: 'string', minLength: 32 },
    MAX_REQUEST_BYTES: { type: 'integer', minimum: 1024, maximum: 104_857_600, default: 1_048_576 },
    MAX_RESPONSE_BYTES: { type: 'integer', minimum: 1024, maximum: 1_073_741_824, default: 10_485_760 },
    UPSTREAM_TIMEOUT_MS: milliseconds(30_000),
    REGISTRATION_TIMEOUT_MS: milliseconds(20_000),
    REGISTRATION_MEMORY_MB: { type: 'integer', minimum: 64, maximum: 16_384, default: 512 },
    DRAIN_TIMEOUT_MS: milliseconds(30_000),
    DRAIN_DELAY_MS: { type: 'integer', minimum: 0, maximum: 600_000, default: 0 },
    OVERLOAD_LAG_MS: milliseconds(250),
    WORKERS: { type: 'integer', minimum: 1, maximum: 256, default: 1 },
  },
} as const;

const validate = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  allowUnionTypes: true,
}).compile(environmentSchema);

/** Read the configuration from environment variables. Throws `ConfigError` with every problem at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(environmentSchema.properties)) {
    // An empty variable is one that somebody left blank.
    if (environment[name]) known[name] = environment[name];
  }
  const problems = validate(known) ? [] : describeProblems(validate.errors ?? [], environment);
  const env = known as unknown as Environment;
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither');
  }
  if (env.TRUST_PROXY > 0 && env.TLS_CERT_FILE !== undefined) {
    problems.push('TRUST_PROXY says that a proxy ends TLS, but TLS_CERT_FILE is set');
  }
  if (env.TRUST_PROXY > 0 && env.BASE_URL === undefined) {
    problems.push('BASE_URL is required with TRUST_PROXY: the public address is not known otherwise');
  }
  if (env.DATABASE_URL !== undefined && env.API_KEY_PEPPER === undefined) {
    problems.push('API_KEY_PEPPER is required with DATABASE_URL: all nodes must hash API keys alike');
  }
  if (env.DATABASE_URL !== undefined && env.ENCRYPTION_KEYS === undefined) {
    problems.push('ENCRYPTION_KEYS is required with DATABASE_URL: all nodes must open the same secrets');
  }
  if (env.TRUST_PROXY === 0 && env.HTTP_PORT === env.HTTPS_PORT) {
    problems.push(`HTTP_PORT and HTTPS_PORT are both ${env.HTTPS_PORT}`);
  }
  const baseUrl = readBaseUrl(env.BASE_URL, env.HTTPS_PORT, problems);
  const egressAllow = (env.EGRESS_ALLOW ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (env.WORKERS > 1 && env.REDIS_URL === undefined) {
    problems.push('REDIS_URL is required with WORKERS: processes share their limits through Redis');
  }
  const sealingKeys = readSealingKeys(env.ENCRYPTION_KEYS, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    baseUrl,
    host: env.HOST,
    tls: readTls(env),
    ...(env.HTTP_PORT === 'off' || env.TRUST_PROXY > 0 ? {} : { httpPort: env.HTTP_PORT }),
    dataDir: resolve(env.DATA_DIR),
    ...(env.DATABASE_URL === undefined ? {} : { databaseUrl: env.DATABASE_URL }),
    ...(env.REDIS_URL === undefined ? {} : { redisUrl: env.REDIS_URL }),
    // What is shared out while Redis is away is shared out between processes.
    nodes: env.NODE_COUNT * env.WORKERS,
    workers: env.WORKERS,
    egressAllow,
    logLevel: env.LOG_LEVEL,
    ...(env.API_KEY_PEPPER === undefined ? {} : { apiKeyPepper: env.API_KEY_PEPPER }),
    ...(sealingKeys === undefined ? {} : { sealingKeys }),
    ...(env.ADMIN_KEY === undefined ? {} : { adminKey: env.ADMIN_KEY }),
    limits: {
      requestBytes: env.MAX_REQUEST_BYTES,
      responseBytes: env.MAX_RESPONSE_BYTES,
      upstreamTimeout: env.UPSTREAM_TIMEOUT_MS,
      registrationTimeout: env.REGISTRATION_TIMEOUT_MS,
      registrationMemory: env.REGISTRATION_MEMORY_MB,
      drainTimeout: env.DRAIN_TIMEOUT_MS,
      drainDelay: env.DRAIN_DELAY_MS,
      lag: env.OVERLOAD_LAG_MS,
    },
  });
}

function readTls(env: Environment): TlsConfig {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TRUST_PROXY: hops, HTTPS_PORT: listen } = env;
  if (hops > 0) return { kind: 'proxy', port: listen, hops };
  if (certFile !== undefined && keyFile !== undefined)
    return { kind: 'files', port: listen, certFile, keyFile };
  return { kind: 'selfSigned', port: listen };
}

/** `id:base64` of 32 bytes each, separated by commas. */
function readSealingKeys(given: string | undefined, problems: string[]): SealingKey[] | undefined {
  if (given === undefined) return undefined;
  const keys = given.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  const ids = new Set(keys.map(({ id }) => id));
  if (!keys.every(({ id, key }) => /^[\w-]{1,32}$/.test(id) && key.length === 32) || ids.size < keys.length) {
    problems.push('ENCRYPTION_KEYS must be a list of id:key, each id once, each key 32 bytes in base64');
  }
  return keys;
}

function readBaseUrl(given: string | undefined, listen: number, problems: string[]): string {
  if (given === undefined) return `https://localhost:${listen}`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined) {
    problems.push(`BASE_URL must be an absolute URL, is ${JSON.stringify(given)}`);
    return given;
  }
  if (url.username || url.password || url.search || url.hash) {
    problems.push('BASE_URL must have no user, query or fragment');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

const secretNames = new Set(['ADMIN_KEY', 'API_KEY_PEPPER', 'ENCRYPTION_KEYS', 'DATABASE_URL', 'REDIS_URL']);

/** One sentence per variable: what was expected, and what is there unless it is a secret. */
function describeProblems(
  errors: readonly ErrorObject[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const sentences = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue;
    const name = error.instancePath.slice(1);
    const expected = sentences.has(name) ? `${sentences.get(name)}, or ` : `${name} `;
    sentences.set(name, expected + expectation(error));
  }
  return [...sentences].map(([name, sentence]) =>
    secretNames.has(name) ? sentence : `${sentence}, is ${JSON.stringify(environment[name])}`,
  );
}

function expectation({ keyword, params, message }: ErrorObject): string {
  const { allowedValues, allowedValue, pattern } = params as Record<string, unknown>;
  if (keyword === 'enum') return `must be one of ${(allowedValues as string[]).join(', ')}`;
  if (keyword === 'const') return `must be ${allowedValue}`;
  if (keyword === 'pattern') return `must begin with ${(pattern as string).replace(/[\^()?]/g, '')}`;
  return message ?? 'is wrong';
}

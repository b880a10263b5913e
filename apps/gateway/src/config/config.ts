import { resolve } from 'node:path';
import type { SealingKey } from '../domain/seal.js';
import { readEnvironment } from './read-environment.js';
import type { Environment } from './settings.js';
import { readTracing, type TracingConfig } from './tracing-config.js';

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
  /** Milliseconds that the limiter waits for an answer of Redis. */
  readonly redisTimeout: number;
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
  readonly connections: ConnectionLimits;
  readonly clients: ClientPace;
  /** Bytes of stored answers. */
  readonly cache: StoredRepliesLimits;
  /** Absent = nothing is traced. */
  readonly tracing?: TracingConfig;
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
  /** Bytes written for each byte of a message, after the first MiB. */
  readonly expansion: number;
  /** Units of work of one call: `Limits.work` of the mapper. */
  readonly work: number;
  /** Room for compiled services, in one process. */
  readonly catalogBytes: number;
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
  /** A process whose event loop has not turned for this long ends; 0 is never. */
  readonly watchdog: number;
}

/** The most client connections that a process accepts. */
export interface ConnectionLimits {
  /** In total, on every port of this process. */
  readonly total: number;
  /** From one client address; 0 is no limit. Behind a proxy every connection has the proxy's address. */
  readonly perAddress: number;
}

/** How fast a client must send and read. Times are milliseconds. */
export interface ClientPace {
  /** For the head of a request, and for the TLS handshake. */
  readonly headersTimeout: number;
  /** For a whole request. */
  readonly requestTimeout: number;
  /** For the next request on a kept connection. */
  readonly keepAlive: number;
  /** Bytes a second that a body must bring in the long run; 0 = as slow as `requestTimeout` allows. */
  readonly minBodyRate: number;
  /** What a body may lag behind its rate. */
  readonly bodyGrace: number;
  /** How long a client may take no byte of an answer that waits for it. */
  readonly writeStall: number;
}

/** The room for stored responses, in bytes: in total, and for one account, so that none can evict all others. */
export interface StoredRepliesLimits {
  readonly bytes: number;
  readonly bytesPerAccount: number;
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

/** Read the configuration from environment variables. Throws `ConfigError` with every problem at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { values: env, problems } = readEnvironment(environment);
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
  if (env.NODE_COUNT > 1 && env.REDIS_URL === undefined) {
    problems.push('REDIS_URL is required with NODE_COUNT: machines share their limits through Redis');
  }
  if (env.REQUEST_TIMEOUT_MS < env.HEADERS_TIMEOUT_MS) {
    problems.push(
      'REQUEST_TIMEOUT_MS must not be less than HEADERS_TIMEOUT_MS: the head is part of the request',
    );
  }
  if (env.TRUST_PROXY > 0 && (env.MAX_CONNECTIONS_PER_IP ?? 0) > 0) {
    problems.push('MAX_CONNECTIONS_PER_IP cannot be used with TRUST_PROXY: every connection is the proxy’s');
  }
  const tracing = readTracing(env, problems);
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
    redisTimeout: env.REDIS_TIMEOUT_MS,
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
      expansion: env.MAX_EXPANSION,
      work: env.MAX_CALL_WORK,
      catalogBytes: env.CATALOG_BYTES,
      upstreamTimeout: env.UPSTREAM_TIMEOUT_MS,
      registrationTimeout: env.REGISTRATION_TIMEOUT_MS,
      registrationMemory: env.REGISTRATION_MEMORY_MB,
      drainTimeout: env.DRAIN_TIMEOUT_MS,
      drainDelay: env.DRAIN_DELAY_MS,
      lag: env.OVERLOAD_LAG_MS,
      watchdog: env.WATCHDOG_MS,
    },
    connections: {
      // Connections are dealt to the workers in turn: each has an equal part.
      total: Math.ceil(env.MAX_CONNECTIONS / env.WORKERS),
      perAddress: Math.ceil((env.MAX_CONNECTIONS_PER_IP ?? (env.TRUST_PROXY > 0 ? 0 : 200)) / env.WORKERS),
    },
    clients: {
      headersTimeout: env.HEADERS_TIMEOUT_MS,
      requestTimeout: env.REQUEST_TIMEOUT_MS,
      keepAlive: env.KEEP_ALIVE_MS,
      minBodyRate: env.MIN_BODY_RATE,
      bodyGrace: env.BODY_GRACE_MS,
      writeStall: env.WRITE_STALL_MS,
    },
    cache: { bytes: env.CACHE_BYTES, bytesPerAccount: env.CACHE_BYTES_PER_ACCOUNT },
    ...(tracing === undefined ? {} : { tracing }),
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

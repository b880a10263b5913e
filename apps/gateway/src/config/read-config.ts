import { resolve } from 'node:path';
import type { PlanOffer } from '../domain/accounts/plan.js';
import type { SealingKey } from '../domain/seal.js';
import { findListProblems } from './check-lists.js';
import type { Config, TlsConfig } from './config.js';
import { byPosition } from './file/check-file.js';
import { FILE_SETTINGS, fileNameOf } from './file/file-settings.js';
import { type ConfigFile, readConfigFile, readPlansFile } from './file/read-config-file.js';
import { findMailProblems, readMail } from './mail-config.js';
import { findProxyProblems, readOutboundProxies, readOutboundProxy } from './outbound-proxy.js';
import { readEnvironment } from './read-environment.js';
import { readRedisAddress } from './redis-address.js';
import { readPlans } from './schema/plan-settings.js';
import type { Environment } from './schema/settings.js';
import { readTracing } from './tracing-config.js';

/** The configuration is invalid. `problems` has one sentence for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  /** @param what what is invalid */
  constructor(problems: readonly string[], what = 'the configuration') {
    super(`${what} is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The settings that name files that are read at start. */
export type FileSettings = Pick<
  Environment,
  'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'REDIS_CA_FILE' | 'OUTBOUND_PROXY_CA_FILE' | 'SMTP_CA_FILE'
>;

/** Combinations of settings that cannot be used, each with its message. */
const CONFLICTS: readonly (readonly [
  isBroken: (env: Environment) => boolean,
  problem: string | ((env: Environment) => string),
])[] = [
  [
    (env) => (env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined),
    'TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither',
  ],
  [
    (env) => env.TRUST_PROXY > 0 && env.TLS_CERT_FILE !== undefined,
    'TRUST_PROXY says that a proxy ends TLS, but TLS_CERT_FILE is set',
  ],
  [
    (env) => env.TRUST_PROXY > 0 && env.BASE_URL === undefined,
    'BASE_URL is required with TRUST_PROXY: the public address is not known otherwise',
  ],
  [
    (env) => env.DATABASE_URL !== undefined && env.API_KEY_PEPPER === undefined,
    'API_KEY_PEPPER is required with DATABASE_URL: all nodes must hash API keys alike',
  ],
  [
    (env) => env.DATABASE_URL !== undefined && env.ENCRYPTION_KEYS === undefined,
    'ENCRYPTION_KEYS is required with DATABASE_URL: all nodes must open the same secrets',
  ],
  [
    (env) => env.TRUST_PROXY === 0 && env.HTTP_PORT === env.HTTPS_PORT,
    (env) => `HTTP_PORT and HTTPS_PORT are both ${env.HTTPS_PORT}`,
  ],
  [
    (env) => env.REDIS_CA_FILE !== undefined && !/^rediss/.test(env.REDIS_URL ?? ''),
    'REDIS_CA_FILE is for Redis over TLS: set REDIS_URL to an address with rediss',
  ],
  [
    (env) => env.WORKERS > 1 && env.REDIS_URL === undefined,
    'REDIS_URL is required with WORKERS: processes share their limits through Redis',
  ],
  [
    (env) => env.NODE_COUNT > 1 && env.REDIS_URL === undefined,
    'REDIS_URL is required with NODE_COUNT: machines share their limits through Redis',
  ],
  [
    (env) => (env.SIGN_UP === 'domain') !== (env.SIGN_UP_DOMAINS !== undefined),
    'SIGN_UP_DOMAINS and SIGN_UP=domain belong together: set both or neither',
  ],
  [
    (env) => env.REQUEST_TIMEOUT_MS < env.HEADERS_TIMEOUT_MS,
    'REQUEST_TIMEOUT_MS must not be less than HEADERS_TIMEOUT_MS: the head is part of the request',
  ],
  [
    (env) => env.TRUST_PROXY > 0 && (env.MAX_CONNECTIONS_PER_IP ?? 0) > 0,
    'MAX_CONNECTIONS_PER_IP cannot be used with TRUST_PROXY: every connection is the proxy’s',
  ],
];

function problemOfRedis(url: string): string | undefined {
  try {
    readRedisAddress(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Reads the configuration from environment variables and, if `CONFIG_FILE` is set, from that file; variables win. Throws `ConfigError`
 * with every problem at once.
 *
 * @param findMore finds further problems in the files that settings name, which are usually found only at start
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  findMore: (settings: FileSettings) => readonly string[] = () => [],
): Config {
  const file = readConfigFile(environment['CONFIG_FILE'] || undefined, environment);
  const { values: env, problems } = readEnvironment(environment, file.values);
  for (const [isBroken, problem] of CONFLICTS) {
    if (isBroken(env)) problems.push(typeof problem === 'string' ? problem : problem(env));
  }
  const baseUrl = readBaseUrl(env.BASE_URL, env.HTTPS_PORT, problems);
  const redisProblem = env.REDIS_URL === undefined ? undefined : problemOfRedis(env.REDIS_URL);
  // An address with an unknown scheme has already been reported.
  if (redisProblem !== undefined && !problems.some((problem) => problem.startsWith('REDIS_URL must begin')))
    problems.push(`REDIS_URL: ${redisProblem}`);
  const egressAllow = readList(env.EGRESS_ALLOW);
  const signUpDomains = readList(env.SIGN_UP_DOMAINS?.toLowerCase());
  problems.push(
    ...findListProblems({
      egressAllow,
      signUpDomains,
      noProxy: readList(env.OUTBOUND_NO_PROXY),
      tokenIssuers: readList(env.TOKEN_ISSUERS),
    }),
  );
  problems.push(...findProxyProblems(env), ...findMailProblems(env));
  problems.push(...findMore(env));
  const tracing = readTracing(env, problems);
  const sealingKeys = readSealingKeys(env.ENCRYPTION_KEYS, problems);
  const plans = readOffer(env, file, environment, problems);
  const all = [...file.problems, ...problems.map((problem) => locateProblem(problem, file, environment))];
  if (all.length > 0) throw new ConfigError(all.sort(byPosition));
  return Object.freeze({
    baseUrl,
    host: env.HOST,
    tls: readTls(env),
    proxyProtocol: env.PROXY_PROTOCOL === 'required',
    httpPort: env.HTTP_PORT === 'off' || env.TRUST_PROXY > 0 ? undefined : env.HTTP_PORT,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    redisCaFile: env.REDIS_CA_FILE,
    redisTimeout: env.REDIS_TIMEOUT_MS,
    // While Redis is down, processes divide the limits among themselves.
    nodes: env.NODE_COUNT * env.WORKERS,
    workers: env.WORKERS,
    egressAllow,
    outboundProxy: readOutboundProxy(env),
    mail: readMail(env),
    outboundProxies: readOutboundProxies(env),
    logLevel: env.LOG_LEVEL,
    apiKeyPepper: env.API_KEY_PEPPER,
    sealingKeys,
    adminKey: env.ADMIN_KEY,
    limits: {
      requestBytes: env.MAX_REQUEST_BYTES,
      responseBytes: env.MAX_RESPONSE_BYTES,
      fileBytes: env.MAX_FILE_BYTES,
      expansion: env.MAX_EXPANSION,
      work: env.MAX_CALL_WORK,
      catalogBytes: env.CATALOG_BYTES,
      mappingMemory: env.MAPPING_MEMORY_MB,
      upstreamTimeout: env.UPSTREAM_TIMEOUT_MS,
      registrationTimeout: env.REGISTRATION_TIMEOUT_MS,
      registrationMemory: env.REGISTRATION_MEMORY_MB,
      drainTimeout: env.DRAIN_TIMEOUT_MS,
      drainDelay: env.DRAIN_DELAY_MS,
      lag: env.OVERLOAD_LAG_MS,
      watchdog: env.WATCHDOG_MS,
    },
    connections: {
      // Connections are assigned to the workers in turn, so each gets an equal part.
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
    plans,
    signUp: { mode: env.SIGN_UP, domains: signUpDomains },
    keyLifetime: env.KEY_MAX_DAYS === undefined ? undefined : env.KEY_MAX_DAYS * 86_400_000,
    tokenIssuers: readList(env.TOKEN_ISSUERS),
    watch: { isOn: env.WATCH_CONTRACTS === 'on', minimum: env.WATCH_MIN_MINUTES * 60_000 },
    cache: { bytes: env.CACHE_BYTES, bytesPerAccount: env.CACHE_BYTES_PER_ACCOUNT },
    tracing,
  });
}

/** Splits comma-separated text into a list. */
function readList(given = ''): string[] {
  return given
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Reads the plans from `PLANS_FILE` or the configuration file. */
function readOffer(
  env: Environment,
  file: ConfigFile,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): PlanOffer {
  if (env.PLANS_FILE === undefined) return readPlans(file.plans);
  if (file.plans !== undefined && !environment['PLANS_FILE']) {
    problems.push('PLANS_FILE and the section plans are both in this file: keep one of them');
  }
  const found = readPlansFile(env.PLANS_FILE);
  problems.push(...found.problems);
  return readPlans(found.plans);
}

/**
 * Adapts a problem to where its settings are: if one is in the configuration file, adds the position of the first one and uses the names of
 * the file, except for settings in the environment.
 */
function locateProblem(
  problem: string,
  file: ConfigFile,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  // Other words in capitals, such as HOST, are examples.
  const isVariable = /\b(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|WORKERS)\b/g;
  const [position] = (problem.match(isVariable) ?? []).flatMap((variable) =>
    environment[variable] ? [] : (file.locate(variable) ?? []),
  );
  if (position === undefined) return problem;
  const sentence = problem.replace(isVariable, (variable) =>
    environment[variable] || !FILE_SETTINGS.has(fileNameOf(variable)) ? variable : fileNameOf(variable),
  );
  return `${position}: ${sentence}`;
}

function readTls(env: Environment): TlsConfig {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TRUST_PROXY: hops, HTTPS_PORT: listen } = env;
  if (hops > 0) return { kind: 'proxy', port: listen, hops };
  if (certFile !== undefined && keyFile !== undefined)
    return { kind: 'files', port: listen, certFile, keyFile };
  return { kind: 'selfSigned', port: listen };
}

/** Reads the keys: comma-separated `id:base64`, 32 bytes each. */
function readSealingKeys(given: string | undefined, problems: string[]): SealingKey[] | undefined {
  if (given === undefined) return undefined;
  const keys = given.split(/[,\n]/).map((entry) => {
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

import type { SealingKey } from '../domain/seal.js';
import type { TracingConfig } from './tracing-config.js';

/** What one gateway process runs with. Made by `readConfig`, then never changed. */
export interface Config {
  /** `{base_url}` of the specification: origin and optional path, without a slash at the end. The only source of redirect targets. */
  readonly baseUrl: string;
  readonly host: string;
  readonly tls: TlsConfig;
  /** Where plain HTTP is redirected from; absent behind a proxy, and with `HTTP_PORT=off`. */
  readonly httpPort?: number | undefined;
  /** Certificates, secrets and the embedded database, where they are not configured otherwise. */
  readonly dataDir: string;
  /** PostgreSQL; absent = the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Redis for limits, cache and invalidation; absent = this process's memory. */
  readonly redisUrl?: string | undefined;
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
  readonly apiKeyPepper?: string | undefined;
  /** Keys that seal secrets at rest: the first seals, all open. Absent = one that is kept in `dataDir`. */
  readonly sealingKeys?: readonly SealingKey[] | undefined;
  /** Opens the administration API; absent = it is closed. */
  readonly adminKey?: string | undefined;
  readonly limits: GatewayLimits;
  readonly connections: ConnectionLimits;
  readonly clients: ClientPace;
  /** Bytes of stored answers. */
  readonly cache: StoredRepliesLimits;
  /** Absent = nothing is traced. */
  readonly tracing?: TracingConfig | undefined;
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
  /** Heap of the mapping thread, in MiB. */
  readonly mappingMemory: number;
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

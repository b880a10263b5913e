import type { PlanOffer } from '../domain/accounts/plan.js';
import type { SignUpRules } from '../domain/accounts/sign-up-rules.js';
import type { SealingKey } from '../domain/seal.js';
import type { WatchRules } from '../domain/services/contract-watch.js';
import type { MailConfig } from './mail-config.js';
import type { OutboundProxies, OutboundProxy } from './outbound-proxy.js';
import type { TracingConfig } from './tracing-config.js';

/** The configuration of a gateway process. Created by `readConfig` and never changed. */
export interface Config {
  /** `{base_url}` of the specification: origin and optional path, without a trailing slash. The only source of redirect targets. */
  readonly baseUrl: string;
  readonly host: string;
  readonly tls: TlsConfig;
  /** The port that redirects plain HTTP; absent behind a proxy, and with `HTTP_PORT=off`. */
  readonly httpPort?: number | undefined;
  /** The directory of certificates, secrets and the embedded database, unless configured otherwise. */
  readonly dataDir: string;
  /** The address of PostgreSQL; absent = the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** The address of Redis for limits, cache and invalidation; absent = process memory. */
  readonly redisUrl?: string | undefined;
  /** The file of CA certificates (PEM) for Redis over TLS. */
  readonly redisCaFile?: string | undefined;
  /** How long the limiter waits for Redis, in milliseconds. */
  readonly redisTimeout: number;
  /** The number of nodes that share the limits. While Redis is down, each admits one share. */
  readonly nodes: number;
  /** The number of processes on this machine that serve the same ports. */
  readonly workers: number;
  /** Non-public upstream addresses that are allowed: `host`, `host:port`, address or CIDR. */
  readonly egressAllow: readonly string[];
  /** The proxy that services are called through; absent = none. */
  readonly outboundProxy?: OutboundProxy | undefined;
  /** The server for outgoing email; absent = the gateway sends none. */
  readonly mail?: MailConfig | undefined;
  /** The proxies that services may choose by name. */
  readonly outboundProxies?: OutboundProxies | undefined;
  /** Whether a proxy begins each connection with a header of the PROXY protocol. */
  readonly proxyProtocol: boolean;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** The secret of the API key hashes; absent = stored in `dataDir`. */
  readonly apiKeyPepper?: string | undefined;
  /** The keys that seal secrets at rest: the first seals, all unseal. Absent: a key stored in `dataDir`. */
  readonly sealingKeys?: readonly SealingKey[] | undefined;
  /** The key of the administration API; absent = the API is closed. */
  readonly adminKey?: string | undefined;
  readonly limits: GatewayLimits;
  readonly connections: ConnectionLimits;
  readonly clients: ClientPace;
  /** The room for cached responses. */
  readonly cache: StoredRepliesLimits;
  /** The sign-up policy. */
  readonly signUp: SignUpRules;
  /** The maximum lifetime of the secret of an API key, in milliseconds; absent = unlimited. */
  readonly keyLifetime?: number | undefined;
  /** The authorization servers whose access tokens owners may accept from agents. */
  readonly tokenIssuers: readonly string[];
  /** The checks of the documents of services. */
  readonly watch: WatchRules;
  /** The limits of each plan, and which plans owners get. */
  readonly plans: PlanOffer;
  /** Absent: no tracing. */
  readonly tracing?: TracingConfig | undefined;
}

/** How TLS is terminated, and the port. */
export type TlsConfig =
  | { readonly kind: 'files'; readonly port: number; readonly certFile: string; readonly keyFile: string }
  | { readonly kind: 'selfSigned'; readonly port: number }
  /** A proxy terminates TLS: this process serves plain HTTP to it and trusts its `X-Forwarded-Proto`. */
  | { readonly kind: 'proxy'; readonly port: number; readonly hops: number };

/** Safety limits of the process. Sizes are in bytes, times in milliseconds. */
export interface GatewayLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Files that are read and sent while they arrive. Absent: files have the limits of messages. */
  readonly fileBytes?: number | undefined;
  /** Bytes written per byte of a message, after the first MiB. */
  readonly expansion: number;
  /** Units of work of one call: `Limits.work` of the mapper. */
  readonly work: number;
  /** Room for compiled services in one process. */
  readonly catalogBytes: number;
  /** Heap of the mapping thread, in MiB. */
  readonly mappingMemory: number;
  /** Timeout of the whole exchange with the upstream. */
  readonly upstreamTimeout: number;
  /** Timeout of one registration, including fetching. */
  readonly registrationTimeout: number;
  /** Heap of the registration process, in MiB. */
  readonly registrationMemory: number;
  /** How long a stopping process waits for its calls. */
  readonly drainTimeout: number;
  /** How long a stopping process reports that it is not ready before it stops listening, for load balancers that poll. */
  readonly drainDelay: number;
  /** Half of the time after which a turn of the event loop accepts no further calls. */
  readonly lag: number;
  /** A process whose event loop has not turned for this long is ended; 0 means never. */
  readonly watchdog: number;
}

/** The maximum number of client connections. */
export interface ConnectionLimits {
  /** In total, on every port of this process. */
  readonly total: number;
  /** Per client address; 0 means no limit. Behind a proxy every connection has the proxy's address. */
  readonly perAddress: number;
}

/** The minimum speeds at which a client must send and read. Times are in milliseconds. */
export interface ClientPace {
  /** Timeout of the header section of a request, and of the TLS handshake. */
  readonly headersTimeout: number;
  /** Timeout for receiving a whole request. */
  readonly requestTimeout: number;
  /** Timeout of an idle keep-alive connection. */
  readonly keepAlive: number;
  /** The minimum average rate of a request body in bytes per second; 0 = only `requestTimeout` limits it. */
  readonly minBodyRate: number;
  /** How long a body may lag behind its rate. */
  readonly bodyGrace: number;
  /** How long a client may stop reading a response. */
  readonly writeStall: number;
}

/** The room for cached responses in bytes: in total, and per account, so that no account can evict all others. */
export interface StoredRepliesLimits {
  readonly bytes: number;
  readonly bytesPerAccount: number;
}

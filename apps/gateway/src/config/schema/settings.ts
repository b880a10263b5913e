import { type TObject, type TProperties, Type } from 'typebox';
import type { SignUpMode } from '../../domain/accounts/sign-up-rules.js';
import type { ValueOf } from '../../domain/json-schema.js';
import { ADDRESSES_AND_TLS, CONNECTIONS_AND_SLOW_CLIENTS } from './connection-settings.js';
import { MAIL_SETTINGS } from './mail-settings.js';
import { TRACING_SETTINGS } from './tracing-settings.js';

/** Settings that belong together. */
export interface SettingGroup {
  readonly title: string;
  /** The JSON Schema of each variable, with its description for the page of the settings. */
  readonly settings: TProperties;
}

const text = { minLength: 1 };
const bytes = (minimum: number, maximum: number, standard: number) => ({
  minimum,
  maximum,
  default: standard,
});
const milliseconds = (standard: number, minimum = 1) => ({
  minimum,
  maximum: 3_600_000,
  default: standard,
});

const STATE = {
  DATA_DIR: Type.String({
    ...text,
    default: './data',
    description: 'Embedded database, self-signed certificate, and secrets that are not configured.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      ...text,
      pattern: '^postgres(ql)?://',
      description: 'PostgreSQL. Default: an embedded database in `DATA_DIR`.',
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      ...text,
      pattern: '^rediss?(\\+(cluster|sentinel))?://',
      description:
        'Redis for limits, cached responses and change notifications: one server, the nodes of a cluster separated by commas, or `redis+sentinel://HOST,HOST/MASTER`. Default: the memory of the process.',
    }),
  ),
  REDIS_CA_FILE: Type.Optional(
    Type.String({
      ...text,
      description:
        'PEM file with the certificate authorities that sign the certificate of Redis, for `rediss`. Default: the public authorities.',
    }),
  ),
  REDIS_TIMEOUT_MS: Type.Integer({
    ...milliseconds(50),
    description:
      'How long a call waits for Redis before the process applies its own share of the limits. A process that is busy waits until it has looked for the reply five times.',
  }),
  NODE_COUNT: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description:
      'Number of machines that share one Redis; it determines the share of each limit that a machine may admit while Redis is down.',
  }),
  WORKERS: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 1,
    description:
      'Number of processes on this machine that serve the same ports. More than 1 needs `REDIS_URL`.',
  }),
};

const SECRETS = {
  API_KEY_PEPPER: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'Secret that is mixed into the hashes of API keys. Default: generated once, in `DATA_DIR`.',
    }),
  ),
  ENCRYPTION_KEYS: Type.Optional(
    Type.String({
      ...text,
      description:
        'Sealing keys as `id:key,id:key`, 32 bytes in base64 each. The first one encrypts; all of them can decrypt.',
    }),
  ),
  ADMIN_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'Bearer token for `/api/admin` and `/metrics`. Default: both are closed.',
    }),
  ),
};

const CALLS = {
  EGRESS_ALLOW: Type.String({
    default: '',
    description:
      'Private addresses that the gateway may call: `host`, `host:port`, address or CIDR, separated by commas. Behind `OUTBOUND_PROXY`, also the host names that the proxy resolves.',
  }),
  OUTBOUND_PROXY: Type.Optional(
    Type.String({
      ...text,
      pattern: '^https?://',
      description:
        'Proxy for calls, documents and logins by OAuth: `http://HOST:PORT` or `http://USER:PASSWORD@HOST:PORT`. Default: none. `HTTP_PROXY` and `HTTPS_PROXY` are not read.',
    }),
  ),
  OUTBOUND_NO_PROXY: Type.String({
    default: '',
    description:
      'Hosts that are called without `OUTBOUND_PROXY`: names with all below them, addresses and CIDR, with or without a port, separated by commas; `*` is every host.',
  }),
  OUTBOUND_PROXIES: Type.Optional(
    Type.String({
      ...text,
      description:
        'Proxies that services may choose by name with the setting `proxy`, as `NAME=ADDRESS,NAME=ADDRESS` with addresses as in `OUTBOUND_PROXY`. Every account may choose every one.',
    }),
  ),
  OUTBOUND_PROXY_CA_FILE: Type.Optional(
    Type.String({
      ...text,
      description:
        'PEM file with the certificate authorities that sign the certificate of the proxy, and of those of `OUTBOUND_PROXIES`, for `https`. Default: the public authorities.',
    }),
  ),
  MAX_REQUEST_BYTES: Type.Integer({
    ...bytes(1024, 104_857_600, 1_048_576),
    description: 'Maximum size of the body of a call.',
  }),
  MAX_RESPONSE_BYTES: Type.Integer({
    ...bytes(1024, 1_073_741_824, 10_485_760),
    description: 'Maximum size of a response from a SOAP service, and of the JSON generated from it.',
  }),
  MAX_FILE_BYTES: Type.Optional(
    Type.Integer({
      minimum: 1024,
      maximum: 17_179_869_184,
      description:
        'Maximum size of a file that a route of a design takes or returns while it arrives. Default: the limits of messages.',
    }),
  ),
  MAX_EXPANSION: Type.Integer({
    ...bytes(1, 10_000, 50),
    description: 'Maximum number of bytes written per byte of a message, after the first MiB.',
  }),
  MAX_CALL_WORK: Type.Integer({
    ...bytes(10_000, 1_000_000_000, 5_000_000),
    description:
      'Maximum validation work of one call, beyond reading the message, in units: 5 million take about 0.1 s.',
  }),
  UPSTREAM_TIMEOUT_MS: Type.Integer({
    ...milliseconds(30_000),
    description: 'Timeout of the whole exchange with a SOAP service.',
  }),
  CATALOG_BYTES: Type.Integer({
    ...bytes(1_048_576, 68_719_476_736, 268_435_456),
    description:
      'Memory for compiled services in one process; services beyond it are compiled again when they are called.',
  }),
  MAPPING_MEMORY_MB: Type.Integer({
    minimum: 64,
    maximum: 16_384,
    default: 512,
    description: 'Memory limit of one job in the thread that maps large messages and compiles services.',
  }),
  CACHE_BYTES: Type.Integer({
    ...bytes(0, 68_719_476_736, 67_108_864),
    description: 'Memory for cached responses in one process.',
  }),
  CACHE_BYTES_PER_ACCOUNT: Type.Integer({
    ...bytes(0, 68_719_476_736, 16_777_216),
    description: 'Cached responses of one account, in a process and in Redis.',
  }),
};

const ACCOUNTS = {
  SIGN_UP: Type.Unsafe<SignUpMode>({
    enum: ['open', 'invitation', 'domain', 'closed'],
    default: 'open',
    description:
      'Who may sign up: anyone, people with an invitation, addresses of `SIGN_UP_DOMAINS`, or nobody. [More](configuration.md#sign-up)',
  }),
  SIGN_UP_DOMAINS: Type.Optional(
    Type.String({
      ...text,
      description:
        'For `SIGN_UP=domain`: domains of email addresses, separated by commas. Addresses are not verified before they sign up.',
    }),
  ),
  KEY_MAX_DAYS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description:
        'Maximum number of days that an API key works after it was created or rolled. Applies to keys that are created, rolled or changed from then on. Default: keys need not end.',
    }),
  ),
  TOKEN_ISSUERS: Type.Optional(
    Type.String({
      ...text,
      description:
        'Authorization servers (OAuth, OpenID Connect) whose access tokens owners may accept from agents, separated by commas, exactly as they name themselves: `https://login.example.com/tenant`. Default: none. [More](agents.md#oauth)',
    }),
  ),
  PLANS_FILE: Type.Optional(
    Type.String({
      ...text,
      description:
        'Limits of the plans, YAML or JSON. Default: the section `plans` of the configuration file. [More](configuration.md#plans)',
    }),
  ),
};

const REGISTRATION = {
  REGISTRATION_TIMEOUT_MS: Type.Integer({
    ...milliseconds(20_000),
    description:
      'Processor time of one import of a WSDL, and the time in which everything that it needs is fetched.',
  }),
  REGISTRATION_MEMORY_MB: Type.Integer({
    minimum: 64,
    maximum: 16_384,
    default: 512,
    description: 'Heap limit of the process that reads a WSDL.',
  }),
};

const WATCHES = {
  WATCH_CONTRACTS: Type.Unsafe<'on' | 'off'>({
    enum: ['on', 'off'],
    default: 'on',
    description:
      '`off`: the gateway does not fetch the WSDLs of services again to look for changes, even if their owners turn that on.',
  }),
  WATCH_MIN_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    default: 60,
    description: 'Shortest time between two checks of a WSDL, in minutes. *Check now* does not wait for it.',
  }),
};

const PROCESS = {
  DRAIN_DELAY_MS: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    default: 5_000,
    description:
      'After SIGTERM: how long `/readyz` returns 503 and responses carry `Connection: close` while calls are still accepted.',
  }),
  DRAIN_TIMEOUT_MS: Type.Integer({
    ...milliseconds(30_000),
    description: 'After that: how long in-flight calls may take to finish.',
  }),
  OVERLOAD_LAG_MS: Type.Integer({
    ...milliseconds(250),
    description:
      'Calls are rejected after twice this time in one turn of the event loop, from the second such turn in a row. Registrations are not: they wait.',
  }),
  WATCHDOG_MS: Type.Integer({
    ...milliseconds(10_000, 0),
    description:
      'A process whose event loop is blocked for this much processor time logs what it was doing and exits. 0 disables this, for example under a debugger.',
  }),
  LOG_LEVEL: Type.Unsafe<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'>({
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'Lines of this level and above are written to standard output.',
  }),
};

const FILES = {
  CONFIG_FILE: Type.Optional(
    Type.String({
      ...text,
      description:
        'Configuration file, YAML or JSON; the same as `--config`. [More](configuration.md#configuration-file)',
    }),
  ),
};

/** Every variable that the gateway reads, in the order of docs/settings.md. All others are ignored. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: 'Configuration file', settings: FILES },
  { title: 'Addresses and TLS', settings: ADDRESSES_AND_TLS },
  { title: 'Connections and slow clients', settings: CONNECTIONS_AND_SLOW_CLIENTS },
  { title: 'State', settings: STATE },
  { title: 'Secrets', settings: SECRETS },
  { title: 'Calls', settings: CALLS },
  { title: 'Accounts', settings: ACCOUNTS },
  { title: 'Email', settings: MAIL_SETTINGS },
  { title: 'Registration', settings: REGISTRATION },
  { title: 'Watched contracts', settings: WATCHES },
  { title: 'Process', settings: PROCESS },
  { title: 'Traces', settings: TRACING_SETTINGS },
];

type Settings = typeof FILES &
  typeof ADDRESSES_AND_TLS &
  typeof CONNECTIONS_AND_SLOW_CLIENTS &
  typeof STATE &
  typeof SECRETS &
  typeof CALLS &
  typeof ACCOUNTS &
  typeof MAIL_SETTINGS &
  typeof REGISTRATION &
  typeof WATCHES &
  typeof PROCESS &
  typeof TRACING_SETTINGS;

/** The values of the variables after validation: with defaults, and numbers as numbers. */
export type Environment = ValueOf<TObject<Settings>>;

/** Returns the literal prefixes of texts that match a `pattern`: for `^rediss?://`, `redis://` and `rediss://`. */
export function beginningsOf(pattern: string): string[] {
  return [...new Set(everyBeginning(pattern))];
}

function everyBeginning(pattern: string): string[] {
  const [choice, inner] = /\(([^()]*)\)(?!\?)/.exec(pattern) ?? [];
  if (choice !== undefined && inner !== undefined)
    return inner.split('|').flatMap((each) => everyBeginning(pattern.replace(choice, each)));
  const [optional, group, letter] = /\(([^()]*)\)\?|(\w)\?/.exec(pattern) ?? [];
  if (optional === undefined) return [pattern.replace('^', '').replaceAll('\\', '')];
  return ['', group ?? letter ?? ''].flatMap((each) => everyBeginning(pattern.replace(optional, each)));
}

/** Variables whose values never appear in a message or a log, and which a configuration file gives as references. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'ADMIN_KEY',
  'API_KEY_PEPPER',
  'ENCRYPTION_KEYS',
  'DATABASE_URL',
  'REDIS_URL',
  'OUTBOUND_PROXIES',
  'OUTBOUND_PROXY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** Secrets that are secret only if they contain a password. */
export const URL_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'OUTBOUND_PROXY',
  'SMTP_URL',
]);

/** Paths, which are relative to the configuration file if they are in it. */
export const PATH_SETTINGS: ReadonlySet<string> = new Set([
  'DATA_DIR',
  'OUTBOUND_PROXY_CA_FILE',
  'PLANS_FILE',
  'REDIS_CA_FILE',
  'SMTP_CA_FILE',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
]);

/** Comma-separated text, which is a list in a configuration file. */
export const LIST_SETTINGS: ReadonlySet<string> = new Set([
  'EGRESS_ALLOW',
  'OUTBOUND_NO_PROXY',
  'SIGN_UP_DOMAINS',
  'TOKEN_ISSUERS',
]);

/** Comma-separated `name=value` pairs, which are a mapping in a configuration file. */
export const PAIR_SETTINGS: ReadonlySet<string> = new Set(['OTEL_RESOURCE_ATTRIBUTES']);

import { randomBytes } from 'node:crypto';
import { assertOptions, type Check, callback, flag, members, OptionError, text } from '@soapstone/options';
import { type EgressPolicy, egressPolicy } from './egress/policy.js';
import { type AddressResolver, systemResolver } from './egress/resolver.js';
import {
  openHere,
  type RequestSecurer,
  type ResponseOpener,
  readTokensHere,
  secureHere,
  type TokenReader,
} from './message-security/message-security.js';
import { type Compatibility, compatibilityOption, copyCompatibility } from './old-servers.js';
import { proxyOption } from './proxy/proxy-settings.js';
import type { ProxyOption } from './proxy-option.js';
import { DEFAULT_TRANSPORT_LIMITS, type TransportLimits, transportLimits } from './transport-limits.js';

/** Options of `createTransport`. Every option has a safe default. */
export interface TransportOptions {
  /**
   * The addresses that this transport may connect to. Default `{}`: every public address, and none that is private or special. `unguarded` lets
   * it connect anywhere, for programs that choose every address themselves.
   */
  readonly egress?: EgressPolicy | 'unguarded' | undefined;
  /**
   * The proxy that calls and documents go through: its URL, its settings, or `none`. `environment` reads `HTTP_PROXY`, `HTTPS_PROXY` and
   * `NO_PROXY` (lower case wins) when the transport is created. TLS passes the proxy unread. With an egress policy, a proxy is asked for the
   * address that was checked, or for a host name that the policy allows by name. Default `environment`.
   */
  readonly proxy?: ProxyOption | undefined;
  /** Limits that differ from their defaults. */
  readonly limits?: Partial<Record<keyof TransportLimits, number | undefined>> | undefined;
  /** Whether to ask servers for gzip. Gzip responses are accepted either way, up to the size limit. Default false. */
  readonly acceptGzip?: boolean | undefined;
  /**
   * Accept any TLS certificate of a server, even one that is expired, self-signed or for another host. Only for testing a server
   * of your own: anyone on the path can read and change everything. Default false.
   */
  readonly insecureTls?: boolean | undefined;
  /**
   * Whether to read responses that break the syntax of HTTP/1.1 in one of the ways of old servers, for requests that do not say so
   * themselves: lines that end with LF alone, white space before the colon of a field or in its name, control characters in values, and
   * white space around chunk sizes. A connection on which such a response was read is closed after it. A length beside chunks, and
   * lengths that differ, are always rejected. Default false.
   */
  readonly lenientHttp?: boolean | undefined;
  /**
   * The settings that old servers need and that are off by default, for requests that do not say so themselves: TLS before 1.2, short keys,
   * HTTP/1.0 and others. Each member makes calls weaker or slower, so that a transport for several servers is better left without it. It
   * never holds for the servers of tokens. Default: none.
   */
  readonly compatibility?: Compatibility | undefined;
  /** `User-Agent` of every request. Default `soapstone`. */
  readonly userAgent?: string | undefined;
  /** Default: the resolver of the operating system. */
  readonly resolver?: AddressResolver | undefined;
  /** A monotonic clock in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
  /** Returns `count` unguessable bytes. Default `crypto.randomBytes`. */
  readonly random?: ((count: number) => Uint8Array) | undefined;
  /** Verifies and decrypts responses, for profiles that ask for it. Default `openResponse`, on the thread of the caller. */
  readonly openResponse?: ResponseOpener | undefined;
  /** Signs and encrypts requests, for profiles that ask for it. Default `secureRequest`, on the thread of the caller. */
  readonly secureRequest?: RequestSecurer | undefined;
  /** Reads the responses of token services. Default `readIssuedAssertion`, on the thread of the caller. */
  readonly readIssuedAssertion?: TokenReader | undefined;
}

/** Options with every default filled in. */
export interface ResolvedOptions {
  readonly egress: EgressPolicy | 'unguarded';
  readonly proxy: ProxyOption;
  readonly limits: TransportLimits;
  readonly acceptGzip: boolean;
  readonly insecureTls: boolean;
  readonly lenientHttp: boolean;
  readonly compatibility: Compatibility | undefined;
  readonly userAgent: string;
  readonly resolver: AddressResolver;
  readonly now: () => number;
  readonly random: (count: number) => Uint8Array;
  readonly openResponse: ResponseOpener;
  readonly secureRequest: RequestSecurer;
  readonly readIssuedAssertion: TokenReader;
}

const transportOptions: Check = members<TransportOptions>({
  egress: (value) => (value === 'unguarded' ? [] : egressPolicy(value)),
  proxy: proxyOption,
  limits: transportLimits,
  acceptGzip: flag,
  insecureTls: flag,
  lenientHttp: flag,
  compatibility: compatibilityOption,
  userAgent: text,
  resolver: callback,
  now: callback,
  random: callback,
  openResponse: callback,
  secureRequest: callback,
  readIssuedAssertion: callback,
});

/** Fills in the defaults. Throws `OptionError` for an unknown option and for an unusable value. */
export function resolveOptions(options: TransportOptions): ResolvedOptions {
  assertOptions(transportOptions, options, 'createTransport');
  const limits = { ...DEFAULT_TRANSPORT_LIMITS };
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  const userAgent = options.userAgent ?? 'soapstone';
  if (!/^[\x20-\x7e]{1,200}$/.test(userAgent)) {
    const expected = 'expected 1 to 200 visible ASCII characters';
    throw new OptionError('createTransport', { path: '/userAgent', expected });
  }
  const random = options.random ?? randomBytes;
  return {
    egress: options.egress ?? {},
    proxy: options.proxy ?? 'environment',
    limits,
    acceptGzip: options.acceptGzip ?? false,
    insecureTls: options.insecureTls ?? false,
    lenientHttp: options.lenientHttp ?? false,
    compatibility: copyCompatibility(options.compatibility),
    userAgent,
    resolver: options.resolver ?? systemResolver,
    now: options.now ?? (() => performance.now()),
    random,
    openResponse: options.openResponse ?? openHere,
    readIssuedAssertion: options.readIssuedAssertion ?? readTokensHere,
    secureRequest: options.secureRequest ?? secureHere(random),
  };
}

import type { Transport } from '@soapstone/soap-transport';
import type { Log } from '../../log/log.js';
import { issuerUnavailable } from './token-refusal.js';
import { createKeySet, type KeySet } from './verify-token.js';

/** The authorization servers whose tokens owners may accept, with their keys. */
export interface TokenIssuers {
  allows(issuer: string): boolean;
  /** Returns the keys of an allowed issuer. Rejects with 503 if they cannot be read. */
  keysOf(issuer: string): KeySet | Promise<KeySet>;
  /** Returns keys that were read after `known`; `known` itself if they were read a moment ago, or cannot be read. */
  newerKeys(issuer: string, known: KeySet): Promise<KeySet>;
}

/** The age at which keys are read again, and at which they are not used any more, in milliseconds. */
const REFRESH_AFTER = 10 * 60_000;
const USED_FOR = 60 * 60_000;
/** The pause between two attempts to read the keys of one issuer, regardless of the tokens that arrive: with keys, and without any. */
const PAUSE = 30_000;
const PAUSE_WITHOUT_KEYS = 5_000;
/** The limits of reading the metadata and the keys of an issuer: for both, and of each. */
const DEADLINE = 5_000;
const MAX_BYTES = 256 * 1024;
/** The limits of the connections to issuers: apart from those of calls, so that neither takes room of the other. */
export const ISSUER_LIMITS = {
  connectMs: 3_000,
  firstByteMs: DEADLINE,
  deadlineMs: DEADLINE,
  maxResponseBytes: MAX_BYTES,
  pools: 64,
  redirects: 0,
};
const MAX_KEYS = 100;

interface IssuerState {
  set?: KeySet;
  readAt: number;
  triedAt: number;
  reading?: Promise<KeySet>;
}

/**
 * Reads the keys of issuers on demand: of each at most once per pause, in one request at a time.
 *
 * @param elapsed monotonic milliseconds
 */
export function createTokenIssuers(
  issuers: readonly string[],
  deps: {
    /** Passes the egress guard. */
    readonly transport: Pick<Transport, 'fetchDocument'>;
    readonly log: Pick<Log, 'warn'>;
    readonly elapsed: () => number;
  },
): TokenIssuers {
  const { elapsed } = deps;
  const states = new Map<string, IssuerState>(
    issuers.map((issuer) => [
      issuer,
      { readAt: Number.NEGATIVE_INFINITY, triedAt: Number.NEGATIVE_INFINITY },
    ]),
  );

  function read(issuer: string, state: IssuerState): Promise<KeySet> {
    state.triedAt = elapsed();
    const reading = readKeys(issuer, deps)
      .then((set) => {
        state.set = set;
        state.readAt = elapsed();
        return set;
      })
      .catch((error: unknown) => {
        const { message } = error as Error;
        deps.log.warn('the keys of an authorization server cannot be read', { issuer, reason: message });
        throw issuerUnavailable(error);
      })
      .finally(() => {
        delete state.reading;
      });
    state.reading = reading;
    return reading;
  }

  function stateOf(issuer: string): IssuerState {
    const state = states.get(issuer);
    if (state === undefined) throw new Error('the issuer is not allowed');
    return state;
  }

  return {
    allows: (issuer) => states.has(issuer),
    keysOf(issuer) {
      const state = stateOf(issuer);
      const { set, readAt, triedAt, reading } = state;
      const at = elapsed();
      if (set !== undefined && at - readAt < USED_FOR) {
        const isDue = at - readAt >= REFRESH_AFTER && at - triedAt >= PAUSE;
        if (isDue && reading === undefined) read(issuer, state).catch(() => {});
        return set;
      }
      if (reading !== undefined) return reading;
      if (at - triedAt < PAUSE_WITHOUT_KEYS) return Promise.reject(issuerUnavailable(undefined));
      return read(issuer, state);
    },
    async newerKeys(issuer, known) {
      const state = stateOf(issuer);
      if (state.set !== undefined && state.set !== known) return state.set;
      const isPaused = elapsed() - state.triedAt < PAUSE;
      const reading = state.reading ?? (isPaused ? undefined : read(issuer, state));
      return reading === undefined ? known : reading.catch(() => known);
    },
  };
}

type ReadDependencies = Parameters<typeof createTokenIssuers>[1];

/** Reads the metadata of an issuer (RFC 8414, OpenID Connect Discovery) and the keys that it names. */
async function readKeys(issuer: string, deps: ReadDependencies): Promise<KeySet> {
  const deadlineAt = deps.elapsed() + DEADLINE;
  const { jwks_uri: address } = await readMetadata(issuer, deadlineAt, deps);
  if (typeof address !== 'string' || !URL.canParse(address)) throw new Error('its metadata has no jwks_uri');
  if (new URL(address).protocol !== 'https:' && new URL(issuer).protocol === 'https:')
    throw new Error('its jwks_uri does not begin with https://');
  const { keys } = await readObject(address, deadlineAt, deps);
  if (!Array.isArray(keys)) throw new Error('its jwks_uri is no set of keys');
  if (keys.length > MAX_KEYS) throw new Error(`it has more than ${MAX_KEYS} keys`);
  return createKeySet(keys);
}

type Json = Readonly<Record<string, unknown>>;

async function readMetadata(issuer: string, deadlineAt: number, deps: ReadDependencies): Promise<Json> {
  let failure: unknown;
  for (const address of metadataAddresses(issuer)) {
    try {
      const metadata = await readObject(address, deadlineAt, deps);
      // RFC 8414 §3.3: metadata that names another issuer must not be used.
      if (metadata['issuer'] === issuer) return metadata;
      failure = new Error('its metadata names another issuer');
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** The addresses at which the metadata of an issuer may be, in the order of the MCP specification. */
export function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `${origin}/.well-known/${name}${path}`,
  );
  return path === '' ? inserted : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

async function readObject(
  address: string,
  deadlineAt: number,
  { transport, elapsed }: ReadDependencies,
): Promise<Json> {
  const { bytes } = await transport.fetchDocument(address, {
    deadlineMs: Math.max(1, deadlineAt - elapsed()),
    maxBytes: MAX_BYTES,
  });
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error(`${address} is no JSON object`);
  return value as Json;
}

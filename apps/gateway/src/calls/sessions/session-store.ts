import { failuresIn, type SessionState, type SessionStore } from '@soapstone/soap-call/internal/session';
import { noticeOfToken } from '../../domain/accounts/token-notice.js';
import { SealError, type Sealer } from '../../domain/seal.js';
import type { Store } from '../../store/store.js';

/** The field under which the session of a service is sealed. */
const SESSION_FIELD = 'session';

/**
 * How long a node may take to log in, in milliseconds: longer than the exchange with the SOAP service. If the node dies in the meantime,
 * another one may log in after this time.
 */
export const LOGIN_LEASE_MS = 30_000;

/** The dependencies of the place of a session. `now` is in milliseconds since the Unix epoch. */
export interface SessionStoreDependencies {
  readonly store: Pick<Store, 'secrets' | 'loginLeases'>;
  readonly sealer: Sealer;
  readonly now: () => number;
}

/** The service that a session belongs to. `scope` tells apart its logins: a session of another login does not count. */
export interface SessionPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly scope: string;
  /** For a token that a program hands in: how long before its end the next one is due, in milliseconds. */
  readonly due?: number | undefined;
}

/**
 * Returns the place of the session of a service, which all nodes share: sealed in the database like a credential, so that it outlives restarts
 * and the node that logged in, and follows the encryption keys.
 */
export function createSealedSessionStore(
  { store, sealer, now }: SessionStoreDependencies,
  { accountId, serviceId, scope, due }: SessionPlace,
): SessionStore {
  const place = { accountId, serviceId, field: SESSION_FIELD };
  /** A session whose key is gone is not one: unlike a credential it can be made again. */
  const open = (sealed: string): { readonly scope: string; readonly state: SessionState } | undefined => {
    try {
      return JSON.parse(sealer.open(sealed, place));
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  };
  return {
    async read() {
      const sealed = (await store.secrets.find(accountId, serviceId)).get(SESSION_FIELD);
      if (sealed === undefined) return {};
      const kept = open(sealed);
      if (kept === undefined) return {};
      const { scope: of, state } = kept;
      // A failure before another password was set is still of interest to the owner.
      return of === scope ? state : failuresIn(state);
    },
    async lease() {
      const at = now();
      const number = await store.loginLeases.take(accountId, serviceId, at, at + LOGIN_LEASE_MS);
      if (number === undefined) return undefined;
      return {
        complete: (state) =>
          store.loginLeases.complete(
            place,
            number,
            sealer.seal(JSON.stringify({ scope, state }), place),
            due === undefined ? undefined : noticeOfToken(state.session, due),
          ),
        release: () => store.loginLeases.release(accountId, serviceId, number),
      };
    },
  };
}

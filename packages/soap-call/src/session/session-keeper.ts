import { SessionError } from './session-error.js';
import {
  failuresIn,
  type LoginFailure,
  type LoginLease,
  type Session,
  type SessionState,
  type SessionStore,
  withFailure,
} from './session-store.js';

/** The result of a login. */
export type OpenedSession = Pick<Session, 'token' | 'expiresAt' | 'endpoint'>;

/** The dependencies of a keeper. */
export interface SessionKeeperSettings {
  readonly store: SessionStore;
  /** Logs in. Its error must not have secrets in its message. Absent if tokens are handed in (`provide`). */
  readonly login?: (() => Promise<OpenedSession>) | undefined;
  /** How long before its end a session is renewed in the background, in milliseconds; at most half its life. */
  readonly before: number;
  readonly now: () => number;
  /** A new identifier for each session. */
  readonly id: () => string;
  /** Waits, for another keeper that logs in. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a failed login did not reach the server, so that it may be tried again soon. */
  readonly isUnreached?: ((error: unknown) => boolean) | undefined;
  /** How old what is known of a shared store may be, in milliseconds. Default: a keeper that is alone reads it once. */
  readonly refreshMs?: number | undefined;
  /** Called for each login, with its error if it failed. */
  readonly onLogin?: ((error?: unknown) => void) | undefined;
}

/** After a login that the server refused, none is tried for this long; nor after a renewal because of a refused session. */
const BREAKER_MS = 30_000;
/** The same after a login that did not reach the server. */
const UNREACHED_MS = 1_000;
/** How often it is looked whether another keeper has logged in, and for how long. */
const POLL_MS = 100;
const MOST_POLLS = 450;

/**
 * Keeps one session with a SOAP server for all calls (DF-7): logs in once for any number of calls that wait, renews the session before it
 * ends, and once when the server refuses it. With a shared store, one of all processes logs in.
 *
 * @example
 * ```ts
 * const { token } = await keeper.current();
 * ```
 */
export class SessionKeeper {
  readonly #settings: SessionKeeperSettings;
  #session: Session | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #flight: Promise<Session> | undefined;
  #refresh: Promise<void> | undefined;
  /** A renewal in the background that failed is not tried before this time. */
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(settings: SessionKeeperSettings) {
    this.#settings = settings;
  }

  /** The session of the last call, without a login. */
  get known(): Session | undefined {
    return this.#session;
  }

  /** Returns the session without a promise if it can be used as it is; otherwise undefined, and `current` has to be awaited. */
  get ready(): Session | undefined {
    const session = this.#session;
    if (session === undefined) return undefined;
    const now = this.#settings.now();
    return hasEnded(session, now) || this.#isDue(session, now) || this.#isOld(now) ? undefined : session;
  }

  /** Returns the session, and logs in if there is none. Throws `SessionError` if that fails. */
  async current(): Promise<Session> {
    const session = this.#session;
    const now = this.#settings.now();
    if (session === undefined || hasEnded(session, now)) {
      return await this.#open(undefined).catch((error: unknown) => {
        // The flight was that of a refused session.
        if (error === TOO_SOON) return this.#open(undefined);
        throw error;
      });
    }
    // The clock may have been set back.
    const mayRenew = now >= this.#notBefore || this.#notBefore - now > BREAKER_MS;
    if (this.#isDue(session, now) && mayRenew) this.#inBackground(session);
    else this.#refreshSoon(now);
    return session;
  }

  /**
   * Replaces a session that the server has refused. Throws `SessionError` if the login fails.
   *
   * @returns the new session; undefined if a session was replaced less than 30 seconds ago, so that the session is not what is wrong
   */
  async renew(refused: Session): Promise<Session | undefined> {
    const known = this.#session;
    const now = this.#settings.now();
    if (known !== undefined && known.id !== refused.id && !hasEnded(known, now)) return known;
    const session = await this.#replace(refused);
    // A flight that had begun before may have found the same session.
    return session === undefined || session.id !== refused.id ? session : await this.#replace(refused);
  }

  /** Puts a token that was handed in into the place of the one before (DF-16), here and in the store. */
  async provide(opened: OpenedSession): Promise<void> {
    await this.#flight?.catch(() => undefined);
    const { store, now, id } = this.#settings;
    const session: Session = { ...opened, id: id(), openedAt: now() };
    for (let tries = 0; tries < MOST_POLLS; tries++) {
      const lease = await this.#lease();
      if (lease === undefined) break;
      // The right to log in may have expired in the meantime.
      if (!(await lease.complete({ session, ...failuresIn(await store.read()) }))) continue;
      this.#session = session;
      this.#readAt = now();
      return;
    }
    throw busy();
  }

  /** Forgets the session here and in the store. @returns the session that was open */
  async end(): Promise<Session | undefined> {
    await this.#flight?.catch(() => undefined);
    const { store, now } = this.#settings;
    // Another keeper may be logging in: its session is the one to end.
    const lease = await this.#lease();
    const state = await store.read();
    const { session } = state;
    await lease?.complete(failuresIn(state));
    this.#session = undefined;
    return session === undefined || hasEnded(session, now()) ? undefined : session;
  }

  /** Waits for the right to log in. */
  async #lease(): Promise<LoginLease | undefined> {
    const { store, sleep } = this.#settings;
    let lease = await store.lease();
    for (let polls = 0; lease === undefined && polls < MOST_POLLS; polls++) {
      await sleep(POLL_MS);
      lease = await store.lease();
    }
    return lease;
  }

  async #replace(refused: Session): Promise<Session | undefined> {
    try {
      return await this.#open(refused, 'refused');
    } catch (error) {
      if (error === TOO_SOON) return undefined;
      if (this.#session?.id === refused.id) this.#session = undefined;
      throw error;
    }
  }

  #isDue({ openedAt, expiresAt }: Session, now: number): boolean {
    if (expiresAt === undefined) return false;
    return now >= expiresAt - Math.min(this.#settings.before, (expiresAt - openedAt) / 2);
  }

  /** One login at a time, for all who wait. */
  #open(replaced: Session | undefined, why: Reason = 'ended'): Promise<Session> {
    this.#flight ??= this.#find(replaced, why)
      .then((session) => {
        this.#session = session;
        this.#readAt = this.#settings.now();
        return session;
      })
      .finally(() => {
        this.#flight = undefined;
      });
    return this.#flight;
  }

  #inBackground(session: Session): void {
    if (this.#flight !== undefined) return;
    this.#open(session, 'due').catch((error: unknown) => {
      const wait = error instanceof SessionError ? error.retryAfterMs : BREAKER_MS;
      this.#notBefore = this.#settings.now() + wait;
    });
  }

  /** Whether another keeper may have written something since the store was read. */
  #isOld(now: number): boolean {
    const { refreshMs } = this.#settings;
    // The clock may have been set back.
    return refreshMs !== undefined && !(now >= this.#readAt && now - this.#readAt < refreshMs);
  }

  /** Takes over what another keeper has written. */
  #refreshSoon(now: number): void {
    const { store } = this.#settings;
    if (this.#flight !== undefined || !this.#isOld(now)) return;
    this.#refresh ??= store
      .read()
      .then(
        ({ session }) => {
          this.#session = session;
          this.#readAt = this.#settings.now();
        },
        // The session is used until it ends; what the store lacks is found when the next one is opened.
        () => undefined,
      )
      .finally(() => {
        this.#refresh = undefined;
      });
  }

  /** Finds a session that is not the replaced one: that of another keeper, or a new one. */
  async #find(replaced: Session | undefined, why: Reason): Promise<Session> {
    const { store, sleep, login } = this.#settings;
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const found = this.#usable(await store.read(), replaced, why);
      if (found !== undefined) return found;
      if (login === undefined) throw await this.#missing(why);
      const lease = await store.lease();
      if (lease === undefined) {
        await sleep(POLL_MS);
        continue;
      }
      let isHeld = true;
      try {
        // Another keeper may have completed its login between the two.
        const state = await store.read();
        const meanwhile = this.#usable(state, replaced, why);
        if (meanwhile !== undefined) return meanwhile;
        const next = await this.#logIn(login, state, why);
        isHeld = false;
        if (!(await lease.complete(next.state))) {
          // The right had ended: what its next holder has written counts.
          continue;
        }
        if (next.error !== undefined) throw next.error;
        return next.state.session as Session;
      } finally {
        if (isHeld) await lease.release();
      }
    }
    throw busy();
  }

  /** Why there is no token that was handed in. That the server refuses one is written down for its owner, and the token stays in use. */
  async #missing(why: Reason): Promise<Error> {
    const { store, now, onLogin } = this.#settings;
    if (why !== 'refused')
      return new SessionError({
        code: 'UPSTREAM_LOGIN_FAILED',
        message: 'there is no token: the one that was handed in last has ended, or none was',
        retryAfterMs: BREAKER_MS,
      });
    const lease = await store.lease();
    if (lease === undefined) return TOO_SOON;
    const { session, failures } = await store.read();
    const at = now();
    const message = 'the SOAP service does not accept the token that was handed in';
    const failure: LoginFailure = { at, retryAt: at, message };
    if (await lease.complete({ session, refusedAt: at, failure, failures: withFailure(failures, failure) }))
      onLogin?.(new Error(message));
    return TOO_SOON;
  }

  /** The session of a state, if it serves. Throws if no login may be tried now. */
  #usable(state: SessionState, replaced: Session | undefined, why: Reason): Session | undefined {
    const now = this.#settings.now();
    const { session, failure, refusedAt } = state;
    if (session !== undefined && session.id !== replaced?.id && !hasEnded(session, now)) return session;
    if (failure !== undefined && now < failure.retryAt && now >= failure.at) throw failed(failure, now);
    if (why === 'refused' && refusedAt !== undefined && now >= refusedAt && now - refusedAt < BREAKER_MS)
      throw TOO_SOON;
    return undefined;
  }

  async #logIn(
    login: () => Promise<OpenedSession>,
    state: SessionState,
    why: Reason,
  ): Promise<{ readonly state: SessionState; readonly error?: SessionError }> {
    const { now, id, onLogin, isUnreached } = this.#settings;
    const refusedAt = why === 'refused' ? { refusedAt: now() } : { refusedAt: state.refusedAt };
    try {
      const opened = await login();
      onLogin?.();
      return {
        state: { session: { ...opened, id: id(), openedAt: now() }, ...refusedAt, ...failuresIn(state) },
      };
    } catch (cause) {
      onLogin?.(cause);
      const at = now();
      const wait = isUnreached?.(cause) === true ? UNREACHED_MS : BREAKER_MS;
      const message = cause instanceof Error ? cause.message : 'the login failed';
      const failure: LoginFailure = { at, retryAt: at + wait, message };
      // A session that is only due for renewal serves until it ends.
      const kept = why === 'due' ? { session: state.session } : {};
      const failures = withFailure(state.failures, failure);
      return { state: { ...kept, ...refusedAt, failure, failures }, error: failed(failure, at, cause) };
    }
  }
}

/** Why a session is replaced: it has ended or there is none, it ends soon, or the server has refused it. */
type Reason = 'ended' | 'due' | 'refused';

const TOO_SOON = new Error('a session was replaced a moment ago');

function busy(): SessionError {
  return new SessionError({
    code: 'UPSTREAM_LOGIN_FAILED',
    message: 'another process has been logging in for too long',
    retryAfterMs: UNREACHED_MS,
  });
}

function failed(failure: LoginFailure, now: number, cause?: unknown): SessionError {
  return new SessionError({
    code: 'UPSTREAM_LOGIN_FAILED',
    message: `cannot log in to the SOAP service: ${failure.message}`,
    retryAfterMs: Math.max(0, failure.retryAt - now),
    cause,
  });
}

function hasEnded({ expiresAt }: Session, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}

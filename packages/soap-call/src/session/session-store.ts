/** A session with a SOAP server. */
export interface Session {
  /** Tells sessions apart: that of another login has another one. */
  readonly id: string;
  readonly token: string;
  /** When it was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** When it ends; absent if nothing says so. */
  readonly expiresAt?: number | undefined;
  /** The address that its calls go to, if the login named one. */
  readonly endpoint?: string | undefined;
}

/** A login that failed. */
export interface LoginFailure {
  readonly at: number;
  /** No login is tried before this time. */
  readonly retryAt: number;
  /** The failure, without secrets. */
  readonly message: string;
}

/** A failure that was seen once or more often. */
export interface RepeatedFailure {
  /** When it was seen first and last, in milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly times: number;
  /** The failure, without secrets. */
  readonly message: string;
}

/** The state that all keepers of one session share. */
export interface SessionState {
  readonly session?: Session | undefined;
  /** The last login, if it failed. */
  readonly failure?: LoginFailure | undefined;
  /** The last different failures, at most 10, the latest first. They stay when a login succeeds. */
  readonly failures?: readonly RepeatedFailure[] | undefined;
  /** When a session was last renewed because the server refused it. */
  readonly refusedAt?: number | undefined;
}

/** The failures that are kept. */
const MOST_FAILURES = 10;

/** Adds a failure to those that are kept. One whose message is known is counted there. */
export function withFailure(
  failures: readonly RepeatedFailure[] | undefined,
  { at, message }: Pick<LoginFailure, 'at' | 'message'>,
): readonly RepeatedFailure[] {
  const known = failures?.find((failure) => failure.message === message);
  const others = (failures ?? []).filter((failure) => failure !== known);
  const { firstAt, times } = known ?? { firstAt: at, times: 0 };
  return [{ firstAt, lastAt: at, times: times + 1, message }, ...others].slice(0, MOST_FAILURES);
}

/** The known failures, for the next state. */
export function failuresIn({ failures }: SessionState): Pick<SessionState, 'failures'> {
  return failures === undefined ? {} : { failures };
}

/** The right to log in, which one keeper has at a time. It expires, so that a keeper that dies does not hold it. */
export interface LoginLease {
  /** Writes the state and gives the right back. @returns false if the right had ended, so that nothing was written */
  complete(state: SessionState): Promise<boolean>;
  /** Gives the right back without a change. */
  release(): Promise<void>;
}

/** Where a session is kept. Several keepers, in several processes, may share one. */
export interface SessionStore {
  read(): Promise<SessionState>;
  /** Takes the right to log in; undefined while another keeper has it. */
  lease(): Promise<LoginLease | undefined>;
}

/**
 * Creates the store of a session in the memory of this process, for several clients of one service.
 *
 * @example
 * ```ts
 * const sessionStore = createSessionStore();
 * const reader = await createClient(wsdl, { design, fills, sessionStore });
 * const writer = await createClient(wsdl, { design, fills, sessionStore }); // both use one login
 * ```
 */
export function createSessionStore(): SessionStore {
  let state: SessionState = {};
  let holder: LoginLease | undefined;
  return {
    read: () => Promise.resolve(state),
    lease() {
      if (holder !== undefined) return Promise.resolve(undefined);
      const lease: LoginLease = {
        complete(next) {
          const isHolder = holder === lease;
          if (isHolder) {
            state = next;
            holder = undefined;
          }
          return Promise.resolve(isHolder);
        },
        release() {
          if (holder === lease) holder = undefined;
          return Promise.resolve();
        },
      };
      holder = lease;
      return Promise.resolve(lease);
    },
  };
}

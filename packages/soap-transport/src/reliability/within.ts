import { TransportError } from '../transport-error.js';
import type { CallSignal } from './call-scope.js';

/** How long a call may wait. */
export interface CallTime {
  /** From now. */
  readonly deadlineMs: number;
  readonly signal: CallSignal | undefined;
}

/**
 * Resolves to the value of `promise`, or rejects with `TransportError` `UPSTREAM_TIMEOUT` or `ABORTED` if the call ends first.
 * The work continues for other calls.
 *
 * @param late what was not done in time, as the start of the message: `the token endpoint did not answer`
 */
export function within<Value>(
  promise: Promise<Value>,
  { deadlineMs, signal }: CallTime,
  late: string,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (code: 'ABORTED' | 'UPSTREAM_TIMEOUT', message: string): void =>
      reject(new TransportError({ code, phase: 'prepare', message }));
    const listener = { handleEvent: () => end('ABORTED', 'the call was aborted') };
    if (signal?.aborted === true) listener.handleEvent();
    signal?.addEventListener('abort', listener, { once: true });
    const timer = setTimeout(
      () => end('UPSTREAM_TIMEOUT', `${late} within the deadline of the call`),
      deadlineMs,
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', listener);
    };
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

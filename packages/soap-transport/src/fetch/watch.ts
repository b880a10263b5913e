import type { AbortListener, CallSignal } from '../reliability/call-scope.js';
import { TransportError, type TransportPhase } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';

/** One call: its deadline and the signal of its caller. */
export interface Watch {
  /** The signal to pass to `fetch`. */
  readonly signal: AbortSignal;
  /** Why the call ended early. */
  reason(): TransportError | undefined;
  /** Ends the watch. Called when the call is over. */
  stop(): void;
}

/** Watches a call from now on. */
export function watchCall(deadlineMs: number, signal: CallSignal | undefined): Watch {
  const controller = new AbortController();
  let reason: TransportError | undefined;
  const end = (error: TransportError): void => {
    reason ??= error;
    controller.abort(reason);
  };
  const abort = (phase: TransportPhase): void =>
    end(
      new TransportError({
        code: 'ABORTED',
        phase,
        message: 'the caller aborted the call',
        cause: signal?.reason,
      }),
    );
  const given: AbortListener = { handleEvent: () => abort('await-response') };
  // A timer takes no more than 31 bits.
  const timer = setTimeout(
    () =>
      end(
        new TransportError({
          code: 'UPSTREAM_TIMEOUT',
          phase: 'await-response',
          message: `no complete response within ${deadlineMs} ms${raisedBy('deadlineMs')}`,
        }),
      ),
    Math.min(deadlineMs, 0x7fff_ffff),
  );
  if (signal?.aborted === true) abort('prepare');
  else signal?.addEventListener('abort', given, { once: true });
  return {
    signal: controller.signal,
    reason: () => reason,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', given);
    },
  };
}

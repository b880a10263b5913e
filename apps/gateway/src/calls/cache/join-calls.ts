import type { AbortListener, CallSignal } from '@soapstone/soap-transport';

/** Runs work once for all callers that ask for the same work while it runs. */
export interface JoinedCalls<Value> {
  /**
   * Returns the result of the work of `key`, calling `work` only if it is not already running. `signal` removes one caller; the work is
   * aborted when the last one has left.
   */
  run(key: string, signal: CallSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

interface Running<Value> {
  readonly value: Promise<Value>;
  readonly abort: AbortController;
  waiting: number;
}

export function createJoinedCalls<Value>(): JoinedCalls<Value> {
  const running = new Map<string, Running<Value>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>): Running<Value> {
    const abort = new AbortController();
    const value = work(abort.signal).finally(() => {
      if (running.get(key) === call) running.delete(key);
    });
    const call: Running<Value> = { value, abort, waiting: 0 };
    running.set(key, call);
    return call;
  }

  return {
    async run(key, signal, work) {
      if (signal.aborted) throw reasonOf(signal);
      const call = running.get(key) ?? start(key, work);
      call.waiting += 1;
      let gone: AbortListener | undefined;
      try {
        return await Promise.race([
          call.value,
          new Promise<never>((_resolve, reject) => {
            gone = { handleEvent: () => reject(reasonOf(signal)) };
            signal.addEventListener('abort', gone, { once: true });
          }),
        ]);
      } finally {
        signal.removeEventListener('abort', gone!);
        call.waiting -= 1;
        if (call.waiting === 0) {
          // A new caller must start again instead of joining work that is being aborted.
          if (running.get(key) === call) running.delete(key);
          call.abort.abort();
        }
      }
    },
  };
}

function reasonOf(signal: CallSignal): unknown {
  return signal.reason ?? new DOMException('The caller has gone', 'AbortError');
}

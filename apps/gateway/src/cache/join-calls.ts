import type { AbortListener, CallSignal } from '@soapstone/soap-transport';

/** Runs identical work once for everybody who asks while it runs. */
export interface JoinedCalls<Value> {
  /**
   * The value of the work of `key`; `work` is only called where nobody runs it already. `signal` takes one caller out; the
   * work is given up when the last one has gone.
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
          // Who asks from now on starts anew instead of joining work that is being given up.
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

import type { AbortListener, CallSignal } from '@soapstone/soap-transport';

/** An empty list. Never written to. */
const none: AbortListener[] = [];

/**
 * Fires when the client disconnects before the response is written. An `AbortController` would do the same, but creating one and listening
 * to it costs several times as much as the rest of the adapter.
 */
export class ClientSignal implements CallSignal {
  aborted = false;
  #listeners: AbortListener[] = none;

  addEventListener(_type: 'abort', listener: AbortListener): void {
    if (this.aborted) return;
    if (this.#listeners === none) this.#listeners = [listener];
    else this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  /** Reports that the client has disconnected. Repeated calls have no effect. */
  abort(): void {
    this.aborted = true;
    const listeners = this.#listeners;
    this.#listeners = none;
    for (const listener of listeners) listener.handleEvent();
  }
}

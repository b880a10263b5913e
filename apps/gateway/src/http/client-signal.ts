import type { AbortListener, CallSignal } from '@soapstone/soap-transport';

/** Stands for a list that was not made yet. Never written to. */
const none: AbortListener[] = [];

/**
 * Fires when the client goes away before its answer is written. An `AbortSignal` of a controller says the same, but making
 * one and listening to it costs several times what the rest of the adapter does.
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

  /** The client has gone. Again, it changes nothing. */
  abort(): void {
    this.aborted = true;
    const listeners = this.#listeners;
    this.#listeners = none;
    for (const listener of listeners) listener.handleEvent();
  }
}

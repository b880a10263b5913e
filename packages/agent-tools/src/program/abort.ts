import type { CancelSignal } from '../host.js';

/** An `AbortController`. */
export interface ProgramAbort {
  readonly signal: CancelSignal;
  abort(): void;
}

/** Creates an `AbortController`, which every runtime has. */
export function createAbort(): ProgramAbort {
  return new (globalThis as unknown as { AbortController: new () => ProgramAbort }).AbortController();
}

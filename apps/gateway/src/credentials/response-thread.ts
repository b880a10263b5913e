import { parentPort } from 'node:worker_threads';
import { isTransportError, openResponse, type ResponseSecurity } from '@soapstone/soap-transport';

/** The thread that verifies and decrypts large responses, one after the other. */

/** One response. */
export interface ResponseJob {
  readonly id: number;
  readonly envelope: Uint8Array;
  readonly security: ResponseSecurity;
}

/** What became of it: its envelope, or the code and message of a `TransportError`. */
export type ResponseOutcome =
  | { readonly id: number; readonly opened: Uint8Array }
  | { readonly id: number; readonly code: string; readonly message: string };

parentPort?.on('message', ({ id, envelope, security }: ResponseJob) => {
  let outcome: ResponseOutcome;
  try {
    outcome = { id, opened: openResponse(envelope, security) };
  } catch (error) {
    const code = isTransportError(error) ? error.code : '';
    outcome = { id, code, message: error instanceof Error ? error.message : '' };
  }
  parentPort?.postMessage(outcome);
});

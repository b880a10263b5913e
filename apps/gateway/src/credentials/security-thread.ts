import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import {
  type CredentialProfile,
  isTransportError,
  openResponse,
  type ResponseSecurity,
  secureEnvelope,
} from '@soapstone/soap-transport';

/** The thread that signs, encrypts, verifies and decrypts large messages, one after the other. */

/** One message: a request to secure, or a response to open. */
export type SecurityJob = { readonly id: number; readonly envelope: Uint8Array } & (
  | { readonly secure: CredentialProfile }
  | { readonly open: ResponseSecurity }
);

/** What became of it: its envelope, or the code and message of a `TransportError`. */
export type SecurityOutcome =
  | { readonly id: number; readonly done: Uint8Array }
  | { readonly id: number; readonly code: string; readonly message: string };

parentPort?.on('message', (job: SecurityJob) => {
  const { id, envelope } = job;
  let outcome: SecurityOutcome;
  try {
    const done =
      'open' in job
        ? openResponse(envelope, job.open)
        : secureEnvelope(envelope, job.secure, { random: randomBytes });
    outcome = { id, done };
  } catch (error) {
    const code = isTransportError(error) ? error.code : '';
    outcome = { id, code, message: error instanceof Error ? error.message : '' };
  }
  parentPort?.postMessage(outcome);
});

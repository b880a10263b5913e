import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import {
  type CredentialProfile,
  isTransportError,
  openResponse,
  type ResponseSecurity,
  type SecuredRequest,
  secureRequest,
} from '@soapstone/soap-transport';
import { lowerPriority } from '../children/lower-priority.js';

/** The thread that signs, encrypts, verifies and decrypts large messages, one after the other. */

/** A request to secure, or a response to open. */
export type SecurityJob = { readonly envelope: Uint8Array } & (
  | { readonly secure: CredentialProfile }
  | { readonly open: ResponseSecurity }
);

/** The secured request or the opened response, or the code and message of a `TransportError`. */
export type SecurityReply =
  | { readonly id: number; readonly done: SecuredRequest | Uint8Array }
  | { readonly id: number; readonly code: string; readonly message: string };

lowerPriority();

parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: SecurityJob }) => {
  parentPort?.postMessage(replyTo(id, job));
});

function replyTo(id: number, job: SecurityJob): SecurityReply {
  try {
    const done =
      'open' in job
        ? openResponse(job.envelope, job.open)
        : secureRequest(job.envelope, job.secure, { random: randomBytes });
    return { id, done };
  } catch (error) {
    const code = isTransportError(error) ? error.code : '';
    return { id, code, message: error instanceof Error ? error.message : '' };
  }
}

import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { SignedElement } from '@soapstone/soap-model';
import {
  type CredentialProfile,
  type IssuedAssertion,
  isSecurityError,
  openResponse,
  type ResponseSecurity,
  readIssuedAssertion,
  type SecuredRequest,
  type TokenResponse,
} from '@soapstone/ws-security';
import { secureMessage } from '@soapstone/ws-security/internal';
import { lowerPriority } from '../../children/lower-priority.js';
import { greetParent } from '../../children/thread-clock.js';

/** The thread that signs, encrypts, verifies and decrypts large messages, one after the other. */

/** A request to secure, a response to open, or the response of a token service. */
export type SecurityJob = { readonly envelope: Uint8Array } & (
  | {
      readonly secure: CredentialProfile;
      /** The elements that are signed first. */
      readonly elements?: readonly SignedElement[] | undefined;
    }
  | { readonly open: ResponseSecurity }
  | { readonly token: Omit<TokenResponse, 'body'> }
);

/** The secured request, the opened response or the assertion, or the code and message of a `SecurityError`. */
export type SecurityReply =
  | { readonly id: number; readonly done: SecuredRequest | Uint8Array | IssuedAssertion }
  | { readonly id: number; readonly code: string; readonly message: string };

lowerPriority();
greetParent();

parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: SecurityJob }) => {
  parentPort?.postMessage(replyTo(id, job));
});

function replyTo(id: number, job: SecurityJob): SecurityReply {
  try {
    return { id, done: perform(job) };
  } catch (error) {
    const code = isSecurityError(error) ? error.code : '';
    return { id, code, message: error instanceof Error ? error.message : '' };
  }
}

function perform(job: SecurityJob): SecuredRequest | Uint8Array | IssuedAssertion {
  const { envelope } = job;
  if ('open' in job) return openResponse(envelope, job.open);
  if ('token' in job) return readIssuedAssertion({ ...job.token, body: envelope });
  // A key outside the process cannot be sent to a thread.
  return secureMessage(envelope, job.secure, { random: randomBytes }, job.elements) as SecuredRequest;
}

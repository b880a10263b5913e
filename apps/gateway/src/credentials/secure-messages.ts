import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import {
  openResponse,
  type RequestSecurer,
  type ResponseOpener,
  secureEnvelope,
  TransportError,
  type TransportErrorCode,
} from '@soapstone/soap-transport';
import { locateModule } from '../children/locate-module.js';
import type { SecurityJob, SecurityOutcome } from './security-thread.js';

/** Bytes of a message that the event loop secures or opens itself, in a few milliseconds. */
const LOOP_SHARE = 8 * 1024;

type SecureJob = Extract<SecurityJob, { readonly secure: unknown }>;
type OpenJob = Extract<SecurityJob, { readonly open: unknown }>;

interface Waiting {
  readonly resolve: (done: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Signs and encrypts requests, verifies and decrypts responses: small ones on the event loop, others in a thread that starts with the
 * first of them.
 */
export interface SecurityThread {
  readonly secure: RequestSecurer;
  readonly open: ResponseOpener;
  close(): Promise<void>;
}

export function createSecurityThread(): SecurityThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;

  const started = (): Worker => {
    const worker = new Worker(locateModule('credentials/security-thread'), { execArgv: [] });
    worker.on('message', (outcome: SecurityOutcome) => {
      const call = waiting.get(outcome.id);
      waiting.delete(outcome.id);
      if (waiting.size === 0) worker.unref();
      if ('done' in outcome) call?.resolve(outcome.done);
      else call?.reject(errorOf(outcome));
    });
    const end = (error: Error): void => {
      if (thread === worker) thread = undefined;
      for (const call of waiting.values()) call.reject(error);
      waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that secures messages ended')));
    return worker;
  };

  const inThread = (envelope: Uint8Array, what: Pick<SecureJob, 'secure'> | Pick<OpenJob, 'open'>) => {
    thread ??= started();
    thread.ref();
    last += 1;
    const job: SecurityJob = { id: last, envelope: new Uint8Array(envelope), ...what };
    return new Promise<Uint8Array>((resolve, reject) => {
      waiting.set(job.id, { resolve, reject });
      thread?.postMessage(job);
    });
  };

  return {
    secure: (envelope, profile) =>
      envelope.length <= LOOP_SHARE
        ? secureEnvelope(envelope, profile, { random: randomBytes })
        : inThread(envelope, { secure: profile }),
    open: (envelope, security) =>
      envelope.length <= LOOP_SHARE
        ? openResponse(envelope, security)
        : inThread(envelope, { open: security }),
    async close() {
      await thread?.terminate();
    },
  };
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  if (code === '') return new Error('a message could not be secured or verified');
  const phase = code === 'INVALID_REQUEST' ? 'prepare' : 'read-response';
  return new TransportError({ code: code as TransportErrorCode, phase, message });
}

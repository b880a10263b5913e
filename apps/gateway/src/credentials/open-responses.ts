import { Worker } from 'node:worker_threads';
import {
  openResponse,
  type ResponseOpener,
  TransportError,
  type TransportErrorCode,
} from '@soapstone/soap-transport';
import { locateModule } from '../children/locate-module.js';
import type { ResponseJob, ResponseOutcome } from './response-thread.js';

/** Bytes of a response that the event loop verifies and decrypts itself, in a few milliseconds. */
const LOOP_SHARE = 8 * 1024;

interface Waiting {
  readonly resolve: (opened: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Verifies and decrypts responses: small ones on the event loop, others in a thread that starts with the first of them. */
export interface ResponseThread {
  readonly open: ResponseOpener;
  close(): Promise<void>;
}

export function createResponseThread(): ResponseThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;

  const started = (): Worker => {
    const worker = new Worker(locateModule('credentials/response-thread'), { execArgv: [] });
    worker.on('message', (outcome: ResponseOutcome) => {
      const call = waiting.get(outcome.id);
      waiting.delete(outcome.id);
      if (waiting.size === 0) worker.unref();
      if ('opened' in outcome) call?.resolve(outcome.opened);
      else call?.reject(errorOf(outcome));
    });
    const end = (error: Error): void => {
      if (thread === worker) thread = undefined;
      for (const call of waiting.values()) call.reject(error);
      waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that verifies responses ended')));
    return worker;
  };

  return {
    open(envelope, security) {
      if (envelope.length <= LOOP_SHARE) return openResponse(envelope, security);
      thread ??= started();
      thread.ref();
      last += 1;
      const job: ResponseJob = { id: last, envelope: new Uint8Array(envelope), security };
      return new Promise((resolve, reject) => {
        waiting.set(job.id, { resolve, reject });
        thread?.postMessage(job);
      });
    },
    async close() {
      await thread?.terminate();
    },
  };
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  if (code === '') return new Error('a response could not be verified');
  const phase = code === 'INVALID_REQUEST' ? 'prepare' : 'read-response';
  return new TransportError({ code: code as TransportErrorCode, phase, message });
}

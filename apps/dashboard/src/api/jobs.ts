import { ApiError, toApiError } from './requests/errors.js';
import { untilBack } from './requests/reachability.js';
import { send } from './requests/send.js';
import type { components } from './schema.js';

/** An import of documents, and its progress. */
export type Job = components['schemas']['Job'];

const POLL = 700;

/** The request header that allows the gateway to work in the background. */
export const IN_THE_BACKGROUND = { headers: { Prefer: 'respond-async' } } as const;

/** Returns the job that the gateway started in the background. */
export function jobOf(sent: object): { readonly jobId: string } {
  if (!('jobId' in sent) || typeof sent.jobId !== 'string')
    throw new Error('the gateway did not start a job');
  return { jobId: sent.jobId };
}

/**
 * Follows a job to its end and resolves to its result. `tell` receives every step. Rejects with the `ApiError` of a failed
 * job, or an `AbortError` when `signal` fires.
 */
export async function followJob(
  jobId: string,
  tell: (job: Job) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const job = (await listen(jobId, tell, signal)) ?? (await poll(jobId, tell, signal));
  if (job.state === 'done') return job.result;
  if (job.state === 'cancelled') {
    throw new ApiError({ status: 409, code: 'CANCELLED', message: 'The import was cancelled' });
  }
  throw toApiError(job.error, 400);
}

export function cancelJob(jobId: string): Promise<unknown> {
  return send('delete', '/api/manage/jobs/{jobId}', { path: { jobId } });
}

/** Resolves to the finished job; undefined if no events arrive, as behind some proxies. */
function listen(jobId: string, tell: (job: Job) => void, signal: AbortSignal): Promise<Job | undefined> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/api/manage/jobs/${encodeURIComponent(jobId)}/events`);
    const finish = (settle: () => void) => {
      events.close();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const stop = () => finish(() => reject(signal.reason));
    const read = (event: Event) => JSON.parse((event as MessageEvent<string>).data) as Job;
    events.addEventListener('progress', (event) => tell(read(event)));
    events.addEventListener('end', (event) => finish(() => resolve(read(event))));
    events.addEventListener('error', () => finish(() => resolve(undefined)));
    signal.addEventListener('abort', stop);
  });
}

async function poll(jobId: string, tell: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  for (;;) {
    const asked = send('get', '/api/manage/jobs/{jobId}', { path: { jobId } }, { signal });
    const job = await asked.catch(continueWhenBack);
    if (job !== undefined) {
      if (job.state !== 'running') return job;
      tell(job);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL));
    signal.throwIfAborted();
  }
}

/** Keep trying: the gateway keeps the job while the page cannot reach it. */
async function continueWhenBack(error: unknown): Promise<undefined> {
  if (!(error instanceof ApiError) || error.status !== 0) throw error;
  await untilBack();
}

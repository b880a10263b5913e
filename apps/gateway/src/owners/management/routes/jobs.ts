import { setTimeout as wait } from 'node:timers/promises';
import { withCode } from '@soapstone/http-contract';
import { EMPTY_OBJECT, type ValueOf } from '../../../domain/json-schema.js';
import type { Job } from '../../../domain/services/job.js';
import { notFound } from '../../../errors/management-errors.js';
import { LOST_AFTER } from '../../registration/run-job.js';
import { JOB } from '../answers/drafts.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  ownerOf,
  type Route,
  route,
} from '../routing/route.js';

const PATH = '/api/manage/jobs/:jobId';
/** The polling interval of a watched job, in milliseconds. */
const LOOK_EVERY = 200;

const show = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  summary:
    'The progress of an import that was started with `Prefer: respond-async`, and its result for an hour',
  answer: JOB,
  handle: async (call, deps) => ({ body: showJob(await findJob(call, deps), deps.now()) }),
});

const watch = route({
  method: 'get',
  path: `${PATH}/events`,
  access: 'owner',
  summary: 'The same as Server-Sent Events: `progress` at each change, `end` with the result',
  answer: JOB,
  media: ['text/event-stream'],
  // Disconnecting only stops watching; the job continues.
  handle: async (call, deps) => ({ events: watchJob(await findJob(call, deps), call.signal, deps) }),
});

const cancel = route({
  method: 'delete',
  path: PATH,
  access: 'owner',
  summary: 'Cancel an import; what it has already stored stays',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const job = await findJob(call, deps);
    await deps.store.jobs.update({ ...job, state: 'cancelled', updatedAt: deps.now() });
    return {};
  },
});

async function findJob(call: ManagementCall, { store }: ManagementDependencies): Promise<Job> {
  const job = await store.jobs.find(ownerOf(call).account.id, call.params['jobId'] ?? '');
  if (job === undefined) throw notFound('job');
  return job;
}

/** The job may run on another node, so its state is read from the database. */
async function* watchJob(first: Job, signal: AbortSignal, { store, now }: ManagementDependencies) {
  let seen = '';
  for (let job: Job | undefined = first; job !== undefined; ) {
    const shown = showJob(job, now());
    if (shown.state !== 'running') {
      yield { event: 'end', data: shown };
      return;
    }
    const text = JSON.stringify(shown);
    if (text !== seen) yield { event: 'progress', data: shown };
    seen = text;
    try {
      await wait(LOOK_EVERY, undefined, { signal });
    } catch {
      return;
    }
    job = await store.jobs.find(first.accountId, first.id);
  }
}

function showJob({ id, state, progress, updatedAt }: Job, now: number): ValueOf<typeof JOB> {
  const { result, error, ...rest } = progress;
  // The process of the job is gone, so nothing will finish it.
  const isLost = state === 'running' && now - updatedAt > LOST_AFTER;
  return {
    jobId: id,
    state: isLost ? 'failed' : state,
    ...rest,
    result: result ?? null,
    error: isLost ? LOST : (error ?? null),
  };
}

const LOST = { ...withCode('LOST'), message: 'The import was interrupted; start it again' };

export const jobRoutes: readonly Route[] = [show, watch, cancel];

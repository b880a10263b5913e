import type { ValueOf } from '../../../domain/json-schema.js';
import type { RegistrationDependencies } from '../../registration/register.js';
import { startJob } from '../../registration/run-job.js';
import type { JOB_BEGUN } from '../answers/drafts.js';
import { explainFailure } from './explain-failure.js';
import { type JsonAnswer, type ManagementCall, type ManagementDependencies, ownerOf } from './route.js';

/**
 * Runs `work` and responds with its result. If the client prefers it (RFC 7240), responds immediately with 202 and a job id, and continues in
 * the background.
 */
export async function runInBackground<Result>(
  call: ManagementCall,
  deps: ManagementDependencies,
  work: (registration: RegistrationDependencies) => Promise<Result>,
): Promise<JsonAnswer<Result | ValueOf<typeof JOB_BEGUN>>> {
  const { largeBody } = call;
  if (!prefersAsync(call.header('prefer'))) {
    return { body: await work({ ...deps.registration, ...(largeBody && { signal: largeBody.signal }) }) };
  }
  deps.registration.assertRoom();
  const leave = largeBody?.keep();
  const job = await startJob(ownerOf(call).account.id, {
    jobs: deps.store.jobs,
    now: deps.now,
    work: ({ signal, onStep }) => {
      const signals = largeBody === undefined ? [signal] : [signal, largeBody.signal];
      return work({ ...deps.registration, onStep, signal: AbortSignal.any(signals) }).finally(leave);
    },
    describeFailure: explainFailure,
    log: deps.log,
  }).catch((error: unknown) => {
    leave?.();
    throw error;
  });
  const path = `/api/manage/jobs/${job.id}`;
  return {
    status: 202,
    body: { jobId: job.id, url: path, eventsUrl: `${path}/events` },
    headers: { Location: path, 'Preference-Applied': 'respond-async' },
  };
}

function prefersAsync(header: string | undefined): boolean {
  return (header ?? '').split(',').some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
}

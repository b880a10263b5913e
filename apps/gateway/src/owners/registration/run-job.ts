import { randomUUID } from 'node:crypto';
import { withCode } from '@soapstone/http-contract';
import { defined } from '@soapstone/options/defined';
import { type Job, type JobProgress, MAX_DOCUMENTS } from '../../domain/services/job.js';
import { GatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { JobRepository } from '../../store/repositories/services/jobs.js';
import { cancelled, type ImportOptions } from './import-documents.js';

/** The dependencies of a job. */
export interface JobOptions {
  readonly jobs: JobRepository;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Resolves to the result as JSON. */
  readonly work: (progress: Required<Pick<ImportOptions, 'onStep' | 'signal'>>) => Promise<unknown>;
  readonly describeFailure: (error: unknown) => GatewayError;
  readonly log: Pick<Log, 'error'>;
}

/** The maximum number of concurrent jobs per account. */
const MAX_RUNNING = 3;
/**
 * In milliseconds: the heartbeat interval of a running job, the silence after which it counts as lost, and how long a finished job is kept.
 */
const HEARTBEAT = 2_000;
export const LOST_AFTER = 30_000;
const KEEP = 3_600_000;
/** The number of finished jobs that are kept per account; a result may have megabytes. */
const MAX_KEPT = 50;

/**
 * Starts a job, which continues after this resolves. Any node can cancel it by setting its state; the job notices at its next progress
 * update and aborts its work. Throws 429 if the account has too many running jobs.
 */
export async function startJob(accountId: string, options: JobOptions): Promise<Job> {
  const { jobs, now } = options;
  const at = now();
  await jobs.deleteOlder(at - KEEP);
  await jobs.deleteEnded(accountId, MAX_KEPT);
  if ((await jobs.countRunning(accountId, at - LOST_AFTER)) >= MAX_RUNNING) throw tooManyJobs();
  const job: Job = {
    id: randomUUID(),
    accountId,
    state: 'running',
    progress: { step: 'fetching', documents: [], documentCount: 0 },
    createdAt: at,
    updatedAt: at,
  };
  await jobs.create(job);
  void run(job, options);
  return job;
}

async function run(job: Job, { jobs, now, work, describeFailure, log }: JobOptions): Promise<void> {
  const abort = new AbortController();
  let progress: JobProgress = job.progress;
  let writing: Promise<void> = Promise.resolve();
  let isDue = false;

  /** Writes progress updates one after another; changes during a write go into the next one. */
  const write = () => {
    if (isDue) return;
    isDue = true;
    writing = writing.then(async () => {
      isDue = false;
      try {
        if (!(await jobs.update({ ...job, progress, updatedAt: now() }))) abort.abort(cancelled());
      } catch (error) {
        log.error('the progress of a job could not be written', error);
      }
    });
  };
  const heartbeat = setInterval(write, HEARTBEAT);
  let end: Pick<Job, 'state' | 'progress'>;
  try {
    const result = await work({
      signal: abort.signal,
      onStep(step) {
        progress = { ...progress, step: step.name };
        if (step.name === 'fetching') {
          const documents = [...progress.documents, step.document].slice(0, MAX_DOCUMENTS);
          progress = { ...progress, documents, documentCount: progress.documentCount + 1 };
        }
        write();
      },
    });
    end = { state: 'done', progress: { ...progress, result } };
  } catch (error) {
    const failure = describeFailure(error);
    if (failure.type === 'INTERNAL_ERROR') log.error('a job failed', error);
    const { type, code, message, init } = failure;
    const details = defined({ details: init.details });
    end = { state: 'failed', progress: { ...progress, error: { type, code, message, ...details } } };
  }
  clearInterval(heartbeat);
  await writing;
  try {
    await jobs.update({ ...job, ...end, updatedAt: now() });
  } catch (error) {
    log.error('the end of a job could not be written', error);
  }
}

function tooManyJobs(): GatewayError {
  return new GatewayError({
    ...withCode('TOO_MANY_JOBS'),
    message: `${MAX_RUNNING} imports of this account are running already`,
    headers: { 'Retry-After': '5' },
  });
}

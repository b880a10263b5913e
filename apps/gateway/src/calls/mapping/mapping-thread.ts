import { defined } from '@soapstone/options/defined';
import { FairThread, type Outgoing } from '../../children/fair-thread.js';
import { readLabel } from '../../log/activity.js';
import type { FromThread, Job, JobTarget, JobValues, MapperSource, ThreadOptions } from './messages.js';
import { unpackError } from './pack.js';
import {
  type Customer,
  JobFailure,
  type JobResult,
  type MappingThread,
  type MappingThreadOptions,
} from './thread-jobs.js';

/** The maximum number of waiting jobs per account, which is more than the concurrent calls of any plan. */
const WAITING_OF_ACCOUNT = 200;
/**
 * By how many MiB the heap limit of the thread exceeds the memory of a job: more than a job can allocate between two checks. V8 aborts the
 * whole process if a thread allocates past its limit before it stops, so that limit must never be reached.
 */
const HEADROOM = 1_024;

/** The young generation of the thread in MB, which does one job at a time: the event loop has three times as much for many calls. */
const YOUNG = 48;

/** Creates a mapping thread, which starts with its first job. */
export function createMappingThread(options: MappingThreadOptions): MappingThread {
  const { mapperBytes, memory, limit, log, onStuck } = options;
  const workerData: ThreadOptions = { mapperBytes };
  const thread = new FairThread<Job, FromThread>({
    module: 'calls/mapping/thread',
    name: 'mapping thread',
    worker: {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory + HEADROOM, maxYoungGenerationSizeMb: YOUNG },
    },
    limit,
    memory,
    log,
  });
  let streams = 0;

  const reportStuck = ({ activity: label }: Customer): void => {
    const activity = readLabel(label);
    log.warn('the operation of the call that was terminated', { ...activity });
    if (activity !== undefined) onStuck(activity);
  };

  return {
    async run<Kind extends Job['kind']>(
      customer: Customer,
      make: () => Outgoing<Extract<Job, { kind: Kind }>>,
      source?: () => Promise<MapperSource | readonly MapperSource[]>,
    ): Promise<JobResult<Kind> | JobFailure> {
      const reply = await thread.run({
        accountId: customer.accountId,
        mostWaiting: WAITING_OF_ACCOUNT,
        make,
        again: (said) => ('lacksMapper' in said ? withSource(make, source) : undefined),
        onGivenUp: () => reportStuck(customer),
      });
      if ('lacksMapper' in reply) throw new Error('the mapping thread lacks a mapper');
      if ('error' in reply) return new JobFailure(unpackError(reply.error), reply.cost);
      return { value: reply.value as JobValues[Kind], cost: reply.cost };
    },
    nextStream() {
      streams += 1;
      return streams;
    },
    drop: (stream) => thread.notify({ drop: stream }),
    stats: () => thread.stats(),
    close: () => thread.close(),
  };
}

/** Creates the job again, with the source of its mapper. */
async function withSource(
  make: () => Outgoing<Job>,
  find: (() => Promise<MapperSource | readonly MapperSource[]>) | undefined,
): Promise<Outgoing<Job>> {
  if (find === undefined) throw new Error('the mapping thread lacks a mapper');
  const sources = [await find()].flat();
  const { job, ...rest } = make();
  if ('services' in job) {
    const services = job.services.map((service, index) => ({
      ...service,
      ...defined({ source: sources[index] }),
    }));
    return { job: { ...job, services }, ...rest };
  }
  if (!('target' in job)) return { job, ...rest };
  const target: JobTarget = { ...job.target, ...defined({ source: sources[0] }) };
  return { job: { ...job, target }, ...rest };
}

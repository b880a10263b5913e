import { useRef, useState } from 'react';
import { cancelJob, followJob, type Job } from './jobs.js';
import { useAction } from './requests/use-action.js';
import { forgetServices } from './services.js';

/** An import running in the background of the gateway, with its progress. */
export interface Import<Body, Result> {
  readonly start: (body: Body, done: (result: Result) => void) => void;
  /** The latest progress; undefined before the first. */
  readonly job: Job | undefined;
  readonly running: boolean;
  readonly error: unknown;
  readonly cancel: () => void;
}

/**
 * Runs an import. `begin` sends the documents and resolves to the ID of the job, whose result is what the route would return
 * without a job.
 */
export function useImport<Body, Result>(
  begin: (body: Body) => Promise<{ readonly jobId: string }>,
): Import<Body, Result> {
  const [job, setJob] = useState<Job>();
  const abort = useRef<AbortController>(undefined);
  const { mutate, isPending, error } = useAction({
    mutationFn: async (body: Body): Promise<Result> => {
      setJob(undefined);
      abort.current = new AbortController();
      const { jobId } = await begin(body);
      return (await followJob(jobId, setJob, abort.current.signal)) as Result;
    },
    onSuccess: forgetServices,
  });
  const { mutate: cancel } = useAction({ mutationFn: cancelJob });
  return {
    start: (body, done) => mutate(body, { onSuccess: done }),
    job,
    running: isPending,
    error,
    cancel: () => {
      if (job !== undefined) cancel(job.jobId);
    },
  };
}

import { useRef, useState } from 'react';
import { cancelJob, followJob, type Job } from './jobs.js';
import { useAction } from './requests/use-action.js';
import { forgetServices } from './services.js';

/** An import running in the background of the gateway, with its progress. */
export interface Import<Body, Result> {
  readonly start: (body: Body, done: (result: Result) => void) => void;
  /** Follows an import that has begun already. */
  readonly follow: (jobId: string, done: (result: Result) => void) => void;
  /** The latest progress; undefined before the first. */
  readonly job: Job | undefined;
  readonly running: boolean;
  readonly error: unknown;
  readonly cancel: () => void;
}

/**
 * Runs an import. `begin` sends the documents and resolves to the ID of the job, whose result is what the route would return
 * without a job. `watch` learns that an import runs, and that it has ended.
 */
export function useImport<Body, Result>(
  begin: (body: Body) => Promise<{ readonly jobId: string }>,
  watch?: { readonly begun: (jobId: string, body: Body) => void; readonly ended: () => void },
): Import<Body, Result> {
  const [job, setJob] = useState<Job>();
  const abort = useRef<AbortController>(undefined);
  const { mutate, isPending, error } = useAction({
    mutationFn: async (from: { readonly body: Body } | { readonly jobId: string }): Promise<Result> => {
      setJob(undefined);
      abort.current = new AbortController();
      let jobId: string;
      if ('jobId' in from) jobId = from.jobId;
      else {
        ({ jobId } = await begin(from.body));
        watch?.begun(jobId, from.body);
      }
      try {
        return (await followJob(jobId, setJob, abort.current.signal)) as Result;
      } finally {
        watch?.ended();
      }
    },
    onSuccess: forgetServices,
  });
  const { mutate: cancel } = useAction({ mutationFn: cancelJob });
  return {
    start: (body, done) => mutate({ body }, { onSuccess: done }),
    follow: (jobId, done) => mutate({ jobId }, { onSuccess: done }),
    job,
    running: isPending,
    error,
    cancel: () => {
      if (job !== undefined) cancel(job.jobId);
    },
  };
}

import { setFlagsFromString } from 'node:v8';

/**
 * Lets `resourceLimits` size the young generations of threads that start after this. The flags of the command are meant for the event loop
 * (decision 0013), but V8 applies them to every thread and prefers them to `resourceLimits`: each would take 64 MB. The heap of the caller
 * stays as it is.
 */
export function sizeYoungGenerationsOfThreads(): void {
  for (const flag of ['--max-semi-space-size=0', '--min-semi-space-size=0']) setFlagsFromString(flag);
}

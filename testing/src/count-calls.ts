import { Session } from 'node:inspector/promises';

/**
 * Counts the calls of JavaScript functions that some work makes, in all modules. That is what it costs, however busy the machine is: each
 * step of a loop over a callback is a call.
 */
export async function countCalls(work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges: [range] }) => sum + (range?.count ?? 0), 0);
  } finally {
    session.disconnect();
  }
}

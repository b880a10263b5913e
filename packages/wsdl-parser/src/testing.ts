/** Milliseconds of CPU that `work` takes: unlike elapsed time, a busy machine hardly changes it. */
export async function cpuMilliseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

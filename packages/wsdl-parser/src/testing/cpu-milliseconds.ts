/** The CPU time that `work` takes, in milliseconds. Unlike elapsed time, it hardly depends on the load of the machine. */
export async function cpuMilliseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

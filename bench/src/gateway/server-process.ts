import { type ChildProcess, fork } from 'node:child_process';

/** A server of the bench in a process of its own. */
export interface ServerProcess {
  /** What the server said when it was ready. */
  readonly ready: Record<string, string>;
  /** Resolves to the CPU seconds that the process has used so far. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Fork `file` (which calls `serveProcess`) with one argument and wait until it is ready. */
export async function startProcess(file: string, argument: unknown): Promise<ServerProcess> {
  // Not the bench's own flags: the server runs as it does outside of a bench.
  const child = fork(file, [JSON.stringify(argument)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  const ready = await next<Record<string, string>>(child);
  return {
    ready,
    cpuSeconds: () => {
      const answer = next<number>(child);
      child.send('cpu');
      return answer;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** The other side: start a server from the argument, say what is needed to reach it, answer for its CPU time. */
export async function serveProcess<T>(
  start: (argument: T) => Promise<Record<string, string>>,
): Promise<void> {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  });
  process.send?.(await start(JSON.parse(process.argv[2] ?? 'null') as T));
}

function next<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a server of the bench ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

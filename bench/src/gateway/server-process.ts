import { type ChildProcess, fork } from 'node:child_process';

/** A server of the bench in a process of its own. */
export interface ServerProcess {
  /** What the server said when it was ready. */
  readonly ready: Record<string, string>;
  /** Resolves to the CPU seconds that the process has used so far. */
  cpuSeconds(): Promise<number>;
  /** Resolves to the bytes of memory that it holds. */
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** What the gateway's program starts Node with, for every server alike. The bench's own flags are not for them. */
const YOUNG_GENERATION = ['--max-semi-space-size=32', '--min-semi-space-size=32'];

/** Fork `file` (which calls `serveProcess`) with one argument and wait until it is ready. */
export async function startProcess(file: string, argument: unknown): Promise<ServerProcess> {
  const child = fork(file, [JSON.stringify(argument)], {
    execArgv: YOUNG_GENERATION,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  const ready = await next(child, (_message): _message is Record<string, string> => true);
  return {
    ready,
    cpuSeconds: () => {
      const answer = next(child, (message): message is number => typeof message === 'number');
      child.send('cpu');
      return answer;
    },
    memoryBytes: async () => {
      const answer = next(
        child,
        (message): message is Memory => typeof message === 'object' && message !== null && 'rss' in message,
      );
      child.send('memory');
      return (await answer).rss;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** The other side: start a server from the argument, say what is needed to reach it, answer for its CPU time and memory. */
export async function serveProcess<T>(
  start: (argument: T) => Promise<Record<string, string>>,
): Promise<void> {
  process.on('message', (question) => {
    const { user, system } = process.cpuUsage();
    process.send?.(question === 'memory' ? { rss: process.memoryUsage.rss() } : (user + system) / 1e6);
  });
  process.send?.(await start(JSON.parse(process.argv[2] ?? 'null') as T));
}

interface Memory {
  readonly rss: number;
}

/** The next message of this kind: others may be asked for at the same time. */
function next<T>(child: ChildProcess, isWanted: (message: unknown) => message is T): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a server of the bench ended with ${code}`));
    const onMessage = (message: unknown) => {
      if (!isWanted(message)) return;
      child.off('exit', onExit);
      child.off('message', onMessage);
      resolve(message);
    };
    child.once('exit', onExit);
    child.on('message', onMessage);
  });
}

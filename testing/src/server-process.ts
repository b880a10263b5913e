import { fork } from 'node:child_process';
import { isNumber, nextMessage } from './child-message.js';
import { cpuSeconds } from './cpu-time.js';

/** A server of the bench in its own process. */
export interface ServerProcess {
  /** The message that the server sent when it was ready. */
  readonly ready: Record<string, string>;
  /** Resolves to the CPU seconds that the process has used so far. */
  cpuSeconds(): Promise<number>;
  /** Resolves to the resident memory in bytes. */
  memoryBytes(): Promise<number>;
  /** Resolves to the process's answer to a question that its server defines. */
  ask<T>(question: string): Promise<T>;
  /** Stops the process until it is resumed: no timer and no garbage collection runs. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
  /** Ends it even if it no longer responds. */
  kill(): Promise<void>;
}

/** The Node options of the gateway's command, for every server alike. The flags of the bench itself do not apply to them. */
export const GATEWAY_FLAGS: readonly string[] = [
  '--max-semi-space-size=32',
  '--min-semi-space-size=32',
  '--heap-growing-percent=100',
];

/** Forks `file` (which calls `serveProcess`) with one argument and waits until it is ready. */
export async function startProcess(
  file: string,
  argument: unknown,
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = fork(file, [JSON.stringify(argument)], {
    execArgv: [...GATEWAY_FLAGS, ...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  const ready = await nextMessage(child, (_message): _message is Record<string, string> => true);
  return {
    ready,
    cpuSeconds: () => {
      const answer = nextMessage(child, isNumber);
      child.send('cpu');
      return answer;
    },
    memoryBytes: async () => {
      const answer = nextMessage(
        child,
        (message): message is Memory => typeof message === 'object' && message !== null && 'rss' in message,
      );
      child.send('memory');
      return (await answer).rss;
    },
    ask: async <T>(question: string) => {
      const answer = nextMessage(
        child,
        (message): message is { question: string; answer: T } =>
          typeof message === 'object' &&
          message !== null &&
          'question' in message &&
          message.question === question,
      );
      child.send(question);
      return (await answer).answer;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
        child.kill('SIGCONT');
      }),
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/**
 * The child side: starts a server from the argument, reports how to reach it, and answers questions about its CPU time and memory,
 * and those that it defines itself.
 */
export async function serveProcess<T>(
  start: (argument: T) => Promise<Record<string, string>>,
  answers: Readonly<Record<string, () => unknown>> = {},
): Promise<void> {
  process.on('message', (question: string) => {
    const own = answers[question];
    if (own !== undefined) process.send?.({ question, answer: own() });
    else process.send?.(question === 'memory' ? { rss: process.memoryUsage.rss() } : cpuSeconds());
  });
  process.send?.(await start(JSON.parse(process.argv[2] ?? 'null') as T));
}

interface Memory {
  readonly rss: number;
}

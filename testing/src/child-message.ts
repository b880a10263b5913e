import type { ChildProcess } from 'node:child_process';

/** The next message of this kind; several kinds can be awaited at the same time. Rejects if the process ends first. */
export function nextMessage<T>(
  child: ChildProcess,
  isWanted: (message: unknown) => message is T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
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

export function isNumber(message: unknown): message is number {
  return typeof message === 'number';
}

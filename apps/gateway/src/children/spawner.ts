/**
 * The spawner: a small process that starts the processes that read untrusted documents, and relays messages between them and the gateway.
 * Starting a process copies the page tables of the parent and blocks it in the meantime, which takes 13 ms in a gateway of 600 MB and 1 ms
 * here. Its children inherit its low priority.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { FromSpawner, ToSpawner } from './spawner-messages.js';

const children = new Map<number, ChildProcess>();

process.on('message', (request: ToSpawner) => {
  if (request.kind === 'start') start(request);
  // It may have ended in the meantime, which `exit` has reported.
  else if (request.kind === 'kill') children.get(request.id)?.kill('SIGKILL');
  else send(children.get(request.id), request.message);
});
process.on('disconnect', () => {
  // A child in an endless loop handles no other signal.
  for (const child of children.values()) child.kill('SIGKILL');
  process.exit(0);
});

function start({ id, file, execArgv }: Extract<ToSpawner, { kind: 'start' }>): void {
  const child = fork(file, {
    env: {},
    stdio: 'ignore',
    serialization: 'advanced',
    execArgv: [...execArgv],
  });
  children.set(id, child);
  child.on('message', (message) => report({ kind: 'message', id, message }));
  child.once('error', ({ message }) => report({ kind: 'error', id, message }));
  child.once('exit', (code, signal) => {
    children.delete(id);
    report({ kind: 'exit', id, code, signal });
  });
}

function send(child: ChildProcess | undefined, message: unknown): void {
  if (child?.connected === true) child.send(message as object, () => {});
}

function report(message: FromSpawner): void {
  process.send?.(message, undefined, undefined, () => {});
}

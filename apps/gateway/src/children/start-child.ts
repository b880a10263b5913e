import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import { locateModule } from './locate-module.js';
import type { ChildPath, FromNursery, ToNursery } from './nursery-messages.js';

interface ChildEvents {
  message: [message: unknown];
  /** It could not be started, or reached. */
  error: [error: Error];
  exit: [code: number | null, signal: NodeJS.Signals | null];
}

/** A process that does one piece of work and shares nothing with this one. */
export class IsolatedChild extends EventEmitter<ChildEvents> {
  readonly #tell: (message: ToNursery) => void;
  readonly #id: number;
  #isOver = false;

  constructor(id: number, tell: (message: ToNursery) => void) {
    super();
    this.#id = id;
    this.#tell = tell;
    this.once('exit', () => {
      this.#isOver = true;
    });
  }

  /** Sends a message, which is cloned. Does nothing where the process has ended: `exit` says why. */
  send(message: unknown): void {
    if (!this.#isOver) this.#tell({ kind: 'send', id: this.#id, message });
  }

  /** Ends the process whatever it does. */
  kill(): void {
    if (!this.#isOver) this.#tell({ kind: 'kill', id: this.#id });
  }
}

/** The process that starts the others, and those that it has started. */
interface Nursery {
  readonly process: ChildProcess;
  readonly children: Map<number, IsolatedChild>;
}

let nursery: Nursery | undefined;
let ids = 0;

/**
 * Starts a module in a process of its own, with a lower priority than this one: where there are more processes than
 * processors the calls of the gateway go first. It gets nothing of ours, neither the configuration nor the secrets in it.
 *
 * @param execArgv options of Node
 */
export function startChild(path: ChildPath, execArgv: readonly string[] = []): IsolatedChild {
  nursery ??= startNursery();
  const { process: parent, children } = nursery;
  ids += 1;
  const tell = (message: ToNursery): void => {
    if (parent.connected) parent.send(message, () => {});
  };
  const child = new IsolatedChild(ids, tell);
  children.set(ids, child);
  tell({ kind: 'start', id: ids, file: locateModule(path), execArgv });
  return child;
}

function startNursery(): Nursery {
  const child = fork(locateModule('children/nursery'), {
    env: {},
    stdio: 'ignore',
    serialization: 'advanced',
    // A small process forks quickly, which is its purpose.
    execArgv: ['--max-semi-space-size=2'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the system does not allow it; then it competes like any other process.
  }
  const children = new Map<number, IsolatedChild>();
  const started: Nursery = { process: child, children };
  const end = (report: (child: IsolatedChild) => void): void => {
    if (nursery === started) nursery = undefined;
    const left = [...children.values()];
    children.clear();
    for (const each of left) report(each);
  };
  child.on('message', (message: FromNursery) => {
    const about = children.get(message.id);
    if (message.kind === 'message') {
      about?.emit('message', message.message);
      return;
    }
    // An end is reported once: a second error would have no listener.
    children.delete(message.id);
    if (message.kind === 'error') about?.emit('error', new Error(message.message));
    else about?.emit('exit', message.code, message.signal);
  });
  child.once('error', (error) => end((each) => each.emit('error', error)));
  child.once('exit', (code, signal) => end((each) => each.emit('exit', code, signal)));
  // The nursery alone does not keep this process alive; work that waits for a child does.
  child.unref();
  child.channel?.unref();
  return started;
}

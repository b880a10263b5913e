import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import { markActivity, NO_ACTIVITY } from '../log/activity.js';
import { locateModule } from './locate-module.js';
import type { ChildPath, FromSpawner, ToSpawner } from './spawner-messages.js';

/** The report of a child process. */
export interface ChildEvents {
  message: [message: unknown];
  /** The process could not be started or reached. */
  error: [error: Error];
  exit: [code: number | null, signal: NodeJS.Signals | null];
}

/** Something that does one task and answers with messages. */
export interface Child extends Pick<EventEmitter<ChildEvents>, 'on' | 'once'> {
  /** Sends a clone of a message. Does nothing if the child has ended; `exit` reports why. */
  send(message: unknown): void;
  /** Ends it. */
  kill(): void;
}

/** Starts a child, as `startChild` does. */
export type StartChild = (path: ChildPath, execArgv?: readonly string[]) => Child;

/** A process that does one task and shares nothing with this one. */
class IsolatedChild extends EventEmitter<ChildEvents> implements Child {
  readonly #tell: (message: ToSpawner) => void;
  readonly #id: number;
  #isOver = false;

  constructor(id: number, tell: (message: ToSpawner) => void) {
    super();
    this.#id = id;
    this.#tell = tell;
    this.once('exit', () => {
      this.#isOver = true;
    });
  }

  send(message: unknown): void {
    if (!this.#isOver) this.#tell({ kind: 'send', id: this.#id, message });
  }

  kill(): void {
    if (!this.#isOver) this.#tell({ kind: 'kill', id: this.#id });
  }
}

/** The spawner and its children. */
interface Spawner {
  readonly process: ChildProcess;
  readonly children: Map<number, IsolatedChild>;
}

let spawner: Spawner | undefined;
/** The children with a task. */
const working = new Set<IsolatedChild>();
let ids = 0;

/** A process that has loaded its module and waits for a task. */
interface Spare {
  readonly child: IsolatedChild;
  /** The input that it was started with. */
  readonly task: string;
  /** Ends it if nobody needs it. */
  readonly idle: NodeJS.Timeout;
}

let spare: Spare | undefined;

/** How long a spare process is kept without being needed, in milliseconds. */
const SPARE_FOR = 600_000;

/**
 * Starts a module in its own process, with a lower priority than this one: if there are more processes than
 * processors, calls of the gateway go first. It receives neither the configuration nor the secrets in it. Takes the
 * spare process of `prepareChild` if it was started with the same arguments.
 *
 * @param execArgv Node options
 */
export function startChild(path: ChildPath, execArgv: readonly string[] = []): Child {
  const child = takeSpare(taskOf(path, execArgv)) ?? start(path, execArgv);
  keepAliveFor(child);
  return child;
}

/** Keeps this process alive until the child ends, because a command may have nothing else to wait for. A spare process keeps nothing alive. */
function keepAliveFor(child: IsolatedChild): void {
  const { channel } = spawner?.process ?? {};
  working.add(child);
  channel?.ref();
  const end = (): void => {
    working.delete(child);
    if (working.size === 0) channel?.unref();
  };
  child.once('exit', end);
  child.once('error', end);
}

/**
 * Starts a module in its own process before there is a task for it, because Node and the module take longer to load than a
 * usual task takes. There is at most one such process, for ten minutes after the last call of this function. Does
 * nothing while the system has less memory available than the task may use.
 *
 * @param memory the memory that the task may use, in bytes
 */
export function prepareChild(path: ChildPath, execArgv: readonly string[], memory: number): void {
  const task = taskOf(path, execArgv);
  if (spare?.task === task) {
    spare.idle.refresh();
    return;
  }
  if (process.availableMemory() < memory) return;
  endSpare();
  const child = start(path, execArgv);
  const forget = (): void => {
    if (spare?.child === child) takeSpare(task);
  };
  child.once('exit', forget);
  child.on('error', forget);
  const idle = setTimeout(endSpare, SPARE_FOR);
  idle.unref();
  spare = { child, task, idle };
}

function taskOf(path: ChildPath, execArgv: readonly string[]): string {
  return [path, ...execArgv].join(' ');
}

/** Returns the spare process for a task, which is then no longer spare. */
function takeSpare(task: string): IsolatedChild | undefined {
  if (spare?.task !== task) return undefined;
  const { child, idle } = spare;
  spare = undefined;
  clearTimeout(idle);
  return child;
}

/** Ends the spare process of `prepareChild`, if there is one. */
export function endSpare(): void {
  if (spare !== undefined) takeSpare(spare.task)?.kill();
}

function start(path: ChildPath, execArgv: readonly string[]): IsolatedChild {
  spawner ??= startSpawner();
  const { process: parent, children } = spawner;
  ids += 1;
  const tell = (message: ToSpawner): void => {
    if (parent.connected) parent.send(message, () => {});
  };
  const child = new IsolatedChild(ids, tell);
  children.set(ids, child);
  tell({ kind: 'start', id: ids, file: locateModule(path), execArgv });
  return child;
}

function startSpawner(): Spawner {
  const child = fork(locateModule('children/spawner'), {
    env: {},
    stdio: 'ignore',
    serialization: 'advanced',
    // Keeps the spawner small: its purpose is to fork quickly.
    execArgv: ['--max-semi-space-size=2'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the system does not allow it; then it competes like any other process.
  }
  const children = new Map<number, IsolatedChild>();
  const started: Spawner = { process: child, children };
  const end = (report: (child: IsolatedChild) => void): void => {
    if (spawner === started) spawner = undefined;
    const left = [...children.values()];
    children.clear();
    for (const each of left) report(each);
  };
  child.on('message', (message: FromSpawner) => {
    // The call that this turn of the event loop handled before is not to blame for what is done with the message.
    markActivity(NO_ACTIVITY);
    const about = children.get(message.id);
    if (message.kind === 'message') {
      about?.emit('message', message.message);
      return;
    }
    // The end is reported once: a second error would have no listener.
    children.delete(message.id);
    if (message.kind === 'error') about?.emit('error', new Error(message.message));
    else about?.emit('exit', message.code, message.signal);
  });
  child.once('error', (error) => end((each) => each.emit('error', error)));
  child.once('exit', (code, signal) => end((each) => each.emit('exit', code, signal)));
  // The spawner alone does not keep this process alive; a child with a task does.
  child.unref();
  child.channel?.unref();
  return started;
}

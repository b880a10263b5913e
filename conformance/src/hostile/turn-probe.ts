import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';

/** The cost of what a process did between `start` and `stop`. */
export interface Turns {
  /** The longest turn of the event loop, in milliseconds of CPU time of the thread that the loop runs on. */
  readonly longest: number;
  /**
   * Milliseconds of CPU that the process, with all of its threads, and the processes that it started took together. Turns caused
   * by the probe alone are not included.
   */
  readonly total: number;
  /** The peak memory of the process above its memory at the start, in bytes. */
  readonly memory: number;
}

/** Milliseconds of CPU below which a turn is attributed to the probe, whose turns take a few hundredths. */
const OWN_TURN = 0.1;
/** Milliseconds of one tick of the clock that counts the CPU of other processes. */
const TICK = 10;

/**
 * Measures turns of this process's event loop in CPU time, which other processes on the machine cannot lengthen. It keeps
 * the loop turning while it measures. Linux only: it reads `/proc`.
 */
export class TurnProbe {
  readonly #buffer: Buffer = Buffer.alloc(64);
  #file = -1;
  #first = 0;
  #last = 0;
  #own = 0;
  #longest = 0;
  #memory = 0;

  start(): void {
    (globalThis as { gc?: () => void }).gc?.();
    this.#file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    // Resets the peak of the resident memory to the current value.
    writeFileSync('/proc/self/clear_refs', '5');
    this.#memory = peak();
    this.#longest = 0;
    this.#own = 0;
    this.#first = cpuOfAll();
    this.#last = this.#cpu();
    setImmediate(this.#turn);
  }

  stop(): Turns {
    this.#note();
    closeSync(this.#file);
    this.#file = -1;
    return {
      longest: this.#longest,
      total: Math.max(0, cpuOfAll() - this.#first - this.#own),
      memory: Math.max(0, peak() - this.#memory),
    };
  }

  readonly #turn = (): void => {
    if (this.#file < 0) return;
    this.#note();
    setImmediate(this.#turn);
  };

  #note(): void {
    const now = this.#cpu();
    const took = now - this.#last;
    this.#last = now;
    if (took < OWN_TURN) this.#own += took;
    this.#longest = Math.max(this.#longest, took);
  }

  /** CPU time of the main thread, in milliseconds. */
  #cpu(): number {
    const length = readSync(this.#file, this.#buffer, 0, 64, 0);
    return Number.parseInt(this.#buffer.toString('latin1', 0, length), 10) / 1e6;
  }
}

/** CPU time of this process, of the processes that it started, and of theirs that have ended, in milliseconds. */
function cpuOfAll(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + startedBy('self').reduce((sum, pid) => sum + cpuOf(pid), 0);
}

function startedBy(pid: string): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ');
    return children.filter((child) => child !== '');
  });
}

/** Includes the processes that it started, once they have ended and it has waited for them. */
function cpuOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // After the name, which may hold spaces: user and system time, then those of the children that ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK;
}

/** The peak of the resident memory, in bytes. */
function peak(): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
}

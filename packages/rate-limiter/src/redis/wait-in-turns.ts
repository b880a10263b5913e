import { assertOptions } from '@soapstone/options';
import { monotonic, platform } from './platform.js';
import { ioredisClient } from './redis-options.js';

/** The part of a command of ioredis that decides when it has waited too long. */
interface Waiting {
  readonly command: Command;
  /** When its timeout has passed, by the monotonic clock. */
  readonly until: number;
  /** How often the event loop still has to read from its sockets before the command may fail. */
  turns: number;
  late: boolean;
}

interface Command {
  /** Settled, in ioredis 6 and 5. */
  readonly isSettled?: boolean;
  readonly isResolved?: boolean;
  setTimeout(milliseconds: number): void;
  reject(error: Error): void;
}

interface SendingClient {
  sendCommand(command: Command, ...rest: unknown[]): unknown;
}

/** The state of the timeouts of a client. */
export interface Waits {
  /** The number of commands that were answered only after their timeout. */
  readonly late: number;
}

/** In how many parts a timeout is waited for. The event loop reads from its sockets after each. */
const TURNS = 5;
/** The longest part in milliseconds: commands that are answered are forgotten after it. */
const MAX_PART_MS = 100;

const watches = new WeakMap<object, Watch>();

/**
 * Lets `commandTimeout` of an ioredis client count only while the event loop can see replies. ioredis uses one timer for each command,
 * and a busy loop runs timers before it reads from sockets: commands fail whose replies have arrived. Here, a command fails after its
 * timeout, and after the loop has read from its sockets several times since the command was sent. A reply that arrives later than the
 * timeout is still the reply. Changes the given client; calling it again has no effect.
 *
 * @throws {OptionError} for anything but a client
 *
 * @example
 * ```ts
 * waitInTurns(new Redis(url, { commandTimeout: 50 }));
 * ```
 */
export function waitInTurns(client: object): Waits {
  assertOptions(ioredisClient, client, 'waitInTurns', 'client');
  const known = watches.get(client);
  if (known !== undefined) return known;
  const watch = new Watch();
  watches.set(client, watch);
  const sending = client as SendingClient;
  const send = sending.sendCommand;
  // A wrapper without this method waits as the client does that it sends with.
  if (typeof send !== 'function') return watch;
  function wait(this: Command, milliseconds: number): void {
    this.setTimeout = ignore;
    watch.add(this, milliseconds);
  }
  sending.sendCommand = function (command, ...rest) {
    // A command that is sent again, to another node of a cluster, keeps its first timeout.
    if (!Object.hasOwn(command, 'setTimeout')) command.setTimeout = wait;
    return send.call(this, command, ...rest);
  };
  return watch;
}

function ignore(): void {}

/** The commands of one client that wait for replies. */
class Watch implements Waits {
  late = 0;
  #waiting: Waiting[] = [];
  #part = MAX_PART_MS;
  #ticking = false;

  add(command: Command, milliseconds: number): void {
    const until = monotonic() + milliseconds;
    this.#waiting.push({ command, until, turns: TURNS, late: false });
    this.#part = Math.min(MAX_PART_MS, Math.max(1, milliseconds / TURNS));
    if (!this.#ticking) this.#tick();
  }

  #tick(): void {
    this.#ticking = true;
    platform.setTimeout(() => {
      const now = monotonic();
      for (const waiting of this.#waiting) {
        if (!isSettled(waiting.command)) waiting.late = now >= waiting.until;
      }
      // The loop reads from its sockets between a timer and an immediate.
      platform.setImmediate(() => this.#check());
    }, this.#part);
  }

  #check(): void {
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { command, late } = waiting;
      if (isSettled(command)) {
        if (late) this.late += 1;
        continue;
      }
      waiting.turns -= 1;
      if (late && waiting.turns < 0) command.reject(new Error('Command timed out'));
      else left.push(waiting);
    }
    this.#waiting = left;
    if (left.length > 0) this.#tick();
    else this.#ticking = false;
  }
}

function isSettled({ isSettled: settled, isResolved }: Command): boolean {
  return settled ?? isResolved ?? false;
}

import { Workspace } from './workspace.js';

/** Memory that is kept for the next messages, in bytes. */
const KEPT = 1 << 22;

/** For the encoders: what the messages are made in. */
export let workspaceOf: (memory: MessageMemory) => Workspace;

/**
 * Memory of the caller that messages are written into one behind the other, and that is used again. Who makes many
 * messages, each of which is sent or stored before the next one is made, asks for no new memory then, and gives the
 * garbage collector none to take back: a loop that does nothing else takes up to a third less time.
 *
 * ```ts
 * const memory = new MessageMemory();
 * for (const json of requests) {
 *   writeSync(file, operation.encodeJson(json, { memory }).body);
 *   memory.reuse();
 * }
 * ```
 *
 * A message that does not fit behind the others, and one that only the slow path can write, gets new memory. At most 4 MB
 * are kept.
 */
export class MessageMemory {
  readonly #workspace = new Workspace(KEPT);

  static {
    workspaceOf = (memory) => memory.#workspace;
  }

  /** Nobody reads the messages made so far any more: later ones are written over them. */
  reuse(): void {
    this.#workspace.output.reuse();
  }
}

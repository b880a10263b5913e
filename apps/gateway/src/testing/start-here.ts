import { EventEmitter } from 'node:events';
import { deserialize, serialize } from 'node:v8';
import type { Channel } from '../children/channel.js';
import type { ChildPath } from '../children/spawner-messages.js';
import type { Child, ChildEvents, StartChild } from '../children/start-child.js';
import { serveChecks } from '../credentials/serve-checks.js';
import { serveArtefacts } from '../owners/description/serve-artefacts.js';
import { serveImports } from '../owners/registration/serve-imports.js';

/** The service of each module in its process. */
const SERVED: Readonly<Record<ChildPath, (channel: Channel<never, unknown>) => void>> = {
  'owners/registration/child': serveImports,
  'credentials/child': serveChecks,
  'owners/description/child': serveArtefacts,
};

/** A child that works in this process, without its limits. It shares the modules and the compiled code, and gets clones of messages. */
class ChildHere extends EventEmitter<ChildEvents> implements Child {
  #receive: (message: never) => void = () => {};
  #isOver = false;

  constructor(path: ChildPath) {
    super();
    SERVED[path]({
      receive: (listener) => {
        this.#receive = listener;
      },
      send: (message) => this.#later(message, (cloned) => void this.emit('message', cloned)),
      limitCpu: () => () => {},
    });
  }

  send(message: unknown): void {
    this.#later(message, (cloned) => this.#receive(cloned as never));
  }

  kill(): void {
    this.#isOver = true;
  }

  /** Delivers a clone in a later turn of the event loop, as a channel between processes does. */
  #later(message: unknown, deliver: (cloned: unknown) => void): void {
    const bytes = serialize(message);
    setImmediate(() => {
      if (!this.#isOver) deliver(deserialize(bytes));
    });
  }
}

/** Starts a child in this process. */
export const startHere: StartChild = (path) => new ChildHere(path);

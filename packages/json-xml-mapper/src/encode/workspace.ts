import { JsonCursor } from './json-cursor.js';
import { ObjectWriter } from './object-writer.js';
import { OutputBytes } from './output-bytes.js';

/** The memory that messages are read from and written to. */
export class Workspace {
  readonly cursor: JsonCursor = new JsonCursor();
  readonly output: OutputBytes;
  readonly writer: ObjectWriter;

  /** @param kept bytes of output that are kept between messages */
  constructor(kept?: number) {
    this.output = new OutputBytes(kept);
    this.writer = new ObjectWriter(this.cursor, this.output);
  }
}

let shared: Workspace | undefined;

/**
 * One for all operations and all messages that are made at once, without a pause: no two of these are in the making at a
 * time.
 */
export function sharedWorkspace(): Workspace {
  shared ??= new Workspace();
  return shared;
}

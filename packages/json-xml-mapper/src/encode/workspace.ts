import { JsonCursor } from './json-cursor.js';
import { ObjectWriter } from './object-writer.js';
import { OutputBytes } from './output-bytes.js';

/** The memory that messages are read from and written to. */
export interface Workspace {
  readonly cursor: JsonCursor;
  readonly output: OutputBytes;
  readonly writer: ObjectWriter;
}

let shared: Workspace | undefined;

/** Returns the workspace of all operations. Encoding is synchronous, so only one message uses it at a time. */
export function sharedWorkspace(): Workspace {
  if (shared === undefined) {
    const cursor = new JsonCursor();
    const output = new OutputBytes();
    shared = { cursor, output, writer: new ObjectWriter(cursor, output) };
  }
  return shared;
}

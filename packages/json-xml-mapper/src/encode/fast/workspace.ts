import { JsonCursor } from './json-cursor.js';
import { ObjectWriter } from './object-writer.js';
import { OutputBytes } from './output-bytes.js';

/** The memory that messages are read from and written to. */
interface Workspace {
  readonly cursor: JsonCursor;
  readonly output: OutputBytes;
  readonly writer: ObjectWriter;
}

let shared: Workspace | undefined;

/** One for all operations: encoding is synchronous, so no two messages are in the making at a time. */
export function workspace(): Workspace {
  if (shared === undefined) {
    const cursor = new JsonCursor();
    const output = new OutputBytes();
    shared = { cursor, output, writer: new ObjectWriter(cursor, output) };
  }
  return shared;
}

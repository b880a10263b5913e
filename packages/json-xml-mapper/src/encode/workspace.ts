import { JsonCursor } from './bytes/json-cursor.js';
import { OutputBytes } from './bytes/output-bytes.js';
import { ValuePrinter } from './value-printer.js';
import { ObjectWriter } from './write/object-writer.js';

/** The memory that messages are read from and written to. */
export interface Workspace {
  readonly cursor: JsonCursor;
  readonly output: OutputBytes;
  readonly writer: ObjectWriter;
  readonly printer: ValuePrinter;
  /** Whether a message is being written: code of a caller, such as a getter, may start another one in the meantime. */
  busy: boolean;
}

let shared: Workspace | undefined;

/** Returns the workspace of all operations. Encoding is synchronous, so only one message uses it at a time, unless it is `busy`. */
export function sharedWorkspace(): Workspace {
  if (shared === undefined) {
    const cursor = new JsonCursor();
    const output = new OutputBytes();
    const writer = new ObjectWriter(cursor, output);
    shared = { cursor, output, writer, printer: new ValuePrinter(), busy: false };
  }
  return shared;
}

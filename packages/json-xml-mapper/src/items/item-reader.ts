import type { ItemReader, ResponseStream } from '../api/operation.js';
import type { JsonValue } from '../api/values.js';
import { ItemSplitter } from './item-splitter.js';

/**
 * Reads the items of one list of a result while the response comes.
 *
 * @param parse makes a value of the JSON text of an item
 */
export function createItemReader(
  stream: ResponseStream,
  path: readonly string[],
  parse: (json: Uint8Array) => JsonValue,
): ItemReader {
  const splitter = new ItemSplitter(path);
  return {
    write: (chunk) => splitter.split(stream.write(chunk)).map(parse),
    end() {
      const reply = stream.end();
      if (reply.kind === 'fault') return { ...reply, items: [] };
      const { warnings, result } = reply;
      return { kind: 'result', items: splitter.split(result).map(parse), warnings };
    },
  };
}

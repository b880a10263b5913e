import type { ItemReader, RequestItemReader, ResponseStream } from '../api/operation.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import type { RequestStream } from '../decode/decoder.js';
import { DecodeError } from '../errors.js';
import { ItemSplitter } from './item-splitter.js';

/**
 * Reads the items of one list of a result while the response arrives.
 *
 * @param parse parses the JSON text of an item
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

/**
 * Reads the items of one list of an input while the request arrives, and the other members.
 *
 * @param parse parses JSON text
 * @param bounds how many items the schema allows
 */
export function createRequestItemReader(
  stream: RequestStream,
  path: readonly string[],
  parse: (json: Uint8Array) => JsonValue,
  bounds: RequestItemReader['bounds'],
): RequestItemReader {
  const splitter = new ItemSplitter(path, { rest: true });
  return {
    bounds,
    write: (chunk) => splitter.split(stream.write(chunk)).map(parse),
    headers() {
      const json = stream.headers();
      return json && (parse(json) as JsonObject);
    },
    end() {
      const reply = stream.end();
      if (reply.kind === 'fault') {
        throw new DecodeError({
          code: 'UNEXPECTED_ELEMENT',
          message: 'cannot read the request: it is a fault',
        });
      }
      const items = splitter.split(reply.result).map(parse);
      return {
        items,
        rest: parse(splitter.rest()) as JsonObject,
        ...(reply.headers !== undefined && { headers: parse(reply.headers) as JsonObject }),
        warnings: reply.warnings,
      };
    },
  };
}

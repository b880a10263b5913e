import { stringify } from '@soapstone/json-xml-mapper';
import { encodeUtf8, toBase64 } from '../platform.js';

/** The JSON text of a result of a client. Bytes are written as base64; dates keep the text of the document. */
export function jsonResult(value: unknown): Uint8Array {
  return encodeUtf8(stringify(withTexts(value)));
}

/** Copies a value with texts in place of bytes and dates. Iterative: a response decides about its depth. */
function withTexts(value: unknown): unknown {
  const waiting: (readonly [from: object, to: object])[] = [];
  const copyOf = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item;
    if (item instanceof Uint8Array) return toBase64(item);
    const { text } = item as { text?: unknown };
    if (item instanceof Date && typeof text === 'string') return text;
    const prototype: unknown = Object.getPrototypeOf(item);
    if (!Array.isArray(item) && prototype !== null && prototype !== Object.prototype) {
      const isTemporal = Object.prototype.toString.call(item).startsWith('[object Temporal.');
      return isTemporal ? String(item).split('[')[0] : item;
    }
    const copy = Array.isArray(item) ? [] : (Object.create(null) as object);
    waiting.push([item, copy]);
    return copy;
  };
  const result = copyOf(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    for (const [key, member] of Object.entries(from)) (to as Record<string, unknown>)[key] = copyOf(member);
  }
  return result;
}

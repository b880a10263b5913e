import { kindOf, OptionError } from '@soapstone/options';
import { collectionName } from './collection-name.js';
import { isJsonNumber } from './json-number.js';

/** A container that is being written. */
type Frame =
  | { readonly kind: 'array'; readonly items: readonly unknown[]; next: number }
  | {
      readonly kind: 'object';
      readonly source: object;
      readonly entries: readonly [string, unknown][];
      next: number;
    };

/**
 * Writes a value as JSON text, like `JSON.stringify` without white space, but exact: `JsonNumber` and `bigint` by their digits
 * (NM-1). Members that are `undefined` are omitted; a `Date` is its ISO text; `toJSON` is not called, because it may be data
 * (VO-5). Iterative.
 *
 * Throws `OptionError` for a value without a JSON form (a function, a symbol, NaN, an infinity, a `Map`) and for cycles.
 *
 * @example
 * ```ts
 * stringify({ id: new JsonNumber('9007199254740993') }); // {"id":9007199254740993}
 * ```
 */
export function stringify(value: unknown): string {
  const frames: Frame[] = [];
  const open = new Set<object>();
  let text = '';

  /** Writes a scalar, or opens a container. */
  const write = (item: unknown): void => {
    const scalar = printScalar(item);
    if (scalar !== undefined) {
      text += scalar;
      return;
    }
    const container = item as object;
    if (open.has(container)) throw noJson('expected a value that is not cyclic');
    open.add(container);
    if (Array.isArray(container)) {
      text += '[';
      frames.push({ kind: 'array', items: container, next: 0 });
    } else {
      text += '{';
      const entries = Object.entries(container).filter(([, member]) => member !== undefined);
      frames.push({ kind: 'object', source: container, entries, next: 0 });
    }
  };

  write(value);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next++;
    if (frame.kind === 'array') {
      if (index < frame.items.length) {
        if (index > 0) text += ',';
        write(frame.items[index]);
        continue;
      }
      text += ']';
      open.delete(frame.items);
    } else {
      const entry = frame.entries[index];
      if (entry !== undefined) {
        text += `${index > 0 ? ',' : ''}${JSON.stringify(entry[0])}:`;
        write(entry[1]);
        continue;
      }
      text += '}';
      open.delete(frame.source);
    }
    frames.pop();
  }
  return text;
}

/** The text of a scalar; `undefined` for arrays and objects. */
function printScalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw noJson(`JSON has no ${value}`);
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (isJsonNumber(value)) return value.text;
      if (value instanceof Date) return printDate(value);
      if (collectionName(value) !== undefined)
        throw noJson(`expected a JSON value, not a ${collectionName(value)}`);
      return undefined;
    default:
      throw noJson(`expected a JSON value, not ${kindOf(value)}`);
  }
}

function printDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw noJson('expected a valid Date');
  return JSON.stringify(date.toISOString());
}

function noJson(expected: string): OptionError {
  return new OptionError('stringify', { path: '/value', expected });
}

import type { MapperLimits } from '../api/options.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import type { InputObject } from '../explain/json-input.js';
import type { PrintContext, SimpleCodec } from '../scalar/simple-codec.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { Scope, Shape, Use } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';

/**
 * The context of normalising. The input has been accepted by the encoder, so nothing is validated again, and the encoder's depth
 * limit bounds the recursion.
 */
export interface NormaliseContext {
  readonly operation: OperationShape;
  readonly limits: MapperLimits;
  /** Whether the content is encoded, so that open positions may contain arrays (EN-2). */
  readonly use: Use;
  codec(shape: SimpleShape): SimpleCodec;
  /** Inside an element of unknown type, where scalars have no type (MO-4): the context of declared elements. */
  readonly declared?: NormaliseContext;
  /** The canonical form of a value of `shape`. `lead` goes first in an object: `$element` (VO-6). */
  value(shape: Shape, value: unknown, lead?: JsonObject): JsonValue;
  /** The canonical form of the content of an object. */
  scope(scope: Scope, source: InputObject): JsonObject;
}

/** An object without a prototype (VO-5). */
export function newObject(...parts: readonly (JsonObject | undefined)[]): JsonObject {
  const object = Object.create(null) as JsonObject;
  for (const part of parts) {
    if (part !== undefined) for (const key of Object.keys(part)) object[key] = part[key] as JsonValue;
  }
  return object;
}

/** The input is valid, so there is nothing to report. */
const SILENT: PrintContext = {
  secret: true,
  report: () => {},
  enter: () => {},
  leave: () => {},
  declarePrefix: () => 'x',
};

/** A simple value in the JSON form that a receiver would decode from its XML (§22, N 3 and 5). */
export function normaliseSimple(codec: SimpleCodec, value: unknown): JsonValue {
  const neutral = codec.toText(value, SILENT);
  return neutral === undefined ? null : codec.toValue(neutral);
}

/** Merges text with the text before it. */
export function appendText(content: JsonValue[], text: string): void {
  const last = content.at(-1);
  if (text === '') return;
  if (typeof last === 'string') content[content.length - 1] = last + text;
  else content.push(text);
}

import { defined } from '@soapstone/options/defined';
import type { EncodeOptions } from '../api/operation.js';
import type { ValidationProblem } from '../api/problems.js';
import type { JsonObject } from '../api/values.js';
import { MappingError } from '../errors.js';
import type { EncoderSettings } from '../explain/compiler.js';
import type { InputObject } from '../explain/json-input.js';
import { createValueEncoder, type ValueEncoder } from '../explain/value-encoder.js';
import { type ParseJsonOptions, parseJson } from '../json/parse-json.js';
import { raisedBy } from '../limits.js';
import { normaliseMessage } from '../normalise/normalise-message.js';
import type { EncodedMessage } from '../request/encoded-message.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import { createFastEncoder } from './fast-encoder.js';
import { fastPath } from './fast-path.js';

export type { EncoderSettings } from '../explain/compiler.js';

/** Writes one message of an operation. Immutable and safe to share between calls. */
export interface MessageEncoder {
  /** Every problem of `input`, at most as many as the limit (VE-1); none means that `toXml` accepts it. */
  validate(input: unknown, options?: EncodeOptions): ValidationProblem[];
  /** The whole envelope. Throws `MappingError` with every problem. */
  toXml(input: unknown, options?: EncodeOptions): EncodedMessage;
  /** The same from JSON text in UTF-8. No bytes at all are `{}` (VE-7). Throws `MappingError`. */
  encodeJson(json: Uint8Array, options?: EncodeOptions): EncodedMessage;
  /** The canonical form of a valid input (§22, N). Throws `MappingError` if it is not valid. */
  normalise(input: unknown): JsonObject;
  /** The slow encoder alone. */
  readonly slow: ValueEncoder;
}

const NO_OPTIONS: EncodeOptions = {};

/** Whether a value may become a MIME part (AT-1), which only the slow path writes. */
function mayPack(json: Uint8Array, { xopThreshold }: EncodeOptions): boolean {
  return xopThreshold !== undefined && json.length >= xopThreshold;
}

/** Compiles the encoder of one message (AP-1): the encoder of values, and in front of it the fast path for JSON text. */
export function createMessageEncoder(
  message: MessageShape,
  operation: OperationShape,
  settings: EncoderSettings,
): MessageEncoder {
  const slow = createValueEncoder(message, operation, settings);
  const fast = createFastEncoder(slow.parts);
  const values = fastPath(slow, fast);
  const { limits } = settings;
  const checkSize = (json: Uint8Array): void => {
    if (json.length <= limits.requestBytes) return;
    const problem = `must not have more than ${limits.requestBytes} bytes${raisedBy('requestBytes')}`;
    throw new MappingError({ code: 'LIMIT', errors: [{ path: '', keyword: 'limit', message: problem }] });
  };
  const parseOptions: ParseJsonOptions = {
    maxDepth: limits.requestDepth,
    maxNodes: limits.requestNodes,
    maxNumberDigits: limits.numberDigits,
    ...defined({ digits: limits.digits }),
  };
  return {
    slow,
    ...values,
    encodeJson(json, options = NO_OPTIONS) {
      checkSize(json);
      return (
        (mayPack(json, options) ? undefined : fast?.encode(json, options)) ??
        slow.toXml(json.length === 0 ? {} : parseJson(json, parseOptions), options, json.length)
      );
    },
    normalise(input) {
      values.toXml(input, { fills: 'hidden' });
      return normaliseMessage(input as InputObject, message, slow.parts.compiler);
    },
  };
}

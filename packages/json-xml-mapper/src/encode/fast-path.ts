import type { EncodeOptions } from '../api/operation.js';
import { MappingError } from '../errors.js';
import type { ValueEncoder } from '../explain/value-encoder.js';
import { createFastEncoder, type FastEncoder } from './fast-encoder.js';

/** Writes a message from values. */
export type MessageWriter = Pick<ValueEncoder, 'toXml' | 'validate'>;

/** Puts the fast path in front of an encoder of values. */
export type FastPath = (slow: ValueEncoder, fast?: FastEncoder) => MessageWriter;

const NO_OPTIONS: EncodeOptions = {};

/**
 * Puts the fast path in front of an encoder of values: the fast path accepts, the slow path explains.
 *
 * @param fast `undefined` if only the slow path can write the message. Default: compiled here
 *
 * @example
 * ```ts
 * createExchanges(model, {}, { uncommonContent, fastPath });
 * ```
 */
export const fastPath: FastPath = (slow, fast = createFastEncoder(slow.parts)) => {
  if (fast === undefined) return slow;
  return {
    toXml: (input, options = NO_OPTIONS) => fast.encodeValue(input, options) ?? slow.toXml(input, options),
    validate(input, options = NO_OPTIONS) {
      try {
        if (fast.encodeValue(input, { fills: 'hidden', ...options }) !== undefined) return [];
      } catch (error) {
        if (error instanceof MappingError) return [...error.errors];
        throw error;
      }
      return slow.validate(input, options);
    },
  };
};

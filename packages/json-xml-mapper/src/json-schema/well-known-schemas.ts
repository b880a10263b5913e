import type { JsonSchema } from '../api.js';

/** AN-6, AN-7: anything but an array. */
export const ANY_VALUE: JsonSchema = {
  description: 'Any XML value.',
  type: ['string', 'number', 'boolean', 'object', 'null'],
};

/** EN-2: in rpc/encoded, an array too. `self` refers to this schema. */
export function encodedAnyValue(self: JsonSchema): JsonSchema {
  return {
    description: 'Any XML value; an array is a SOAP array.',
    type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
    items: self,
  };
}

/** AN-1. */
export const ANY_ELEMENT: JsonSchema = {
  description: 'One element: its name, as {namespace}local, and its value.',
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
};

/** AT-2, AT-3. */
export const ATTACHMENT: JsonSchema = {
  type: 'object',
  properties: {
    contentType: { type: 'string' },
    data: { type: 'string', contentEncoding: 'base64' },
    filename: { type: 'string' },
  },
  required: ['data'],
  additionalProperties: false,
};

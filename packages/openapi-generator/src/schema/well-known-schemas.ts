import type { Schema } from './schema-registry.js';

/** Components that any service may use, with the fixed names of OA-3. They are in a document only where it refers to them. */

/** A missing or nil record (UW-5). */
export function noRecordSchema(): Schema {
  return {
    type: 'object',
    description: 'There is no record; `$nil` where the service said so with xsi:nil.',
    additionalProperties: false,
    properties: { $nil: { type: 'boolean', enum: [true] } },
  };
}

/** A value without a schema of its own (AN-6). Arrays included: a SOAP array may stand in an untyped place (EN-2). */
export function anyValueSchema(): Schema {
  return {
    description:
      'Any XML value: text as a string, typed text as `{"$type", "$value"}`, elements as `{"@attribute", "$content": [text or {name: value}]}`.',
  };
}

/** An entry of `$any` (AN-1): one key, the name of the element as `{namespace}local`. */
export function anyElementSchema(anyValue: Schema): Schema {
  return { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: anyValue };
}

/** What the mapper takes for a media type, parameters included. */
const MEDIA_TYPE = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \\t]*;[\\x20-\\x7e\\t]*)?$";

/** A MIME part (AT-2). */
export function attachmentSchema(): Schema {
  return {
    type: 'object',
    required: ['data'],
    additionalProperties: false,
    properties: {
      contentType: { type: 'string', pattern: MEDIA_TYPE },
      data: { type: 'string', format: 'byte' },
      filename: { type: 'string', pattern: '^[^\\x00-\\x1f\\x7f]*$' },
    },
  };
}

import type { JsonSchema } from '../../api/values.js';

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

/** The same for code generators, which cannot turn a list of types into a good type. */
export const UNKNOWN_VALUE: JsonSchema = {
  description:
    'Any XML value: text as a string, typed text as `{"$type", "$value"}`, elements as `{"@attribute", "$content": [text or {name: value}]}`.',
};

/** An element under a wildcard (AN-1). */
export const ANY_ELEMENT: JsonSchema = {
  description:
    'One element: its name, as {namespace}local, and its value. Or `$xml` and a finished element as text, which is sent as it is.',
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
};

/** UW-5: a missing or nil record. */
export const NO_RECORD: JsonSchema = {
  type: 'object',
  description: 'There is no record; `$nil` if the service said so with xsi:nil.',
  additionalProperties: false,
  properties: { $nil: { const: true } },
};

/** The media types (with parameters) and file names that the mapper accepts: without characters that could end a header line. */
const MEDIA_TYPE = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \\t]*;[\\x20-\\x7e\\t]*)?$";
const FILE_NAME = '^[^\\x00-\\x1f\\x7f]*$';
/** Base64 as RFC 4648 writes it: padded, and without white space. */
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';

/** AT-2, AT-3: a MIME part. */
export const ATTACHMENT: JsonSchema = attachment(false);

/** The same if `null` may stand for an absent content type or file name. */
export function attachment(absentAsNull: boolean): JsonSchema {
  const type = absentAsNull ? ['string', 'null'] : 'string';
  return {
    type: 'object',
    required: ['data'],
    additionalProperties: false,
    properties: {
      contentType: { type, pattern: MEDIA_TYPE },
      data: { type: 'string', contentEncoding: 'base64', pattern: BASE64 },
      filename: { type, pattern: FILE_NAME },
    },
  };
}

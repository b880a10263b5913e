import { DESIGN_LIMITS } from '../limits.js';

const text = { type: 'string', maxLength: DESIGN_LIMITS.textLength };
const path = { ...text, pattern: '^[^/]+(/[^/]+)*$' };

/** The value of a member that clients leave out, in the JSON Schema of design files. */
export const DEFAULT_SCHEMA: object = {
  anyOf: [
    text,
    { type: ['number', 'boolean'] },
    {
      type: 'array',
      maxItems: DESIGN_LIMITS.fills,
      items: { anyOf: [text, { type: ['number', 'boolean'] }] },
    },
  ],
};

/** The names of the values of one member, in the JSON Schema of design files. */
export const VALUES_SCHEMA: object = {
  type: 'object',
  minProperties: 1,
  maxProperties: DESIGN_LIMITS.lines,
  propertyNames: { maxLength: DESIGN_LIMITS.textLength },
  additionalProperties: { anyOf: [{ ...text, minLength: 1 }, { type: ['number', 'boolean'] }] },
};

/** What a design changes in an input. */
export const INPUT_SCHEMA: object = message({
  defaults: {
    description: 'The values that members have if clients leave them out, by their paths.',
    type: ['object', 'null'],
    maxProperties: DESIGN_LIMITS.lines,
    propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
    additionalProperties: { $ref: '#/$defs/default' },
  },
  lift: {
    description:
      'The paths of members whose objects have one member: its value takes the place of the object.',
    type: ['array', 'null'],
    maxItems: DESIGN_LIMITS.lines,
    items: path,
  },
});

/** What a design changes in a result. */
export const RESULT_SCHEMA: object = message({
  lift: {
    description:
      'The key of the only member that is left of the result: its value becomes the result. Or the paths of members whose objects have one member: its value takes the place of the object.',
    type: ['string', 'array', 'null'],
    maxLength: DESIGN_LIMITS.textLength,
    pattern: '^[^/]+$',
    maxItems: DESIGN_LIMITS.lines,
    items: path,
  },
});

/** What can be changed in a message. */
function message(others: object): object {
  return {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      rename: {
        description:
          'The new names of members, by their paths: JSON keys without the design, separated by /.',
        $ref: '#/$defs/rename',
      },
      omit: {
        description: 'The paths of members that clients do not see.',
        type: ['array', 'null'],
        maxItems: DESIGN_LIMITS.lines,
        items: path,
      },
      values: {
        description:
          'The names of values in JSON by their texts in XML, by the paths of members: { Status: { A: active } }.',
        type: ['object', 'null'],
        maxProperties: DESIGN_LIMITS.lines,
        propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
        additionalProperties: { $ref: '#/$defs/values' },
      },
      ...others,
    },
  };
}

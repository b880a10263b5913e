import { DESIGN_LIMITS } from '../limits.js';
import { COLUMN_PLACES, COLUMN_TYPES } from '../xml/parse-data-sets.js';

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

const rootName = { ...text, minLength: 1 };

/** A document that is the text of a member, in the JSON Schema of design files. */
export const DOCUMENT_SCHEMA: object = {
  anyOf: [
    rootName,
    {
      type: 'object',
      additionalProperties: false,
      required: ['element'],
      properties: {
        element: {
          ...rootName,
          description: 'The name of the root, as {namespace}local or local; * for any.',
        },
        as: { description: 'How the markup is written. Default: escaped.', enum: ['escaped', 'cdata'] },
        declaration: {
          description: 'Whether the text begins with an XML declaration. Default: false.',
          type: 'boolean',
        },
      },
    },
  ],
};

const xmlName = { maxLength: 255, pattern: '^[^:/\\s]+$' };

/** A DataSet, in the JSON Schema of design files. */
const DATA_SET_SCHEMA: object = {
  type: 'object',
  additionalProperties: false,
  oneOf: [{ required: ['tables'] }, { required: ['element'], maxProperties: 1 }],
  properties: {
    element: {
      ...rootName,
      description:
        'The element of the schema that has the tables of a typed DataSet, in place of all others here.',
    },
    name: { type: 'string', ...xmlName, description: 'The name of the DataSet. Default: NewDataSet.' },
    namespace: { ...text, description: 'The namespace of a typed DataSet. Default: none.' },
    tables: {
      type: 'object',
      minProperties: 1,
      propertyNames: xmlName,
      additionalProperties: { $ref: '#/$defs/table' },
    },
  },
};

/** A table of a DataSet, in the JSON Schema of design files: types of columns, and tables whose rows are inside. */
export const TABLE_SCHEMA: object = {
  type: 'object',
  minProperties: 1,
  propertyNames: xmlName,
  additionalProperties: {
    anyOf: [
      {
        description:
          'The type of a column; "int attribute" or "int hidden" if .NET writes it as an attribute of the row, or hidden.',
        enum: ['', ...COLUMN_PLACES].flatMap((place) =>
          COLUMN_TYPES.map((type) => (place === '' ? type : `${type} ${place}`)),
        ),
      },
      { $ref: '#/$defs/table' },
    ],
  },
};

/** A signature of an element, in the JSON Schema of design files. */
const SIGN_SCHEMA: object = {
  anyOf: [
    rootName,
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        reference: {
          ...rootName,
          description:
            'What is signed: document for the element as a document of its own (URI=""), or the path of the attribute with the ID of an element, from here: infNFe/@Id. Default: document.',
        },
        into: {
          ...path,
          description: 'The path from here to the parent of the signature. Default: the element itself.',
        },
        canonical: {
          description: 'The canonical form. Default: exclusive.',
          enum: ['exclusive', 'inclusive'],
        },
        scope: {
          description:
            'Whether the element is signed as a document of its own, or where it is in the message. Default: document.',
          enum: ['document', 'message'],
        },
      },
    },
  ],
};

/** The changes of a design to an input. */
export const INPUT_SCHEMA: object = message({
  sign: {
    description:
      'The elements that get an XML signature before a request is sent, by their paths: what is signed. The key is the credential elementSignature.',
    type: ['object', 'null'],
    minProperties: 1,
    maxProperties: DESIGN_LIMITS.lines,
    propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
    additionalProperties: SIGN_SCHEMA,
  },
  defaults: {
    description: 'The values that members have if clients leave them out, by their paths.',
    type: ['object', 'null'],
    minProperties: 1,
    maxProperties: DESIGN_LIMITS.lines,
    propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
    additionalProperties: { $ref: '#/$defs/default' },
  },
  lift: {
    description:
      'The paths of members whose objects have one member: its value takes the place of the object.',
    type: ['array', 'null'],
    minItems: 1,
    maxItems: DESIGN_LIMITS.lines,
    uniqueItems: true,
    items: path,
  },
});

/** The changes of a design to a result. */
export const RESULT_SCHEMA: object = message({
  lift: {
    description:
      'The key of the only member that is left of the result: its value becomes the result. Or the paths of members whose objects have one member: its value takes the place of the object.',
    type: ['string', 'array', 'null'],
    maxLength: DESIGN_LIMITS.textLength,
    pattern: '^[^/]+$',
    minItems: 1,
    maxItems: DESIGN_LIMITS.lines,
    uniqueItems: true,
    items: path,
  },
});

/** The members of a message that can be changed. */
function message(others: object): object {
  return {
    type: ['object', 'null'],
    additionalProperties: false,
    minProperties: 1,
    properties: {
      rename: {
        description:
          'The new names of members, by their paths: JSON keys without the design, separated by /.',
        $ref: '#/$defs/rename',
      },
      omit: {
        description: 'The paths of members that clients do not see.',
        type: ['array', 'null'],
        minItems: 1,
        maxItems: DESIGN_LIMITS.lines,
        uniqueItems: true,
        items: path,
      },
      values: {
        description:
          'The names of values in JSON by their texts in XML, by the paths of members: { Status: { A: active } }.',
        type: ['object', 'null'],
        minProperties: 1,
        maxProperties: DESIGN_LIMITS.lines,
        propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
        additionalProperties: { $ref: '#/$defs/values' },
      },
      raw: {
        description:
          'The paths of elements that clients see as $xml: one XML element as text, byte for byte.',
        type: ['array', 'null'],
        minItems: 1,
        maxItems: DESIGN_LIMITS.lines,
        uniqueItems: true,
        items: path,
      },
      documents: {
        description:
          'The members whose text is an XML document, by their paths: the name of its root, or * for any element.',
        type: ['object', 'null'],
        minProperties: 1,
        maxProperties: DESIGN_LIMITS.lines,
        propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
        additionalProperties: { $ref: '#/$defs/document' },
      },
      dataSets: {
        description:
          'The tables of .NET DataSets and the types of their columns, by the paths of the members.',
        type: ['object', 'null'],
        minProperties: 1,
        maxProperties: DESIGN_LIMITS.lines,
        propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
        additionalProperties: DATA_SET_SCHEMA,
      },
      short: {
        description:
          'The paths of wildcards that admit one namespace ($any): the keys of their elements leave it out.',
        type: ['array', 'null'],
        minItems: 1,
        maxItems: DESIGN_LIMITS.lines,
        uniqueItems: true,
        items: path,
      },
      ...others,
    },
  };
}

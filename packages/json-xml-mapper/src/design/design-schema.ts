import { DESIGN_LIMITS } from './limits.js';
import { PAGE_SCHEMA } from './pages/page-schema.js';
import { SESSION_SCHEMA } from './session/session-schema.js';
import { MEMBER_NAME } from './shaping/member-name.js';
import {
  DEFAULT_SCHEMA,
  DOCUMENT_SCHEMA,
  INPUT_SCHEMA,
  RESULT_SCHEMA,
  TABLE_SCHEMA,
  VALUES_SCHEMA,
} from './shaping/message-schema.js';

const text = { type: 'string', maxLength: DESIGN_LIMITS.textLength };

/**
 * The JSON Schema (2020-12) of design files, for editors and other tools: `docs/design.schema.json`. That a path names something is only
 * known with the service, and checked by `checkDesign`.
 */
export const DESIGN_SCHEMA: { readonly [keyword: string]: unknown } = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A Soapstone design file',
  description: 'What the owner of a SOAP service decides about its JSON: see docs/design.md.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'The address of this schema, for editors.' },
    fill: {
      description:
        'Members that the owner fills. Each path is the name of an operation or *, then JSON keys, separated by /: attributes are @name, SOAP header blocks are below $headers.',
      type: ['object', 'null'],
      minProperties: 1,
      maxProperties: DESIGN_LIMITS.fills,
      propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
      additionalProperties: { $ref: '#/$defs/entry' },
    },
    session: { anyOf: [{ $ref: '#/$defs/session' }, { type: 'null' }] },
    names: {
      description: 'The spelling of all keys: as the schema has them, or userId in place of UserID.',
      enum: ['as-is', 'camel', null],
    },
    rename: {
      description: 'The new name of every member that has a key, in every operation.',
      $ref: '#/$defs/rename',
    },
    lift: {
      description:
        'The keys of members whose objects have one member, in every operation: its value takes the place of the object.',
      type: ['array', 'null'],
      minItems: 1,
      maxItems: DESIGN_LIMITS.lines,
      uniqueItems: true,
      items: { ...text, minLength: 1 },
    },
    prefixes: {
      description: 'The prefixes of namespaces in requests; an empty one for the default namespace.',
      type: ['object', 'null'],
      minProperties: 1,
      maxProperties: DESIGN_LIMITS.prefixes,
      propertyNames: { maxLength: 64 },
      additionalProperties: { ...text, minLength: 1 },
    },
    declare: {
      description:
        'Where requests declare these prefixes: on the elements that need them, or all of them on the Envelope.',
      enum: ['element', 'root', null],
    },
    base: {
      description: 'The path that the paths of all routes begin with, such as /v1.',
      type: ['string', 'null'],
      pattern: '^(/[A-Za-z0-9._~:-]{1,100})+$',
      maxLength: DESIGN_LIMITS.textLength,
    },
    envelope: {
      description:
        'The bodies of routes are {"result": …, "meta": {…}}, as for calls by name, in place of the result itself.',
      enum: [true, null],
    },
    operations: {
      description: 'What is changed in single operations, by their names.',
      type: ['object', 'null'],
      minProperties: 1,
      maxProperties: DESIGN_LIMITS.lines,
      additionalProperties: { $ref: '#/$defs/operation' },
    },
  },
  $defs: {
    operation: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        hidden: { description: 'Whether clients do not see the operation at all.', type: 'boolean' },
        input: INPUT_SCHEMA,
        result: RESULT_SCHEMA,
        route: {
          description: 'The method and the path, with members in braces: GET /users/{userId}.',
          type: ['string', 'null'],
          pattern: '^(GET|POST|PUT|PATCH|DELETE) (/([A-Za-z0-9._~:-]{1,100}|\\{[^{}/=*]{1,500}\\}))+$',
          maxLength: DESIGN_LIMITS.textLength,
        },
        status: {
          description: 'The status of a response that succeeds. Default: 200. A 204 has no body.',
          enum: [201, 202, 204, null],
        },
        location: {
          description: 'The path in the header Location: /users/{result.userId}.',
          type: ['string', 'null'],
          pattern: '^(/([A-Za-z0-9._~:-]{1,100}|\\{[^{}/=*]{1,500}\\}))+$',
          maxLength: DESIGN_LIMITS.textLength,
        },
        body: {
          description:
            'The member that is the whole body. Default of POST, PUT and PATCH: all members that are not in the path.',
          type: ['string', 'null'],
          minLength: 1,
          maxLength: DESIGN_LIMITS.textLength,
        },
        faults: {
          description: 'The statuses of declared faults, by their names. Default: 502.',
          type: ['object', 'null'],
          minProperties: 1,
          maxProperties: DESIGN_LIMITS.routeFaults,
          additionalProperties: { type: 'integer', minimum: 400, maximum: 599 },
        },
        safe: {
          description: 'The operation only reads, though its name does not say so.',
          enum: [true, null],
        },
        page: { anyOf: [{ $ref: '#/$defs/page' }, { type: 'null' }] },
      },
    },
    page: PAGE_SCHEMA,
    default: DEFAULT_SCHEMA,
    values: VALUES_SCHEMA,
    document: DOCUMENT_SCHEMA,
    table: TABLE_SCHEMA,
    rename: {
      type: ['object', 'null'],
      minProperties: 1,
      maxProperties: DESIGN_LIMITS.lines,
      propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
      additionalProperties: { type: 'string', pattern: MEMBER_NAME.source },
    },
    session: SESSION_SCHEMA,
    entry: {
      anyOf: [
        { $ref: '#/$defs/constant' },
        { $ref: '#/$defs/secret' },
        { $ref: '#/$defs/generate' },
        { $ref: '#/$defs/header' },
        { $ref: '#/$defs/members' },
      ],
    },
    constant: {
      description: 'Always this value. A list is the value of a member that can occur more than once.',
      anyOf: [
        { ...text },
        { type: ['number', 'boolean', 'null'] },
        {
          type: 'array',
          maxItems: DESIGN_LIMITS.fills,
          items: { anyOf: [text, { type: ['number', 'boolean'] }] },
        },
      ],
    },
    secret: directive('secret', {
      description: 'The name of a secret. Its value is not part of the file.',
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    }),
    generate: directive('generate', {
      description: 'A new UUID, or the time of the call in UTC.',
      enum: ['uuid', 'timestamp'],
    }),
    header: directive('header', {
      description: 'The value of this HTTP header of the client’s request.',
      type: 'string',
      pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$",
    }),
    members: {
      description: 'The members of the object, by their paths from here.',
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
      additionalProperties: { $ref: '#/$defs/entry' },
    },
  },
};

function directive(name: string, value: object): object {
  return { type: 'object', additionalProperties: false, required: [name], properties: { [name]: value } };
}

/**
 * `@soapstone/json-xml-mapper/json-schema`: builds documents from Shapes. For the schema of one message, `jsonSchema` of a compiled
 * operation is enough.
 */
export type { JsonSchema } from '../api/values.js';
export type { Audience } from './context/schema-context.js';
export { acceptsEmptyInput } from './message-schema.js';
export {
  createSchemaProjection,
  type InputNames,
  type SchemaProjection,
  type SchemaProjectionOptions,
} from './projection.js';
export { NAME_PATTERNS } from './values/name-patterns.js';

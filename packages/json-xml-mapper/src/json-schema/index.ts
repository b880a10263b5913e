/**
 * `@soapstone/json-xml-mapper/json-schema`: builds documents from Shapes. For the schema of one message, `jsonSchema` of a compiled
 * operation is enough.
 */
export type { JsonSchema } from '../api/values.js';
export { acceptsEmptyInput } from './message-schema.js';
export { NAME_PATTERNS } from './name-patterns.js';
export {
  createSchemaProjection,
  type InputNames,
  type SchemaProjection,
  type SchemaProjectionOptions,
} from './projection.js';
export type { Audience } from './schema-context.js';

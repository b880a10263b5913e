import { type CompiledOperation, isMappingError, stringify } from '@soapstone/json-xml-mapper';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { renameKeys } from '../protocol/rename-keys.js';
import { sampleOf, schemasAt } from '../schema/schema-place.js';
import { recentInputSchema } from '../schema/tool-schema.js';
import { escapeInvisible } from '../schema/visible-text.js';
import type { AgentOperation } from './agent-service.js';
import { argumentKeys, seenKey } from './argument-keys.js';

/** The longest example in a schema, in characters of JSON: a model pays for it in every request. */
const MAX_EXAMPLE_CHARACTERS = 300;

/** A valid example of the arguments as JSON, with the names that tools have for members. Throws for a type that has no finite example. */
export function exampleOf(operation: AgentOperation, compiled: CompiledOperation): string {
  return seenText(operation, compiled.example('input'));
}

/**
 * A short valid example for the schema of a tool: the whole input, or its required members alone if that is too long. Undefined if there is
 * none, or nothing to show.
 */
export function exampleIn(operation: AgentOperation): string | undefined {
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    const whole = exampleOf(operation, compiled);
    if (whole === '{}') return undefined;
    if (whole.length <= MAX_EXAMPLE_CHARACTERS) {
      const value = JSON.parse(stringify(compiled.example('input')));
      return compiled.validate(value).length > 0 ? undefined : escapeInvisible(whole);
    }
    const schema = recentInputSchema(compiled);
    const sample = schema && sampleOf(schemasAt(schema, []), schema);
    if (sample === undefined || compiled.validate(sample).length > 0) return undefined;
    const short = seenText(operation, sample);
    return short === '{}' || short.length > MAX_EXAMPLE_CHARACTERS ? undefined : escapeInvisible(short);
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

function seenText(operation: AgentOperation, value: unknown): string {
  const table = argumentKeys(operation);
  const json = encodeUtf8(stringify(value as Parameters<typeof stringify>[0]));
  return decodeUtf8(renameKeys(json, (key) => seenKey(key, table)));
}

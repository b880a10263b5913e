import {
  isJsonNumber,
  isMappingError,
  type JsonSchema,
  type JsonValue,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { assertOptions, bytes } from '@soapstone/options';
import { encodeUtf8 } from '../platform.js';
import { type ObjectForm, objectForms } from '../schema/object-forms.js';
import { recentInputSchema } from '../schema/tool-schema.js';
import type { AgentOperation } from './agent-service.js';
import { assertOperation } from './argument-keys.js';

/**
 * Leaves out the members of arguments that are null and may be left out. Agents with strict schemas write null for them, and a member that
 * may also be nil would be nil otherwise. A null of a member that is required stays: it is nil.
 *
 * Numbers keep their digits. Arguments that cannot be read, or have more than 100,000 values, are returned as they are: the mapper judges them.
 *
 * @param operation an operation of a catalog whose mapper compiles
 * @param json the arguments, with the keys of the mapper
 * @throws {OptionError} if an argument has the wrong type
 *
 * @example
 * ```ts
 * const host = { ...parts, omitNulls: async (operation, json) => omitNulls(operation, json) };
 * ```
 */
export function omitNulls(operation: AgentOperation, json: Uint8Array): Uint8Array {
  assertOperation(operation, 'omitNulls');
  assertOptions(bytes, json, 'omitNulls', 'json');
  if (!mayHaveNull(json)) return json;
  try {
    const schema = recentInputSchema(operation.service.mapper.compile(operation.name));
    if (schema === undefined) return json;
    const given = parseJson(json, { digits: 'lexical' });
    const formsOf = objectForms(schema);
    return encodeUtf8(stringify(without(given, formsOf(schema), formsOf) as JsonValue));
  } catch (error) {
    if (isMappingError(error)) return json;
    throw error;
  }
}

/** Whether a text may contain `null`: whether its first letters occur in it, perhaps in a string. */
export function mayHaveNull(json: Uint8Array): boolean {
  for (let at = json.indexOf(LETTER_N); at !== -1; at = json.indexOf(LETTER_N, at + 1))
    if (json[at + 1] === LETTER_U && json[at + 2] === LETTER_L) return true;
  return false;
}

const LETTER_N = 0x6e;
const LETTER_U = 0x75;
const LETTER_L = 0x6c;

/** Recursion is safe: `parseJson` limits the depth. */
function without(
  value: unknown,
  forms: readonly ObjectForm[],
  formsOf: (schema: JsonSchema) => readonly ObjectForm[],
): unknown {
  if (typeof value !== 'object' || value === null || isJsonNumber(value)) return value;
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => (form.items === undefined ? [] : formsOf(form.items)));
    return value.map((each) => without(each, items, formsOf));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const known = forms.filter(({ properties }) => Object.hasOwn(properties, key));
      if (each === null && known.some(({ required }) => !required.has(key))) return [];
      if (typeof each !== 'object' || each === null) return [[key, each]];
      const inner = known.flatMap(({ properties }) => formsOf(properties[key] as JsonSchema));
      return [[key, without(each, inner, formsOf)]];
    }),
  );
}

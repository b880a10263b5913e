import type { Kind } from './kind.js';
import { BASE64, type Member, type MemberSchema } from './members.js';

/**
 * The JSON Schema of one kind in a stored profile. Where a kind has a key, it also takes a PKCS#12 file: `pfx`, in Base64.
 *
 * @example
 * ```ts
 * schemaOf(KINDS.ntlm); // { type: 'object', properties: { username: { type: 'string', … }, … }, … }
 * ```
 */
export function schemaOf({ value, members, required, either, bundle }: Kind): MemberSchema {
  if (value !== undefined) return value.schema;
  const properties: Record<string, MemberSchema> = {};
  for (const [name, { schema }] of Object.entries(members)) {
    properties[name] = schema;
    if (bundle.length > 0 && name === 'privateKey') properties['pfx'] = BASE64;
  }
  const replaced = new Set<string>(bundle);
  const alternatives: (readonly string[])[] = either.map((name) => [name]);
  if (bundle.length > 0) alternatives.push(...(either.length > 0 ? [['pfx']] : [bundle, ['pfx']]));
  const always = required.filter((name) => !replaced.has(name));
  return {
    type: 'object',
    properties,
    ...(always.length === 0 ? {} : { required: always }),
    additionalProperties: false,
    ...(alternatives.length === 0 ? {} : { anyOf: alternatives.map((names) => ({ required: names })) }),
  };
}

/**
 * The JSON Schema of a stored profile with at least one member.
 *
 * @example
 * ```ts
 * const schema = objectSchema(KINDS, SETTINGS);
 * ```
 */
export function objectSchema(
  kinds: Readonly<Record<string, Kind>>,
  settings: Readonly<Record<string, Member>>,
): MemberSchema {
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, schemaOf(kind)])),
      ...Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])),
    },
    additionalProperties: false,
    minProperties: 1,
  };
}

/**
 * The form of the schemas of tools.
 *
 * - `full`: JSON Schema with references, which recursive types need
 * - `inline`: without references, for model APIs that refuse them or their cycles. Where a type contains itself again, and beyond a size,
 *   a schema says in words what an object has
 * - `strict`: as OpenAI's strict functions need it: every member is required, `null` stands for one that is left out, and objects are
 *   closed. Tools that have this form say so: `_meta["soapstone/strict"]` is true. Others, such as those with wildcards, are `full`
 */
export type SchemaForm = 'full' | 'inline' | 'strict';

/**
 * All forms, the default first.
 *
 * @example
 * ```ts
 * const form = SCHEMA_FORMS.find((each) => each === query.get('schemas')) ?? 'full';
 * ```
 */
export const SCHEMA_FORMS: readonly SchemaForm[] = ['full', 'inline', 'strict'];

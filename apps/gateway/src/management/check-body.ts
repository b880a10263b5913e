import type { Keyword, ValidationError } from '@soapstone/json-xml-mapper';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { GatewayError } from '../proxy/errors.js';

// `strictRequired` would forbid `anyOf` branches that only say which members belong together.
const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
const compiled = new WeakMap<object, ValidateFunction>();

/** Compile a schema, once. Throws where it is none: at start, not at the first request. The schemas are our own. */
export function prepareBody(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** Throw `VALIDATION_ERROR` with every problem of `body`. */
export function checkBody(schema: Readonly<Record<string, unknown>>, body: unknown): void {
  const validate = prepareBody(schema);
  if (validate(body)) return;
  const errors = validate.errors ?? [];
  throw new GatewayError({
    type: 'VALIDATION_ERROR',
    code: 'SCHEMA_VIOLATION',
    message: `The body is not what this path takes (${errors.length} ${errors.length === 1 ? 'error' : 'errors'})`,
    details: errors.slice(0, 50).map(describe),
  });
}

function describe(error: ErrorObject): ValidationError {
  const { missingProperty, additionalProperty, allowedValues } = error.params as Record<string, unknown>;
  const member = missingProperty ?? additionalProperty;
  return {
    path: member === undefined ? error.instancePath : `${error.instancePath}/${String(member)}`,
    keyword: error.keyword as Keyword,
    message: error.message ?? 'is wrong',
    ...(allowedValues === undefined ? {} : { expected: allowedValues }),
  };
}

import { type Check, kindOf, wrong } from '@soapstone/options';

/** Checks the outline of a value that another function of these packages created, not its contents. */
function outline(what: string, holds: (value: Readonly<Record<string, unknown>>) => boolean): Check {
  return (value) => (isObject(value) && holds(value) ? [] : wrong(`expected ${what}, not ${kindOf(value)}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A mapper, or the part of one that a document needs. */
export const mapperArgument: Check = outline(
  'a mapper created by createMapper',
  (value) => typeof value['compile'] === 'function' && Array.isArray(value['operations']),
);

/** An operation, compiled. */
export const operationArgument: Check = outline(
  'a compiled operation',
  (value) => typeof value['example'] === 'function' && typeof value['info'] === 'object',
);

/** A document of `generateOpenApi` or `toOpenApi30`. */
export const documentArgument: Check = outline(
  'an OpenAPI document',
  ({ openapi, info, paths, components = {} }) =>
    typeof openapi === 'string' &&
    [info, paths, components].every(isObject) &&
    Object.values(paths as object).every(isObject),
);

/** The model of a parsed WSDL. */
export const modelArgument: Check = outline(
  'the model of a parsed WSDL',
  (value) => Array.isArray(value['services']) && Array.isArray(value['exposed']),
);

/** The types of a model. */
export const schemaArgument: Check = outline('the schema of a model', (value) =>
  Array.isArray(value['types']),
);

import { type Check, kindOf, wrong } from '@soapstone/soap-model/options';

/** The outline of a value that another function of these packages made; what is inside is not looked at. */
function outline(what: string, holds: (value: Readonly<Record<string, unknown>>) => boolean): Check {
  return (value) =>
    typeof value === 'object' && value !== null && holds(value as Readonly<Record<string, unknown>>)
      ? []
      : wrong(`expected ${what}, not ${kindOf(value)}`);
}

/** A mapper, or what of it a document needs. */
export const mapperArgument: Check = outline(
  'a mapper, as createMapper makes it',
  (value) => typeof value['compile'] === 'function' && Array.isArray(value['operations']),
);

/** An operation, compiled. */
export const operationArgument: Check = outline(
  'a compiled operation',
  (value) => typeof value['example'] === 'function' && typeof value['info'] === 'object',
);

/** A document, as `generateOpenApi` and `toOpenApi30` make it. */
export const documentArgument: Check = outline(
  'an OpenAPI document',
  (value) => typeof value['openapi'] === 'string' && typeof value['info'] === 'object',
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

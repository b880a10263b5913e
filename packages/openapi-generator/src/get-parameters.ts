import { type JsonSchema, type QueryParameter, queryParameters } from '@soapstone/json-xml-mapper';
import type { SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import type { MessageShape } from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import type { ParameterObject } from 'openapi3-ts/oas31';

/** The query parameters of a GET: exactly those that the mapper reads, in its order (GQ-1, GQ-8). */
export function getParameters(input: MessageShape, projection: SchemaProjection): ParameterObject[] {
  return parameterObjects(queryParameters(input).parameters, projection);
}

/** Parameters of a query string as a document lists them. */
export function parameterObjects(
  parameters: readonly QueryParameter[],
  projection: SchemaProjection,
): ParameterObject[] {
  return parameters.map((parameter): ParameterObject => {
    const { name, shape, documentation } = parameter;
    // A list is a repeated parameter, like an array (GQ-4).
    const isArray = parameter.array || shape.kind === 'list';
    return {
      name,
      in: 'query',
      ...defined({ description: documentation }),
      ...(parameter.required ? { required: true } : {}),
      ...(isArray ? { style: 'form', explode: true } : {}),
      schema: schemaOf(parameter, projection),
    };
  });
}

function schemaOf({ shape, array, ...declared }: QueryParameter, projection: SchemaProjection): JsonSchema {
  const value = projection.value(shape, declared);
  return array ? { type: 'array', items: value } : value;
}

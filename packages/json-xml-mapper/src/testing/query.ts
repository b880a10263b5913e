import { type QueryParameters, queryParameters } from '../query/query-parameters.js';
import { SchemaLiteral } from './schema-literal.js';
import { operationShape } from './shapes.js';

/** The parameters of an operation whose input type `build` creates. */
export function parametersOf(build: (schema: SchemaLiteral) => number): QueryParameters {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  return queryParameters(operationShape(schema.service({ Op: { output: 'none' } }), 'Op').input);
}

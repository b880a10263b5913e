import { type Mapper, type QueryParameter, queryParameters, stringify } from '@soapstone/json-xml-mapper';
import { provenExamples } from '@soapstone/openapi-generator';

/** Describes one operation for its owner: examples, schemas, and how it can be called by GET. */
export function describeOperation(mapper: Mapper, name: string) {
  const operation = mapper.compile(name);
  const { info, shape } = operation;
  const { request, result } = provenExamples(operation);
  return {
    name: info.name,
    documentation: info.documentation ?? null,
    // Sent as text, because a page cannot parse all numbers of an example exactly.
    exampleInput: stringify(request ?? operation.example('input')),
    exampleResult: stringify(result ?? operation.example('output')),
    inputSchema: operation.jsonSchema('input'),
    resultSchema: operation.jsonSchema('output'),
    faults: shape.faults.map((fault) => fault.name),
    queryParameters: info.querySafe.safe ? queryParameters(shape.input).parameters.map(showParameter) : [],
    headerBlocks: shape.input.headers?.members.map(({ key }) => key) ?? [],
  };
}

function showParameter({ name, shape, array, required, documentation }: QueryParameter) {
  const value = shape.kind === 'list' ? shape.item : shape;
  return {
    name,
    type: value.kind === 'scalar' ? value.builtin : 'anySimpleType',
    // A list is sent as a repeated parameter, like an array (GQ-4).
    repeated: array || shape.kind === 'list',
    required,
    documentation: documentation ?? null,
    values: value.kind === 'scalar' ? (value.facets.enumeration ?? null) : null,
  };
}

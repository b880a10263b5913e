import { type CompiledOperation, isMappingError, type ValidationError } from '@soapstone/json-xml-mapper';

const EMPTY = new TextEncoder().encode('{}');

/** Every problem of an input, as JSON text in UTF-8: exactly those for which a call would be refused. */
export function findProblems(operation: CompiledOperation, input: Uint8Array): readonly ValidationError[] {
  try {
    operation.encodeJson(input.length === 0 ? EMPTY : input);
    return [];
  } catch (error) {
    if (isMappingError(error)) return error.errors;
    throw error;
  }
}

import { type CompiledOperation, isMappingError, type ValidationError } from '@soapstone/json-xml-mapper';
import { encodeJson } from '../proxy/encode-json.js';

const EMPTY = new TextEncoder().encode('{}');

/** Every problem of an input, as JSON text in UTF-8: exactly those for which a call would be refused. */
export async function findProblems(
  operation: CompiledOperation,
  accountId: string,
  input: Uint8Array,
): Promise<readonly ValidationError[]> {
  try {
    await encodeJson(operation, accountId, input.length === 0 ? EMPTY : input);
    return [];
  } catch (error) {
    if (isMappingError(error)) return error.errors;
    throw error;
  }
}

import { isMappingError, type ValidationProblem } from '@soapstone/json-xml-mapper';
import type { ServiceOperation } from '../mapping/service-operation.js';

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** Finds every problem in an input (JSON text in UTF-8): exactly those for which a call would be rejected. */
export async function findProblems(
  operation: Pick<ServiceOperation, 'encodeJson'>,
  input: Uint8Array,
): Promise<readonly ValidationProblem[]> {
  try {
    await operation.encodeJson(input.length === 0 ? EMPTY_OBJECT : input, {});
    return [];
  } catch (error) {
    if (isMappingError(error)) return error.errors;
    throw error;
  }
}

import { type CompiledOperation, isMappingError, type ValidationProblem } from '@soapstone/json-xml-mapper';

/** A message without a valid example, and the first reason. */
export interface MissingExample {
  readonly of: 'request' | 'response';
  /** JSON Pointer into the rejected example. */
  readonly path: string;
  readonly message: string;
}

/**
 * Returns the messages of an operation that have no valid example for documents, the try-out page and mock responses: a type that
 * requires itself has no finite value, and some facets allow no value.
 */
export function missingExamples(operation: CompiledOperation): readonly MissingExample[] {
  const missing: MissingExample[] = [];
  const note = (of: MissingExample['of'], [first]: readonly ValidationProblem[]): void => {
    if (first !== undefined) missing.push({ of, path: first.path, message: first.message });
  };
  note('request', operation.validate(operation.example('input')));
  if (!operation.info.oneWay) note('response', problemsOfResponse(operation));
  return missing;
}

function problemsOfResponse(operation: CompiledOperation): readonly ValidationProblem[] {
  try {
    operation.responseToXml(operation.example('output'));
    return [];
  } catch (error) {
    if (isMappingError(error)) return error.errors;
    throw error;
  }
}

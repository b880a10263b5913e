/** Measured on real services (decision 0017): a model takes up to so many times the bytes of its JSON, */
const MODEL_FACTOR = 2;
/** and its mapper with all operations compiled so many times more, */
const MAPPER_FACTOR = 6;
/** and for each operation. */
const OPERATION_BYTES = 32_768;

/**
 * Estimates the memory of a service whose operations are all compiled, in bytes.
 *
 * @param modelBytes bytes of the model's JSON text
 * @param operations how many operations it exposes
 */
export function compiledBytes(modelBytes: number, operations: number): { model: number; mapper: number } {
  return {
    model: modelBytes * MODEL_FACTOR,
    mapper: modelBytes * MAPPER_FACTOR + operations * OPERATION_BYTES,
  };
}

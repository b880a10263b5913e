/** Measured on real services (decision 0017): a model takes up to this many times the bytes of its JSON. */
const MODEL_FACTOR = 2;
/** Its mapper, with all operations compiled, takes this many times the bytes of the model's JSON in addition, */
const MAPPER_FACTOR = 6;
/** and this many bytes for each operation. */
const OPERATION_BYTES = 32_768;

/**
 * Estimates the memory of a service whose operations are all compiled, in bytes.
 *
 * @param modelBytes the bytes of the model's JSON text
 * @param operations the number of operations that it exposes
 */
export function compiledBytes(modelBytes: number, operations: number): { model: number; mapper: number } {
  return {
    model: modelBytes * MODEL_FACTOR,
    mapper: modelBytes * MAPPER_FACTOR + operations * OPERATION_BYTES,
  };
}

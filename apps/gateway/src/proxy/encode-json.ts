import type { CompiledOperation, EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import { runInTurns } from './turns.js';

/** JSON of more bytes than this is encoded in steps: less takes two or three milliseconds, and ten where it is refused. */
const STEPS_FROM_BYTES = 128 * 1024;

/**
 * Encode a request without holding up the other calls, however large it is and whether it is accepted or refused. Throws
 * `MappingError`.
 */
export async function encodeJson(
  operation: CompiledOperation,
  accountId: string,
  json: Uint8Array,
  options?: EncodeOptions,
): Promise<SoapRequest> {
  if (json.length <= STEPS_FROM_BYTES) return operation.encodeJson(json, options);
  return runInTurns(accountId, operation.encodeJsonInSteps(json, options));
}

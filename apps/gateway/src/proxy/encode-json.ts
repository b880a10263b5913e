import { setImmediate } from 'node:timers/promises';
import type { CompiledOperation, EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';

/** JSON of more bytes than this is encoded in steps: less takes two or three milliseconds, and ten where it is refused. */
const STEPS_FROM_BYTES = 128 * 1024;

/**
 * Encode a request without holding up the other calls, however large it is and whether it is accepted or refused. Throws
 * `MappingError`.
 */
export async function encodeJson(
  operation: CompiledOperation,
  json: Uint8Array,
  options?: EncodeOptions,
): Promise<SoapRequest> {
  if (json.length <= STEPS_FROM_BYTES) return operation.encodeJson(json, options);
  const steps = operation.encodeJsonInSteps(json, options);
  let step = steps.next();
  while (step.done !== true) {
    await setImmediate();
    step = steps.next();
  }
  return step.value;
}

import {
  type CompiledOperation,
  isDecodeError,
  isMappingError,
  type JsonObject,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { assertOptions } from '@soapstone/options';
import { operationArgument } from './arguments.js';

/**
 * Examples of one operation (OA-8). Examples that could not be proven are omitted. A number that a double cannot hold is a `JsonNumber`,
 * which `printOpenApi` writes with all of its digits.
 */
export interface ProvenExamples {
  readonly request?: JsonObject;
  readonly result?: JsonObject;
}

/**
 * Creates examples and proves them: the validator accepts each, it encodes to XML, decodes from it, and encodes to the same XML
 * again, byte for byte. A type that always contains itself has no finite value, and so no example.
 *
 * @example
 * ```ts
 * const { input, result } = provenExamples(createMapper(model).compile('GetUser'));
 * ```
 */
export function provenExamples(operation: CompiledOperation): ProvenExamples {
  assertOptions(operationArgument, operation, 'provenExamples', 'operation');
  const request = attempt(() => proveRequest(operation));
  const result = attempt(() => proveResult(operation));
  return {
    ...(request === undefined ? {} : { request: asJson(request) }),
    ...(result === undefined ? {} : { result: asJson(result) }),
  };
}

function proveRequest(operation: CompiledOperation): JsonObject | undefined {
  const input = operation.example('input');
  if (operation.validate(input).length > 0) return undefined;
  const sent = operation.toXml(input);
  // Attachments travel outside the envelope and cannot be read back from it.
  if (sent.attachments.length > 0) return input;
  const received = operation.requestFromXml(sent.body);
  const headers = Object.keys(received.headers).length === 0 ? {} : { $headers: received.headers };
  return isSame(operation.toXml({ ...received.input, ...headers }).body, sent.body) ? input : undefined;
}

function proveResult(operation: CompiledOperation): JsonObject | undefined {
  const result = operation.example('output');
  if (operation.info.oneWay) return result;
  const { body, attachments } = operation.responseToXml(result);
  const reply = operation.fromXml(body, { attachments });
  if (reply.kind !== 'result' || reply.warnings.length > 0) return undefined;
  // The message as it is read has the lists that are always present, which the example may leave out.
  return isSame(operation.responseToXml(reply.result).body, body) ? reply.result : undefined;
}

/** A document is JSON: a `bigint` is a number there. */
function asJson(value: JsonObject): JsonObject {
  return parseJson(stringify(value)) as JsonObject;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function attempt<T>(prove: () => T | undefined): T | undefined {
  try {
    return prove();
  } catch (error) {
    if (isMappingError(error) || isDecodeError(error)) return undefined;
    throw error;
  }
}

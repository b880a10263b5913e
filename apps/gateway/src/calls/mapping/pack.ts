import {
  type CompiledOperation,
  DecodeError,
  DesignError,
  type EncodeOptions,
  FillError,
  isDecodeError,
  isDesignError,
  isFillError,
  isMappingError,
  isOperationNotFoundError,
  type JsonObject,
  MappingError,
  OperationNotFoundError,
  parseJson,
  type SoapReplyText,
  stringify,
  type WorkMeter,
} from '@soapstone/json-xml-mapper';
import { ownBytes } from '../../children/own-bytes.js';
import { CallFills } from './call-fills.js';
import type { PackedEncodeOptions, PackedError, PackedReply } from './messages.js';

/**
 * Packs values that are sent between the event loop and the mapping thread. A structured clone loses the classes of errors and of exact
 * numbers, so errors are sent as data and JSON values as text.
 */

export function packEncodeOptions({
  digits,
  headers,
  storedHeaders,
  lockedHeaders,
  extraHeaders,
  soapAction,
  xopThreshold,
  fills,
}: EncodeOptions): PackedEncodeOptions {
  return {
    ...(digits !== undefined && { digits }),
    ...(headers !== undefined && { headers: stringify(headers) }),
    ...(storedHeaders !== undefined && { storedHeaders: stringify(storedHeaders) }),
    ...(lockedHeaders !== undefined && { lockedHeaders }),
    ...(extraHeaders !== undefined && { extraHeaders }),
    ...(soapAction !== undefined && { soapAction }),
    ...(xopThreshold !== undefined && { xopThreshold }),
    ...(fills === 'hidden' && { fills }),
    ...(fills instanceof CallFills && { fills: fills.values }),
  };
}

export function unpackEncodeOptions({
  headers,
  storedHeaders,
  fills,
  ...rest
}: PackedEncodeOptions): EncodeOptions {
  return {
    ...rest,
    ...(fills !== undefined && { fills: fills === 'hidden' ? fills : new CallFills(fills) }),
    ...(headers !== undefined && { headers: parse(headers) }),
    ...(storedHeaders !== undefined && { storedHeaders: parse(storedHeaders) }),
  };
}

export function packReply(reply: SoapReplyText): PackedReply {
  const { warnings } = reply;
  if (reply.kind === 'result') {
    const { result, headers } = reply;
    return {
      kind: 'result',
      result: ownBytes(result),
      ...(headers !== undefined && { headers: ownBytes(headers) }),
      warnings,
    };
  }
  const { detail, headers, ...fault } = reply.fault;
  return {
    kind: 'fault',
    fault,
    ...(detail !== undefined && { detail: stringify(detail) }),
    ...(headers !== undefined && { headers: stringify(headers) }),
    warnings,
  };
}

export function unpackReply(packed: PackedReply): SoapReplyText {
  if (packed.kind === 'result') return packed;
  const { fault, detail, headers, warnings } = packed;
  return {
    kind: 'fault',
    fault: {
      ...fault,
      ...(detail !== undefined && { detail: parse(detail) }),
      ...(headers !== undefined && { headers: parse(headers) }),
    },
    warnings,
  };
}

export function packError(error: unknown): PackedError {
  if (isMappingError(error)) {
    const { message, code, errors, truncated } = error;
    return { name: 'MappingError', message, code, errors, truncated };
  }
  if (isDecodeError(error)) {
    const { message, code, path, details } = error;
    return { name: 'DecodeError', message, code, path, details };
  }
  if (isFillError(error)) {
    const { message, code, secret } = error;
    return { name: 'FillError', message, code, secret };
  }
  if (isDesignError(error)) return { name: 'DesignError', problems: error.problems };
  if (isOperationNotFoundError(error)) {
    const { operation, nearest } = error;
    return { name: 'OperationNotFoundError', operation, nearest };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name: 'Error', message, stack };
}

export function unpackError(packed: PackedError): Error {
  switch (packed.name) {
    case 'MappingError': {
      const error = new MappingError(packed);
      // The message contains the name of the operation, which only the thread knows.
      error.message = packed.message;
      return error;
    }
    case 'DecodeError':
      return new DecodeError(packed);
    case 'FillError':
      return new FillError(packed);
    case 'DesignError':
      return new DesignError(packed.problems);
    case 'OperationNotFoundError':
      return new OperationNotFoundError(packed);
    case 'Error': {
      const error = new Error(packed.message);
      if (packed.stack !== undefined) error.stack = packed.stack;
      return error;
    }
  }
}

/** Returns the canonical form of a valid input as JSON text. Throws `MappingError`. */
export function canonicalText(operation: CompiledOperation, json: Uint8Array, work: WorkMeter): string {
  return stringify(operation.normalise(parseJson(json), { work }));
}

/** Parses text that the mapper wrote, without limits, because the mapper has already applied them. */
function parse(text: string): JsonObject {
  return parseJson(text, {
    maxDepth: Number.MAX_SAFE_INTEGER,
    maxNodes: Number.MAX_SAFE_INTEGER,
    maxNumberDigits: Number.MAX_SAFE_INTEGER,
    digits: 'lexical',
  }) as JsonObject;
}

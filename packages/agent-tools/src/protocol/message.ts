import { assertOptions, bytes as bytesCheck, type Check, kindOf, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { decodeUtf8 } from '../platform.js';
import {
  DuplicateKeyError,
  isArrayText,
  isNullText,
  isObjectText,
  JsonSyntaxError,
  parseValue,
  plainText,
  readMembers,
  stringOf,
} from './raw-json.js';
import { RPC, RpcError } from './rpc-error.js';

/** One JSON-RPC message of a client, its params still as text. */
export interface RpcMessage {
  readonly kind: 'request' | 'notification' | 'response';
  /** The id as JSON text, to be sent back unchanged; absent for a notification. */
  readonly id?: string;
  readonly method: string;
  /** The params by name, each as its original bytes. */
  readonly params: ReadonlyMap<string, Uint8Array>;
}

/** Why a message is rejected, with the id of the message if it could be read. */
export interface RpcRefusal {
  readonly id?: string;
  readonly error: RpcError;
}

const NO_PARAMS: ReadonlyMap<string, Uint8Array> = new Map();
const MAX_ID_CHARACTERS = 1024;
const MAX_METHOD_CHARACTERS = 128;
/** An id that can be taken without a parser. */
const PLAIN_ID = /^[1-9][0-9]{0,15}$/;

/**
 * Reads one JSON-RPC message. Rejects batches, because no supported revision of the protocol has them.
 *
 * @param bytes the message in UTF-8
 * @throws {OptionError} if `bytes` is not a `Uint8Array`
 *
 * @example
 * ```ts
 * readMessage(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'));
 * ```
 */
export function readMessage(bytes: Uint8Array): RpcMessage | RpcRefusal {
  if (!(bytes instanceof Uint8Array)) assertOptions(bytesCheck, bytes, 'readMessage', 'bytes');
  let id: string | undefined;
  try {
    if (isArrayText(bytes)) {
      throw new RpcError(RPC.invalidRequest, 'Batches are not supported: send one message at a time');
    }
    if (!isObjectText(bytes)) {
      // A number or a string is JSON but not a message; anything else is not JSON.
      parseValue(bytes);
      throw new RpcError(RPC.invalidRequest, 'A message is a JSON object');
    }
    const members = readMembers(bytes);
    id = readId(members.get('id'));
    if (textOf(members.get('jsonrpc')) !== '2.0') {
      throw new RpcError(RPC.invalidRequest, 'The member "jsonrpc" must be "2.0"');
    }
    if (!members.has('method') && id !== undefined && (members.has('result') || members.has('error'))) {
      return { kind: 'response', id, method: '', params: NO_PARAMS };
    }
    const method = textOf(members.get('method'));
    if (method === undefined || method.length > MAX_METHOD_CHARACTERS) {
      throw new RpcError(RPC.invalidRequest, 'The member "method" must be the name of a method');
    }
    const params = readParams(members.get('params'));
    return id === undefined
      ? { kind: 'notification', method, params }
      : { kind: 'request', id, method, params };
  } catch (error) {
    return { ...defined({ id }), error: asRpcError(error) };
  }
}

/**
 * Returns whether reading a message failed; false for anything that `readMessage` does not return.
 *
 * @example
 * ```ts
 * const message = readMessage(bytes);
 * if (isRefusal(message)) return message;
 * ```
 */
export function isRefusal(message: RpcMessage | RpcRefusal): message is RpcRefusal {
  return typeof message === 'object' && message !== null && 'error' in message;
}

/** Throws an `OptionError` for anything that `readMessage` does not return. */
export function assertReadResult(message: RpcMessage | RpcRefusal, what: string): void {
  const isRead =
    typeof message === 'object' && message !== null && 'params' in message && message.params instanceof Map;
  if (!isRead) assertOptions(readResult, message, what, 'message');
}

const readResult: Check = (value) => {
  const message = value as RpcMessage | RpcRefusal;
  if (isRefusal(message) && message.error instanceof RpcError) return [];
  const read =
    typeof value === 'object' && value !== null && 'params' in value && value.params instanceof Map;
  return read ? [] : wrong(`expected the result of readMessage, not ${kindOf(value)}`);
};

/** Converts an error of reading JSON to an error of the protocol; rethrows other errors. */
export function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof JsonSyntaxError) return new RpcError(RPC.parse, `Parse error: ${error.message}`);
  if (error instanceof DuplicateKeyError)
    return new RpcError(RPC.invalidRequest, `Invalid request: ${error.message}`);
  throw error;
}

/** The string in a slice; `undefined` if the slice is absent or holds another type. */
export function textOf(json: Uint8Array | undefined): string | undefined {
  return json === undefined ? undefined : stringOf(json);
}

/**
 * Reads an id, which the protocol requires to be a string or an integer. Keeps its text, so that an integer that a double cannot hold is
 * returned unchanged.
 */
function readId(json: Uint8Array | undefined): string | undefined {
  if (json === undefined) return undefined;
  const number = plainText(json, 0, json.length);
  if (number !== undefined && PLAIN_ID.test(number)) return number;
  const value = parseValue(json);
  const text = decodeUtf8(json);
  const isId = typeof value === 'string' || (typeof value === 'number' && /^-?[0-9]+$/.test(text));
  if (!isId || text.length > MAX_ID_CHARACTERS) {
    throw new RpcError(RPC.invalidRequest, 'The member "id" must be a string or an integer');
  }
  return text;
}

function readParams(json: Uint8Array | undefined): ReadonlyMap<string, Uint8Array> {
  if (json === undefined || isNullText(json)) return NO_PARAMS;
  if (!isObjectText(json)) throw new RpcError(RPC.invalidParams, 'The member "params" must be an object');
  return readMembers(json);
}

import { assertOptions, instanceOf, optional, text } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { RpcError } from './rpc-error.js';

const rpcError = instanceOf(RpcError, 'an RpcError');

/** The JSON-RPC response to a request. */
export interface RpcAnswer {
  /** JSON text on one line. */
  readonly text: string;
  /** The HTTP status for the response. */
  readonly status: number;
}

/** The name and version of a server. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/**
 * Writes a response with a result.
 *
 * @param id JSON text of the request's id
 * @param members JSON text of the members of the result, without braces
 */
export function resultAnswer(id: string, members: string): RpcAnswer {
  return { text: `{"jsonrpc":"2.0","id":${id},"result":{${members}}}`, status: 200 };
}

/**
 * Writes an error response.
 *
 * @param id the JSON text of the request's id; `undefined` if it could not be read
 * @throws {OptionError} if `id` is not a string or `failure` not an `RpcError`
 *
 * @example
 * ```ts
 * errorAnswer('1', new RpcError(RPC.invalidParams, 'no such tool'));
 * ```
 */
export function errorAnswer(id: string | undefined, failure: RpcError): RpcAnswer {
  assertOptions(optional(text), id, 'errorAnswer', 'id');
  assertOptions(rpcError, failure, 'errorAnswer', 'failure');
  const { code, message, data, status } = failure;
  const error = JSON.stringify({ code, message, ...defined({ data }) });
  return { text: `{"jsonrpc":"2.0",${id === undefined ? '' : `"id":${id},`}"error":${error}}`, status };
}

/** A notification of the server. */
export function notification(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{${params}}}`;
}

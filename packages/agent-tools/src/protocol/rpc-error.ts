/** The JSON-RPC error codes that this server sends. */
export const RPC: Readonly<{
  parse: -32700;
  invalidRequest: -32600;
  methodNotFound: -32601;
  invalidParams: -32602;
  internal: -32603;
  headerMismatch: -32020;
  unsupportedVersion: -32022;
}> = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The HTTP headers and the body disagree. */
  headerMismatch: -32020,
  unsupportedVersion: -32022,
};

/** A protocol error: the client is at fault, not the arguments that a model wrote. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  /** The HTTP status for the response. */
  readonly status: number;

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.data = options.data;
    this.status = options.status ?? 400;
  }
}

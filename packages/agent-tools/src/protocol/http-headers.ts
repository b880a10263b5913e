import type { RpcMessage } from './message.js';
import { textOf } from './message.js';
import { MODERN } from './revisions.js';
import { RPC, RpcError } from './rpc-error.js';

/** Reads a request header by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

/** The param that `Mcp-Name` repeats, by method. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
};

/**
 * Checks that the headers of an HTTP request match its body (revision 2026-07-28, "Server Validation"): a proxy that decides by
 * the headers and a server that acts on the body must see the same request.
 *
 * @param bodyVersion the revision that the body names; headers of earlier revisions are not checked
 * @throws {RpcError} `HeaderMismatch` (-32020)
 */
export function checkHttpHeaders(
  message: RpcMessage,
  bodyVersion: string | undefined,
  header: ReadHeader,
): void {
  const version = header('mcp-protocol-version');
  if (bodyVersion === undefined && version !== MODERN) return;
  if (message.kind !== 'request') return;
  if (bodyVersion !== undefined) same('MCP-Protocol-Version', version, bodyVersion);
  same('Mcp-Method', header('mcp-method'), message.method);
  const param = Object.hasOwn(NAMED, message.method) ? NAMED[message.method] : undefined;
  const value = param === undefined ? undefined : textOf(message.params.get(param));
  if (value !== undefined) same('Mcp-Name', decodeHeader(header('mcp-name')), value);
}

function same(name: string, inHeader: string | undefined, inBody: string): void {
  if (inHeader === inBody) return;
  throw new RpcError(
    RPC.headerMismatch,
    inHeader === undefined
      ? `Header mismatch: the header ${name} is missing`
      : `Header mismatch: the header ${name} does not match the body`,
  );
}

/** Decodes the Base64 form of values outside visible ASCII. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = value === undefined ? null : /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value);
  if (encoded === null) return value;
  try {
    return decodeBase64Text(encoded[1] as string);
  } catch {
    return undefined;
  }
}

function decodeBase64Text(text: string): string {
  const { atob } = globalThis as unknown as { readonly atob: (text: string) => string };
  const binary = atob(text);
  return decodeURIComponent(
    Array.from(binary, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  );
}

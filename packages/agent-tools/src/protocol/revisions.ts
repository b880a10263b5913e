import type { RpcMessage } from './message.js';
import { isNullText, isObjectText, parseValue, readMembers, stringOf } from './raw-json.js';
import { RPC, RpcError } from './rpc-error.js';

/** The revision whose requests are self-contained. */
export const MODERN = '2026-07-28';
/** The revisions with an `initialize` handshake, the latest first. */
export const LEGACY: readonly string[] = ['2025-11-25', '2025-06-18'];
/** All supported revisions, the latest first. */
export const SUPPORTED: readonly string[] = [MODERN, ...LEGACY];

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';

/** The name and version that a client claims, unverified. */
export interface ClientInfo {
  readonly name: string;
  readonly version?: string;
}

/** The protocol rules for answering one request. */
export interface RequestTerms {
  /** Whether the request is of revision 2026-07-28, whose results state their type, their lifetime and the server. */
  readonly modern: boolean;
  /** The revision that the body names. */
  readonly bodyVersion?: string;
  readonly client?: ClientInfo;
  /** The `_meta` of the request, each value as its original bytes. */
  readonly meta: ReadonlyMap<string, Uint8Array>;
}

/**
 * Finds the revision of a request and checks the requirements of that revision.
 *
 * @param header the value of the HTTP header `MCP-Protocol-Version`, if the transport has headers
 * @throws {RpcError} for an unsupported revision, or missing metadata
 */
export function readTerms(message: RpcMessage, header?: string): RequestTerms {
  const meta = readMeta(message.params.get('_meta'));
  const inBody = meta.get(VERSION_KEY);
  const version = inBody === undefined ? header : stringOf(inBody);
  if (inBody !== undefined && version === undefined) {
    throw new RpcError(RPC.invalidParams, `_meta["${VERSION_KEY}"] must be a string`);
  }
  if (inBody !== undefined && header !== undefined && header !== version) {
    // Checked before the revision itself: a proxy that reads the header must not see a different revision from the one in the body.
    throw new RpcError(
      RPC.headerMismatch,
      'Header mismatch: the header MCP-Protocol-Version does not match the body',
    );
  }
  if (inBody === undefined && (message.method === 'initialize' || version === undefined)) {
    if (message.method === 'server/discover') throw missing(VERSION_KEY);
    return { modern: false, meta, ...clientOf(message.params.get('clientInfo')) };
  }
  // A client that predates the header speaks revision 2025-03-26, which has everything that is used here.
  if (version === '2025-03-26' || LEGACY.includes(version ?? '')) return { modern: false, meta };
  if (version !== MODERN) {
    throw new RpcError(RPC.unsupportedVersion, 'Unsupported protocol version', {
      data: { supported: SUPPORTED, requested: String(version).slice(0, 100) },
    });
  }
  if (message.kind !== 'request') return { modern: true, meta };
  if (inBody === undefined) throw missing(VERSION_KEY);
  const capabilities = meta.get(CAPABILITIES_KEY);
  if (capabilities === undefined || !isObjectText(capabilities)) throw missing(CAPABILITIES_KEY);
  return { modern: true, bodyVersion: MODERN, meta, ...clientOf(meta.get(CLIENT_KEY)) };
}

function missing(key: string): RpcError {
  return new RpcError(RPC.invalidParams, `Invalid params: _meta["${key}"] is required on every request`);
}

const NO_META: ReadonlyMap<string, Uint8Array> = new Map();

function readMeta(json: Uint8Array | undefined): ReadonlyMap<string, Uint8Array> {
  if (json === undefined || isNullText(json)) return NO_META;
  if (!isObjectText(json)) throw new RpcError(RPC.invalidParams, 'Invalid params: _meta must be an object');
  return readMembers(json);
}

const MAX_CLIENT_CHARACTERS = 100;

/** The client's name, for the log. An invalid one is omitted, because nothing depends on it. */
function clientOf(json: Uint8Array | undefined): { readonly client?: ClientInfo } {
  if (json === undefined) return {};
  const value = parseValue(json) as { readonly name?: unknown; readonly version?: unknown } | null;
  if (typeof value?.name !== 'string') return {};
  const { name, version } = value;
  return {
    client: {
      name: name.slice(0, MAX_CLIENT_CHARACTERS),
      ...(typeof version === 'string' ? { version: version.slice(0, MAX_CLIENT_CHARACTERS) } : {}),
    },
  };
}

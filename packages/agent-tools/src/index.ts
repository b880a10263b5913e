/**
 * `@soapstone/agent-tools` offers the operations of SOAP services to AI agents: each is a tool of the Model Context Protocol
 * (https://modelcontextprotocol.io), revision 2026-07-28 and the two before it.
 *
 * Tools are a projection of the same compiled operations that the mapper encodes and decodes with. The few methods of the protocol are
 * implemented here rather than taken from an SDK, because the arguments of a call must keep every digit: they are never parsed, but
 * passed on as their original bytes.
 *
 *     program/    servers for the clients of a program: lines, Request and Response
 *     answer/     the methods of the protocol, a tool call, its progress, subscriptions
 *     result/     outcomes as results
 *     catalog/    which tools there are, resources
 *     protocol/   JSON-RPC messages, revisions, headers
 *     lazy/       search, describe and call, if listing all tools would cost too many tokens
 *     service/    the operations of a service, each as a tool
 *     schema/     JSON Schema and notation for models
 *     vendors/    limits of the APIs of models, and which tools exceed them
 *
 * Pure: no I/O, clock or environment. A host provides the services and makes the calls; `createMcpServer` is one for a client.
 */
export { OptionError, type OptionProblem } from '@soapstone/options';
export { handleMessage, handleRead } from './answer/server.js';
export {
  type Catalog,
  type CatalogOptions,
  countTokens,
  createCatalog,
  DEFAULT_TOKEN_BUDGET,
} from './catalog/catalog.js';
export type { AgentResource } from './catalog/resources.js';
export type { AgentHost, CancelListener, CancelSignal, MessageOptions, ToolCall } from './host.js';
export type { Search } from './lazy/search.js';
export {
  createMcpServer,
  type McpServer,
  type McpServerOptions,
  type OperationHints,
  type ProgramClient,
} from './program/create-mcp-server.js';
export type { RequestLike, ResponseLike } from './program/fetch-face.js';
export { DEFAULT_MESSAGE_BYTES, type LineOptions, serveLines } from './program/serve-lines.js';
export type { ReadHeader } from './protocol/http-headers.js';
export { type MediaTypeRefusal, refuseMediaTypes } from './protocol/media-types.js';
export { isRefusal, type RpcMessage, type RpcRefusal, readMessage } from './protocol/message.js';
export { JsonSyntaxError, readMembers } from './protocol/raw-json.js';
export type { ClientInfo } from './protocol/revisions.js';
export { RPC, RpcError } from './protocol/rpc-error.js';
export { errorAnswer, type RpcAnswer, type ServerInfo } from './protocol/write-answer.js';
export { type Answers, type DryRunRequest, MAX_ATTACHED_BYTES, type ToolOutcome } from './result/outcome.js';
export { aliasOf } from './schema/key-alias.js';
export { SCHEMA_FORMS, type SchemaForm } from './schema/schema-form.js';
export type { AgentOperation, AgentService, OfferedOperation } from './service/agent-service.js';
export { argumentKeys, type KeyTable } from './service/argument-keys.js';
export { omitNulls } from './service/omit-nulls.js';
export { TOOL_NAME } from './service/tool-name.js';
export {
  VENDOR_LIMITS,
  type VendorCount,
  type VendorLimit,
  type VendorRule,
} from './vendors/limits.js';
export { type LintedTool, lintTools, type VendorFinding } from './vendors/lint-tools.js';

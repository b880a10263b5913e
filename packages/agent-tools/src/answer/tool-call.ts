import { isMappingError } from '@soapstone/json-xml-mapper';
import type { Catalog } from '../catalog/catalog.js';
import type { AgentHost, MessageOptions } from '../host.js';
import { describeOperation, summarise } from '../lazy/describe-operation.js';
import { CALL, DESCRIBE, MAX_FOUND, SEARCH } from '../lazy/lazy-tools.js';
import { encodeUtf8 } from '../platform.js';
import { type RpcMessage, textOf } from '../protocol/message.js';
import { isNullText, isObjectText, parseValue, readMembers } from '../protocol/raw-json.js';
import type { RequestTerms } from '../protocol/revisions.js';
import { RPC, RpcError } from '../protocol/rpc-error.js';
import type { ToolOutcome } from '../result/outcome.js';
import { textResult, toolResult } from '../result/tool-result.js';
import { plainLine } from '../schema/visible-text.js';
import type { AgentOperation } from '../service/agent-service.js';
import { argumentKeys, withKeys } from '../service/argument-keys.js';
import { mayHaveNull, omitNulls } from '../service/omit-nulls.js';
import { progressOf } from './progress.js';

const NO_ARGUMENTS = encodeUtf8('{}');

/**
 * Answers `tools/call`. Returns the members of the result as JSON text.
 *
 * @throws {RpcError} for an unknown tool, and for arguments that are not an object
 */
export function callTool(
  { params }: RpcMessage,
  terms: RequestTerms,
  catalog: Catalog,
  host: Pick<AgentHost, 'call' | 'keys' | 'omitNulls'>,
  options: Pick<MessageOptions, 'signal' | 'notify'>,
): string | Promise<string> {
  const name = textOf(params.get('name'));
  if (name === undefined) throw invalid('The param "name" must be the name of a tool');
  const input = argumentsOf(params);
  if (!isObjectText(input)) throw invalid('The param "arguments" must be an object');
  const { signal } = options;
  const progress = progressOf(terms, options);
  const dryRun = catalog.dryRun || readDryRun(terms.meta.get('dry_run'));
  const send = (operation: AgentOperation, json: Uint8Array, given: Uint8Array): Promise<string> =>
    host.call({ operation, input: json, dryRun, client: terms.client, signal, progress }).then((outcome) => {
      assertJson(outcome);
      return toolResult(outcome, operation, catalog.dryRun, given);
    });
  const sendWithoutNulls = async (
    operation: AgentOperation,
    keyed: Uint8Array | Promise<Uint8Array>,
    given: Uint8Array,
  ): Promise<string> => send(operation, await (host.omitNulls ?? omitNulls)(operation, await keyed), given);
  const call = (operation: AgentOperation, json: Uint8Array): Promise<string> => {
    const keyed = withKeys(json, () => host.keys?.(operation) ?? argumentKeys(operation));
    if (catalog.schemas === 'strict' && mayHaveNull(json)) return sendWithoutNulls(operation, keyed, json);
    return keyed instanceof Promise
      ? keyed.then((named) => send(operation, named, json))
      : send(operation, keyed, json);
  };
  if (!catalog.lazy) {
    const operation = catalog.find(name);
    if (operation === undefined) throw invalid(`Unknown tool: ${plainLine(name, 64)}`);
    return call(operation, input);
  }
  switch (name) {
    case SEARCH:
      return search(input, catalog);
    case DESCRIBE:
      return describe(input, catalog);
    case CALL: {
      const members = readMembers(input);
      const operation = catalog.find(textOf(members.get('operation')) ?? '');
      const json = parsedText(argumentsOf(members));
      if (operation === undefined) return unknownOperation(textOf(members.get('operation')), catalog);
      if (!isObjectText(json))
        return textResult('"arguments" must be an object: the input of the operation', true);
      return call(operation, json);
    }
    default:
      throw invalid(`Unknown tool: ${plainLine(name, 64)}. ${SEARCH} finds operations, ${CALL} calls them`);
  }
}

/** The arguments of a call. JSON libraries that write absent members write `null`. */
function argumentsOf(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const given = members.get('arguments');
  return given === undefined || isNullText(given) ? NO_ARGUMENTS : given;
}

/** Arguments that are a text of JSON, as strict schemas ask for and some models write. */
function parsedText(json: Uint8Array): Uint8Array {
  const text = json[0] === QUOTE ? textOf(json) : undefined;
  return text === undefined ? json : encodeUtf8(text.trim());
}

const QUOTE = 0x22;

/** Bytes that are not JSON invalidate the whole message; every other problem of the arguments is reported to the model. */
function assertJson(outcome: ToolOutcome): void {
  if (outcome.kind === 'problem' && outcome.problem.code === 'INVALID_JSON') {
    throw new RpcError(RPC.parse, `Parse error: ${outcome.problem.details?.[0]?.message ?? 'not JSON'}`);
  }
}

function search(input: Uint8Array, catalog: Catalog): string {
  const { query, limit = 10, offset = 0 } = parseValue(input) as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string')
    return textResult('"query" must be a string: words of names and documentation', true);
  const most = isCount(limit) ? Math.min(Math.max(1, limit), MAX_FOUND) : 10;
  const skip = isCount(offset) ? offset : 0;
  const { found, total } = catalog.search.find(query, most, skip);
  if (total === 0)
    return textResult(
      `No operation of ${catalog.operations.length} matches. Try other words, or an empty query to list them.`,
    );
  const lines = found.map((operation) => describable(() => summarise(operation, catalog.search), operation));
  const rest = total - skip - found.length;
  return textResult(
    [...lines, ...(rest > 0 ? [`${rest} more: add "offset": ${skip + found.length}`] : [])].join('\n'),
  );
}

function describe(input: Uint8Array, catalog: Catalog): string {
  const args = parseValue(input) as Readonly<Record<string, unknown>>;
  const name = typeof args['operation'] === 'string' ? args['operation'] : undefined;
  const operation = catalog.find(name ?? '');
  if (operation === undefined) return unknownOperation(name, catalog);
  const types = Array.isArray(args['types']) ? args['types'].filter((each) => typeof each === 'string') : [];
  const options = {
    ...(types.length === 0 ? {} : { types: types.slice(0, 50) }),
    example: args['example'] === true,
    schema: args['schema'] === true,
    form: catalog.schemas,
  };
  return textResult(
    describable(
      () => describeOperation(operation, catalog.search.documentationOf(operation), options),
      operation,
    ),
  );
}

/** Reports an operation whose types cannot be described; the others still work. */
function describable(make: () => string, { tool }: AgentOperation): string {
  try {
    return make();
  } catch (error) {
    if (isMappingError(error))
      return `${tool}: cannot be described or called: ${plainLine(error.message, 200)}`;
    throw error;
  }
}

function unknownOperation(name: string | undefined, catalog: Catalog): string {
  const near = catalog.search.find(name ?? '', 5, 0).found.map(({ tool }) => tool);
  const hint = near.length === 0 ? `find one with ${SEARCH}` : `did you mean ${near.join(', ')}?`;
  return textResult(`Unknown operation "${plainLine(name ?? '', 64)}": ${hint}`, true);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Accepts "true" and "false" as text, because some clients can only send strings as metadata. Rejects anything else: its sender probably
 * does not want a real call.
 */
function readDryRun(json: Uint8Array | undefined): boolean {
  if (json === undefined) return false;
  const value = parseValue(json);
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalid('_meta.dry_run must be true or false; nothing was sent');
}

function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidParams, message, { status: 200 });
}

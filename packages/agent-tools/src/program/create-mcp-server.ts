import { internalProblem } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  type MapperOptions,
  type MimePart,
  OperationNotFoundError,
  parseJson,
  type Warning,
} from '@soapstone/json-xml-mapper';
import { mapperOptionChecks } from '@soapstone/json-xml-mapper/internal';
import {
  anything,
  assertOptions,
  type Check,
  callback,
  flag,
  kindOf,
  limit,
  listOf,
  members,
  nearestOf,
  oneOf,
  recordOf,
  text,
  wrong,
} from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import { createCatalog, DEFAULT_TOKEN_BUDGET } from '../catalog/catalog.js';
import type { AgentHost, CancelSignal, ToolCall } from '../host.js';
import { decodeUtf8 } from '../platform.js';
import type { ToolOutcome } from '../result/outcome.js';
import { SCHEMA_FORMS, type SchemaForm } from '../schema/schema-form.js';
import type { AgentService, OfferedOperation } from '../service/agent-service.js';
import { clientProblem } from './client-problem.js';
import { answerRequest, type RequestLike, type ResponseLike } from './fetch-face.js';
import { jsonResult } from './json-result.js';
import { DEFAULT_MESSAGE_BYTES, serveLines } from './serve-lines.js';

/** A client of `@soapstone/client`, created from a WSDL or generated. */
export interface ProgramClient {
  readonly $model: ServiceModel;
  readonly $operations: readonly string[];
  $operation(name: never): {
    full(input: never, options: never): Promise<unknown>;
  };
}

/** The program's hints about an operation for the agent. */
export type OperationHints = Pick<OfferedOperation, 'idempotent' | 'destructive' | 'description'> & {
  /** Whether a call changes nothing. Default: what the WSDL says (`wsdlx:safe`), otherwise false. */
  readonly readOnly?: boolean | undefined;
};

/** The options of `createMcpServer`. */
export interface McpServerOptions {
  /** The name of the server and of its resources: letters, digits and hyphens. Default: that of the service. */
  readonly name?: string | undefined;
  /** The version of the server. Default `1.0.0`. */
  readonly version?: string | undefined;
  /** The operations that agents may call. Default: all. */
  readonly operations?: readonly string[] | undefined;
  /** Hints by operation: `readOnly`, `idempotent`, `destructive`, and the `description` that models read. An operation that is not named may change and destroy something. */
  readonly annotations?: Readonly<Record<string, OperationHints>> | undefined;
  /**
   * Whether the listing has three tools that find, describe and call operations, in place of a tool for each. Default: if a listing of all
   * tools takes more than `tokenBudget`.
   */
  readonly lazy?: boolean | undefined;
  /** The size of a listing in tokens (bytes / 4) above which it is lazy. Default 8,000. */
  readonly tokenBudget?: number | undefined;
  /** The form of the schemas of tools, which some model APIs need: `full`, `inline` or `strict`. Default `full`. */
  readonly schemas?: SchemaForm | undefined;
  /** Whether tools return the SOAP request and send nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  /** The maximum size of a message in bytes. Default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** The options of the client that decide the form of its results, such as `unwrap` and `numbers`: schemas follow them. Default: none. */
  readonly mapping?: MapperOptions | undefined;
  /** Receives the error of a call that is a fault of the program; the agent reads `INTERNAL_ERROR` only. Default: nothing. */
  readonly onError?: ((error: unknown, operation: string) => void) | undefined;
}

/** A server of the Model Context Protocol. */
export interface McpServer {
  /** The argument of `handleMessage`, for a transport of your own. */
  readonly host: AgentHost;
  /** Answers an HTTP request (Streamable HTTP, without sessions): mount it where you like, behind your own authentication. */
  fetch(request: RequestLike): Promise<ResponseLike>;
  /** Serves lines, as on standard input and output, until the input ends. */
  serve(input: AsyncIterable<Uint8Array | string>, output: { write(line: string): unknown }): Promise<void>;
}

const hints: Check = members<OperationHints>({
  readOnly: flag,
  idempotent: flag,
  destructive: flag,
  description: text,
});
const serverName: Check = (value) => {
  const problems = text(value);
  return problems.length > 0 || /^[A-Za-z0-9-]{1,64}$/.test(value as string)
    ? problems
    : wrong('expected 1 to 64 letters, digits and hyphens');
};
const serverOptions: Check = members<McpServerOptions>({
  name: serverName,
  version: text,
  operations: listOf(text),
  annotations: recordOf(hints),
  lazy: flag,
  tokenBudget: limit,
  schemas: oneOf(...SCHEMA_FORMS),
  dryRun: flag,
  maxBytes: limit,
  mapping: members<MapperOptions>({ ...mapperOptionChecks, limits: anything }),
  onError: callback,
});
const programClient: Check = (value) => {
  const { $model, $operation } = Object(value) as Partial<ProgramClient>;
  return typeof $operation === 'function' && typeof $model === 'object'
    ? []
    : wrong(`expected a client of @soapstone/client, not ${kindOf(value)}`);
};

const requestLike: Check = (value) =>
  typeof (value as Partial<RequestLike> | null | undefined)?.headers?.get === 'function'
    ? []
    : wrong(`expected a Request, not ${kindOf(value)}`);

const readable: Check = (value) =>
  typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === 'function'
    ? []
    : wrong(`expected a stream to read, such as process.stdin, not ${kindOf(value)}`);

const writable: Check = (value) =>
  typeof (value as { write?: unknown } | null | undefined)?.write === 'function'
    ? []
    : wrong(`expected something with write, such as process.stdout, not ${kindOf(value)}`);

/**
 * Offers the operations of a client to AI agents, as a server of the Model Context Protocol with two faces: lines on standard input and
 * output, and `Request` to `Response`. Calls go through the client, with its credentials, hooks and limits; the agent never sees them.
 *
 * A failed call is a result that the agent reads, with its code: the problems of an input, a fault, `UPSTREAM_TIMEOUT` and the like.
 *
 * @throws {OptionError} for an unknown option, and for a name that is not an operation of the client
 *
 * @example
 * ```ts
 * const server = createMcpServer(await createClient(wsdl), { annotations: { GetUser: { readOnly: true } } });
 * await server.serve(process.stdin, process.stdout);
 * ```
 */
export function createMcpServer(client: ProgramClient, options: McpServerOptions = {}): McpServer {
  assertOptions(programClient, client, 'createMcpServer', 'client');
  assertOptions(serverOptions, options, 'createMcpServer');
  const {
    version = '1.0.0',
    dryRun = false,
    schemas = 'full',
    lazy,
    maxBytes = DEFAULT_MESSAGE_BYTES,
  } = options;
  const { tokenBudget = lazy === undefined ? DEFAULT_TOKEN_BUDGET : lazy ? 0 : Number.MAX_VALUE } = options;
  const service = serviceOf(client, options);
  const catalog = createCatalog([service], { dryRun, tokenBudget, schemas });
  const host: AgentHost = {
    info: { name: service.slug, version },
    catalog: () => catalog,
    call: (call) => callOperation(client, call, options),
    ttlMs: 3_600_000,
  };
  return {
    host,
    async fetch(request) {
      assertOptions(requestLike, request, 'fetch', 'request');
      return await answerRequest(host, request, maxBytes);
    },
    async serve(input, output) {
      assertOptions(readable, input, 'serve', 'input');
      assertOptions(writable, output, 'serve', 'output');
      await serveLines(host, { input, maxBytes, write: (line) => void output.write(line) });
    },
  };
}

function serviceOf(client: ProgramClient, options: McpServerOptions): AgentService {
  const { $model: model, $operations: offered } = client;
  const { annotations = {}, operations = offered, mapping = {} } = options;
  assertOptions(listOf(nameOf(offered)), operations, 'createMcpServer', 'operations');
  for (const name of Object.keys(annotations))
    assertOptions(nameOf(offered), name, 'createMcpServer', `annotations.${name.slice(0, 40)}`);
  const title = model.services[model.exposed[0]?.service ?? 0]?.name.localName ?? 'SOAP service';
  return {
    slug: options.name ?? (title.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 64) || 'service'),
    title,
    mapper: createMapper(model, mapping),
    operations: model.exposed
      .filter(({ name }) => operations.includes(name))
      .map((each): OfferedOperation => {
        const given = Object.hasOwn(annotations, each.name) ? annotations[each.name] : undefined;
        const safe =
          model.services[each.service]?.ports[each.port]?.operations[each.operation]?.safe === true;
        const { readOnly = safe, idempotent, destructive, description } = given ?? {};
        return {
          name: each.name,
          readOnly,
          ...(idempotent !== undefined && { idempotent }),
          ...(destructive !== undefined && { destructive }),
          ...(description !== undefined && { description }),
        };
      }),
  };
}

function nameOf(known: readonly string[]): Check {
  return (value) => {
    if (typeof value === 'string' && known.includes(value)) return [];
    const nearest = typeof value === 'string' ? nearestOf(value, known) : undefined;
    const hint =
      nearest === undefined ? `it has ${known.slice(0, 20).join(', ')}` : `did you mean "${nearest}"?`;
    return wrong(`expected an operation of the client; ${hint}`);
  };
}

/** Agent and service get each other's digits as written (NM-8). */
const DIGITS = { digits: 'lexical' } as const;

/** The parts of a reply of a client that a tool returns. */
interface Reply {
  readonly result: unknown;
  readonly soapHeaders: JsonObject;
  readonly warnings: readonly Warning[];
  readonly attachments: readonly MimePart[];
}

async function callOperation(
  client: ProgramClient,
  { operation, input, dryRun, signal }: ToolCall,
  { onError }: McpServerOptions,
): Promise<ToolOutcome> {
  const { name, service } = operation;
  try {
    const compiled = service.mapper.compile(name);
    if (dryRun) return dryRunOf(compiled, input, service);
    const call = client.$operation(name as never).full as (
      input: unknown,
      options: { readonly signal: CancelSignal },
    ) => Promise<Reply>;
    const { result, soapHeaders, warnings, attachments } = await call(parseJson(input, DIGITS), { signal });
    return {
      kind: 'result',
      result: jsonResult(result),
      ...(Object.keys(soapHeaders).length > 0 && { headers: jsonResult(soapHeaders) }),
      warnings,
      attachments,
    };
  } catch (error) {
    const problem = clientProblem(error, name);
    if (problem === undefined || error instanceof OperationNotFoundError) onError?.(error, name);
    return { kind: 'problem', problem: problem ?? internalProblem() };
  }
}

/** The request without credentials, which only the client has. */
function dryRunOf(compiled: CompiledOperation, input: Uint8Array, { mapper }: AgentService): ToolOutcome {
  const { info } = compiled;
  const { body, contentType, soapAction } = compiled.encodeJson(input, DIGITS);
  const port = mapper.model.exposed.find(({ name }) => name === info.name);
  const url = port && mapper.model.services[port.service]?.ports[port.port]?.address;
  return {
    kind: 'dryRun',
    request: {
      method: 'POST',
      ...(url !== undefined && { url }),
      headers: {
        'content-type': contentType,
        ...(info.soapVersion === '1.1' && { soapaction: soapAction ?? '""' }),
      },
      body: decodeUtf8(body),
    },
  };
}

import {
  type CompiledOperation,
  type Digits,
  type JsonObject,
  OptionError,
} from '@soapstone/json-xml-mapper';
import type { WhenSent } from '@soapstone/soap-call';
import type { Transport } from '@soapstone/soap-transport';
import { isTransportError } from '@soapstone/soap-transport/fetch';
import { addressProblem } from '@soapstone/wsdl-parser/internal';
import { readCredentials } from '../credentials/credentials.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { assertComplete, missingOf } from '../description/incomplete.js';
import { transportFor } from '../description/load-description.js';
import { filledMapper } from '../description/read-design.js';
import { inputOfQuery, loadService, operationOf, portOf, type Service } from '../description/service.js';
import { defaultSlug } from '../description/service-slug.js';
import { usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { located } from '../errors/located.js';
import { inOptionsOf, TIMEOUT_ALONE } from '../errors/transport-advice.js';
import { type ExchangeOptions, exchangeInPieces, type WireExchange } from '../exchange/exchange.js';
import { proxyBodyOf } from '../exchange/proxy-response.js';
import { exchangeInSession, sessionOf } from '../exchange/session-exchange.js';
import { attachFiles } from '../input/attach-files.js';
import { readMessage } from '../input/read-input.js';
import { type AddressingOptions, addressingPropertiesOf } from '../options/addressing-options.js';
import type { CredentialOptions } from '../options/credential-options.js';
import type { FillOptions } from '../options/design-options.js';
import { messageLimits, streamingLimits } from '../options/message-limits.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJson } from '../output/print-json.js';
import { createDirectory, openOutput, writeOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { Terminal } from '../terminal/terminal.js';
import { printExchange } from './print-exchange.js';
import { saveExchange } from './save-exchange.js';
import { streamReply } from './stream-reply.js';

/** The options of `soapstone call`. */
export interface CallOptions
  extends DescriptionOptions,
    CredentialOptions,
    SizeOptions,
    AddressingOptions,
    FillOptions {
  readonly endpoint?: string;
  readonly query?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly mtom: WhenSent;
  /** One `place=file` for each attachment. */
  readonly attach: readonly string[];
  readonly digits: Digits;
  /** Paths of elements that are printed as `$xml`. */
  readonly raw: readonly string[];
  readonly unknown: 'drop' | 'keep';
  /** Whether to go on without a document that the operation needs. */
  readonly incomplete?: boolean;
  readonly format: 'json' | 'result' | 'xml';
  /** Shorthand for the format `result`. */
  readonly result?: true;
  readonly verbose?: true;
  readonly save?: string;
  readonly output?: string;
}

/** `soapstone call`: sends one request, with JSON in and JSON out. */
export async function call(
  names: {
    readonly wsdl: string;
    readonly operation: string | undefined;
    readonly input: string | undefined;
  },
  options: CallOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { endpoint } = options;
  assertCallOptions(names.input, options);
  const isStreamed = streamsToFile(options);
  const limits = isStreamed ? streamingLimits(options) : messageLimits(options);
  const load = { ...loadOptionsOf(options), endpoint };
  const service = await loadService(
    names.wsdl,
    terminal,
    load,
    { limits, unknown: options.unknown },
    ({ model }) => filledMapper(model, options, process.env, terminal.cwd),
  );
  if (service.designed.design !== undefined && (options.verbose === true || options.save !== undefined))
    throw usageError('--verbose and --save show the whole request: leave them out with --design');
  const operation = operationOf(service, names.operation);
  const { name } = operation.info;
  assertComplete(service, { incomplete: options.incomplete, task: `cannot call ${name}` }, name);
  assertRaw(operation, options.raw);
  const given = await givenInput(names.input, options.query, operation, terminal);
  const message = given instanceof Uint8Array ? given : undefined;
  const missing = missingOf(service, name);
  const inPlace = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
    located(names.input, message, terminal.cwd, work).catch((error: unknown) => {
      // A failure without a document may be the fault of that document, and not of the input.
      if (missing !== undefined && error instanceof Error) error.message += `; ${missing}`;
      throw error;
    });
  const input = await inPlace(() => attachFiles(given, options.attach, terminal.cwd));
  const address = endpoint ?? addressOf(operation);
  const port = portOf(service, operation.info.name);
  const credentials = await readCredentials(options, process.env, terminal.cwd, port);
  if (options.save !== undefined) await createDirectory(options.save, terminal);
  const transport = await transportFor(address, {
    insecureTls: options.insecure === true,
    lenientHttp: options.lenientHttp === true,
    compatibility: options.compatibility,
    limits: TIMEOUT_ALONE,
  });
  const prepared: PreparedCall = {
    service,
    transport,
    operation,
    input,
    slug: defaultSlug(service.description.model),
    exchange: {
      endpoint,
      credentials,
      addressing: options.addressing,
      addressingProperties: addressingPropertiesOf(options),
      digits: options.digits,
      raw: options.raw.length === 0 ? undefined : options.raw,
      mtom: options.mtom,
      port,
      deadlineMs: options.timeout === undefined ? undefined : options.timeout * 1000,
      maxResponseBytes: options.responseBytes ?? (isStreamed ? Number.MAX_SAFE_INTEGER : undefined),
    },
  };
  try {
    terminal.status(`Calling ${operation.info.name} at ${address}`);
    const isFault = await inPlace(() =>
      isStreamed ? callToFile(prepared, options, terminal) : callAsWhole(prepared, options, terminal),
    ).catch((error: unknown) => {
      throw isTransportError(error) ? inOptionsOf('call', error, address) : error;
    });
    if (isFault) context.exitCode = EXIT.finding;
  } finally {
    terminal.status(undefined);
    await sessionOf(service, transport, prepared.exchange)?.end();
    await transport.close();
  }
}

/** A call that is ready to be sent. */
interface PreparedCall {
  readonly service: Service;
  readonly transport: Transport;
  readonly operation: CompiledOperation;
  readonly input: Uint8Array | JsonObject;
  /** The service in `meta`. */
  readonly slug: string;
  readonly exchange: ExchangeOptions;
}

/** Whether the response is written to a file as it arrives. --verbose and --save need the whole response. */
function streamsToFile({ output, verbose, save }: CallOptions): boolean {
  return output !== undefined && verbose !== true && save === undefined;
}

/** Calls the operation and prints the response. @returns whether the response is a fault */
async function callAsWhole(
  { service, transport, operation, input, slug, exchange: settings }: PreparedCall,
  options: CallOptions,
  terminal: Terminal,
): Promise<boolean> {
  let seen:
    | { readonly wire: WireExchange; readonly attachments: Parameters<typeof saveExchange>[2] }
    | undefined;
  try {
    const { reply } = await exchangeInSession(service, transport, operation, input, {
      ...settings,
      onExchange: (wire, attachments) => {
        seen = { wire, attachments };
      },
    });
    const body = proxyBodyOf(operation, reply, slug, Math.round(seen?.wire.timings.total ?? 0));
    const format = options.result === true ? 'result' : options.format;
    const text =
      format === 'xml'
        ? `${new TextDecoder().decode(seen?.wire.response?.body)}\n`
        : printJson(format === 'result' && reply.kind === 'result' ? reply.result : body);
    terminal.status(undefined);
    await writeOutput(text, options.output, terminal);
    return reply.kind === 'fault';
  } finally {
    terminal.status(undefined);
    if (seen !== undefined && options.verbose === true)
      terminal.err(printExchange(seen.wire, settings.credentials));
    if (seen !== undefined && options.save !== undefined) {
      await saveExchange(options.save, seen.wire, seen.attachments, terminal);
    }
  }
}

/** Calls the operation and writes the response to `--output` as it arrives. @returns whether it is a fault */
async function callToFile(
  { service, transport, operation, input, slug, exchange: settings }: PreparedCall,
  options: CallOptions,
  terminal: Terminal,
): Promise<boolean> {
  // Open the file first, so that an unwritable file fails before anything is sent.
  const output = await openOutput(options.output as string, terminal);
  try {
    const startedAt = performance.now();
    // A session that was opened a moment ago is valid.
    const session = sessionOf(service, transport, settings);
    const { body, reader } = await exchangeInPieces(transport, operation, input, {
      ...settings,
      ...session?.inSession(await session.keeper.current()),
    });
    const isFault = await streamReply(operation, body, reader, output, {
      format: options.result === true ? 'result' : options.format,
      slug,
      elapsed: () => Math.round(performance.now() - startedAt),
    });
    await output.commit();
    return isFault;
  } finally {
    await output.discard();
  }
}

function assertCallOptions(input: string | undefined, { query }: CallOptions): void {
  if (input !== undefined && query !== undefined) {
    throw usageError('the input is either an argument or --query, not both');
  }
}

/** Fails before anything is sent if a path leads to no element. */
function assertRaw(operation: CompiledOperation, raw: readonly string[]): void {
  if (raw.length === 0) return;
  try {
    operation.createDecoder({ raw });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw usageError(`--raw: ${error.message.slice(error.message.indexOf(': ') + 2)}`);
  }
}

/** Returns the input as it was given: the bytes of a file, the JSON of a query string, or nothing. */
async function givenInput(
  input: string | undefined,
  query: string | undefined,
  operation: CompiledOperation,
  terminal: Terminal,
): Promise<Uint8Array | JsonObject> {
  if (input !== undefined) return readMessage(input, terminal);
  return query === undefined ? {} : inputOfQuery(operation, query);
}

/** Returns the address of an operation in the WSDL. */
function addressOf({ info: { address } }: CompiledOperation): string {
  if (address === undefined) throw usageError('the WSDL has no address: --endpoint sets one');
  const problem = addressProblem(address);
  if (problem !== undefined) {
    const what = problem.replace('an http or https URL', 'a URL');
    throw usageError(`the WSDL has the address ${address}, which ${what}: --endpoint sets another`);
  }
  return address;
}

import type { CompiledOperation, Digits, JsonObject } from '@soapstone/json-xml-mapper';
import { isTransportError } from '@soapstone/soap-transport/fetch';
import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { usageError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { transportFor } from '../load-description.js';
import { inputOfQuery, loadService, operationOf, portOf } from '../service.js';
import { defaultSlug } from '../service-slug.js';
import type { Terminal } from '../terminal.js';
import { inOptionsOf, TIMEOUT_ALONE } from '../transport-advice.js';
import { createDirectory } from '../write-output.js';
import { attachFiles } from './attach-files.js';
import type { CredentialOptions } from './credential-options.js';
import { readCredentials } from './credentials.js';
import { exchange, type WireExchange } from './exchange.js';
import { located } from './located.js';
import { printExchange } from './print-exchange.js';
import { printJson } from './print-json.js';
import { proxyBodyOf } from './proxy-response.js';
import { readMessage } from './read-input.js';
import { saveExchange } from './save-exchange.js';

/** The options of `soapstone call`. */
export interface CallOptions extends DescriptionOptions, CredentialOptions {
  readonly endpoint?: string;
  readonly query?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly addressing: 'auto' | 'always' | 'never';
  /** `place=file` for each. */
  readonly attach: readonly string[];
  readonly digits: Digits;
  readonly format: 'json' | 'result' | 'xml';
  /** Short for the format `result`. */
  readonly result?: true;
  readonly verbose?: true;
  readonly save?: string;
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
  const service = await loadService(names.wsdl, terminal, { ...loadOptionsOf(options), endpoint });
  const operation = operationOf(service, names.operation);
  const given = await givenInput(names.input, options.query, operation, terminal);
  const message = given instanceof Uint8Array ? given : undefined;
  const inPlace = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
    located(names.input, message, terminal.cwd, work);
  const input = await inPlace(() => attachFiles(given, options.attach, terminal.cwd));
  const address = endpoint ?? addressOf(operation);
  const port = portOf(service, operation.info.name);
  const credentials = await readCredentials(options, process.env, terminal.cwd, port);
  if (options.save !== undefined) await createDirectory(options.save, terminal);
  const transport = await transportFor(address, {
    insecureTls: options.insecure === true,
    limits: TIMEOUT_ALONE,
  });
  let seen:
    | { readonly wire: WireExchange; readonly attachments: Parameters<typeof saveExchange>[2] }
    | undefined;
  try {
    terminal.status(`Calling ${operation.info.name} at ${address}`);
    const sending = (): ReturnType<typeof exchange> =>
      exchange(transport, operation, input, {
        endpoint,
        credentials,
        addressing: options.addressing,
        digits: options.digits,
        port,
        deadlineMs: options.timeout === undefined ? undefined : options.timeout * 1000,
        onExchange: (wire, attachments) => {
          seen = { wire, attachments };
        },
      });
    const { reply } = await inPlace(sending).catch((error: unknown) => {
      throw isTransportError(error) ? inOptionsOf('call', error, address) : error;
    });
    const body = proxyBodyOf(
      operation,
      reply,
      defaultSlug(service.description.model),
      Math.round(seen?.wire.timings.total ?? 0),
    );
    if (reply.kind === 'fault') context.exitCode = EXIT.finding;
    const format = options.result === true ? 'result' : options.format;
    if (format === 'xml') terminal.out(`${new TextDecoder().decode(seen?.wire.response?.body)}\n`);
    else terminal.out(printJson(format === 'result' && reply.kind === 'result' ? reply.result : body));
  } finally {
    terminal.status(undefined);
    if (seen !== undefined && options.verbose === true) terminal.err(printExchange(seen.wire, credentials));
    if (seen !== undefined && options.save !== undefined) {
      await saveExchange(options.save, seen.wire, seen.attachments, terminal);
    }
    await transport.close();
  }
}

function assertCallOptions(input: string | undefined, { query }: CallOptions): void {
  if (input !== undefined && query !== undefined) {
    throw usageError('the input is either an argument or --query, not both');
  }
}

/** The input as it was given: the bytes of a file, the JSON of a query string, or nothing. */
async function givenInput(
  input: string | undefined,
  query: string | undefined,
  operation: CompiledOperation,
  terminal: Terminal,
): Promise<Uint8Array | JsonObject> {
  if (input !== undefined) return readMessage(input, terminal);
  return query === undefined ? {} : inputOfQuery(operation, query);
}

/** The address that the WSDL gives an operation. */
function addressOf({ info: { address } }: CompiledOperation): string {
  if (address === undefined) throw usageError('the WSDL has no address: --endpoint sets one');
  if (!URL.canParse(address)) {
    throw usageError(`the WSDL has the address ${address}, which is not a URL: --endpoint sets another`);
  }
  return address;
}

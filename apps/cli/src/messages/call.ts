import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { usageError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { transportFor } from '../load-description.js';
import { inputOfQuery, loadService, operationOf, portOf } from '../service.js';
import { defaultSlug } from '../service-slug.js';
import { type CredentialOptions, credentialsOf } from './credential-options.js';
import { exchange } from './exchange.js';
import { printJson } from './print-json.js';
import { proxyBodyOf } from './proxy-response.js';
import { readMessage } from './read-input.js';

export interface CallOptions extends DescriptionOptions, CredentialOptions {
  readonly endpoint?: string;
  readonly query?: string;
  readonly timeout?: number;
  readonly result?: true;
}

/** `soapstone call`: sends one request, with JSON in and JSON out. Besides `serve`, the only command that calls a SOAP server. */
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
  if (names.input !== undefined && options.query !== undefined) {
    throw usageError('the input is either a file or --query, not both');
  }
  const service = await loadService(names.wsdl, terminal, loadOptionsOf(options));
  const operation = operationOf(service, names.operation);
  const input =
    names.input === undefined
      ? options.query === undefined
        ? {}
        : inputOfQuery(operation, options.query)
      : await readMessage(names.input, terminal);
  const address = options.endpoint ?? operation.info.address;
  if (address === undefined || !URL.canParse(address)) {
    throw usageError(
      address === undefined ? 'the WSDL has no address: --endpoint sets one' : `${address} is no URL`,
    );
  }
  const transport = await transportFor(address);
  try {
    const { reply } = await exchange(transport, operation, input, {
      endpoint: options.endpoint,
      credentials: credentialsOf(options),
      port: portOf(service, operation.info.name),
      deadlineMs: options.timeout === undefined ? undefined : options.timeout * 1000,
    });
    const body = proxyBodyOf(operation, reply, defaultSlug(service.description.model));
    if (reply.kind === 'fault') context.exitCode = EXIT.finding;
    terminal.out(printJson(options.result === true && reply.kind === 'result' ? reply.result : body));
  } finally {
    await transport.close();
  }
}

import { Argument, Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.js';
import {
  addDescriptionOptions,
  type DescriptionOptions,
  loadOptionsOf,
  WSDL_ARGUMENT,
} from '../description-options.js';
import { usageError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { transportFor } from '../load-description.js';
import {
  addCredentialOptions,
  type CredentialOptions,
  credentialsOf,
} from '../messages/credential-options.js';
import { exchange } from '../messages/exchange.js';
import { printJson } from '../messages/print-json.js';
import { proxyBodyOf } from '../messages/proxy-response.js';
import { readMessage } from '../messages/read-input.js';
import { inputOfQuery, loadService, operationOf, portOf } from '../service.js';
import { defaultSlug } from '../service-slug.js';

interface CallOptions extends DescriptionOptions, CredentialOptions {
  readonly endpoint?: string;
  readonly query?: string;
  readonly timeout?: number;
  readonly result?: true;
}

const EXAMPLES = `
Examples:
  soapstone call users.wsdl GetUser --query userId=42
  echo '{"userId": 42}' | soapstone call users.wsdl GetUser - --endpoint http://localhost:8088/users
  soapstone call users.wsdl GetUser input.json --username-token "$NAME:$PASSWORD" --digest

A fault is printed as the error body that a client of the gateway gets; the exit code is 1 then.`;

/** `soapstone call`: sends one request, with JSON in and JSON out. Besides `serve`, the only command that calls a SOAP server. */
export function callCommand(context: CommandContext): Command {
  return addCredentialOptions(addDescriptionOptions(new Command('call')))
    .description('Call an operation of the real service with JSON.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (may be left out where there is only one)'))
    .addArgument(new Argument('[input]', 'a JSON file, or - for standard input (default: {})'))
    .option('--query <query>', 'the input as a query string, as in a GET')
    .option('--endpoint <url>', 'the address of the SOAP server (default: as the WSDL says)')
    .option('--timeout <seconds>', 'give the call up after this time (default: 30)', readSeconds)
    .option('--result', 'print "result" alone')
    .addHelpText('after', EXAMPLES)
    .action((wsdl: string, operation: string | undefined, input: string | undefined, options: CallOptions) =>
      call({ wsdl, operation, input }, options, context),
    );
}

async function call(
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
  const transport = transportFor(address);
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

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) throw new InvalidArgumentError('expected seconds, up to 3600.');
  return seconds;
}

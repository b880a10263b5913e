import type { CompiledOperation, JsonValue, SoapRequest, WildcardMode } from '@soapstone/json-xml-mapper';
import { Argument, Command, Option } from 'commander';
import { addBatchOption, requireWsdl } from '../batch/batch-option.js';
import { runBatch } from '../batch/run-batch.js';
import type { CommandContext } from '../command-context.js';
import {
  addDescriptionOptions,
  type DescriptionOptions,
  loadOptionsOf,
  WSDL_ARGUMENT,
} from '../description-options.js';
import { usageError } from '../errors.js';
import { httpRequestOf, printHttpRequest } from '../messages/http-request.js';
import { printJson } from '../messages/print-json.js';
import { readMessage } from '../messages/read-input.js';
import { inputOfQuery, loadService, operationOf } from '../service.js';

interface RequestOptions extends DescriptionOptions {
  readonly query?: string;
  readonly endpoint?: string;
  readonly body?: true;
  readonly json?: true;
  readonly batch?: string;
  readonly wildcards: WildcardMode;
}

const EXAMPLES = `
Examples:
  soapstone request users.wsdl GetUser input.json
  echo '{"userId": 42}' | soapstone request users.wsdl GetUser - --body
  soapstone request users.wsdl GetUser --query 'userId=42'
  soapstone request --batch cases.jsonl        lines {id, wsdl, operation, input}; {id, ok, output?, error?} out

The exit code is 1 where the input does not match the operation; all problems are listed.`;

/** `soapstone request`: prints the envelope and the HTTP headers that a call would send. Sends nothing. */
export function requestCommand(context: CommandContext): Command {
  return addBatchOption(addDescriptionOptions(new Command('request')), ['operation?', 'input?'])
    .description('Print the SOAP request that JSON becomes: HTTP headers and envelope. Nothing is sent.')
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (may be left out where there is only one)'))
    .addArgument(new Argument('[input]', 'a JSON file, or - for standard input (default: {})'))
    .option('--query <query>', 'the input as a query string, as in a GET')
    .option('--endpoint <url>', 'the address of the SOAP server (default: as the WSDL says)')
    .option('--body', 'print the envelope alone')
    .addOption(
      new Option('--wildcards <mode>', 'what a wildcard that asks for declared elements takes')
        .choices(['known', 'lax', 'strict'])
        .default('known'),
    )
    .option('--json', 'print {method, url, headers, body} as JSON')
    .addHelpText('after', EXAMPLES)
    .action((wsdl: string | undefined, operation: string | undefined, input: string | undefined, options) =>
      request({ wsdl, operation, input }, options as RequestOptions, context),
    );
}

async function request(
  names: { wsdl: string | undefined; operation: string | undefined; input: string | undefined },
  options: RequestOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const mapper = { wildcards: options.wildcards };
  if (options.batch !== undefined) {
    await runBatch(options.batch, context, { load, mapper }, async ({ operation, input, query }, service) => {
      const compiled = operationOf(service, operation);
      return httpRequestOf(compiled, encode(compiled, input, query), options.endpoint);
    });
    return;
  }
  if (names.input !== undefined && options.query !== undefined) {
    throw usageError('the input is either a file or --query, not both');
  }
  const service = await loadService(requireWsdl(names.wsdl), terminal, load, mapper);
  const compiled = operationOf(service, names.operation);
  const encoded =
    names.input === undefined
      ? encode(compiled, undefined, options.query)
      : compiled.encodeJson(await readMessage(names.input, terminal));
  const made = httpRequestOf(compiled, encoded, options.endpoint);
  if (options.json === true) terminal.out(printJson(made));
  else terminal.out(options.body === true ? `${made.body}\n` : printHttpRequest(made));
}

function encode(
  operation: CompiledOperation,
  input: JsonValue | undefined,
  query: string | undefined,
): SoapRequest {
  if (query !== undefined) return operation.toXml(inputOfQuery(operation, query));
  return operation.toXml(input ?? {});
}

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
import { printJson } from '../messages/print-json.js';
import { proxyBodyOf } from '../messages/proxy-response.js';
import { readMessage } from '../messages/read-input.js';
import { loadService, operationOf, type Service } from '../service.js';
import { defaultSlug } from '../service-slug.js';

interface ResponseOptions extends DescriptionOptions {
  readonly service?: string;
  readonly contentType?: string;
  readonly numbers: 'number' | 'string';
  readonly strict?: true;
  readonly result?: true;
  readonly batch?: string;
}

const EXAMPLES = `
Examples:
  soapstone response users.wsdl GetUser response.xml
  curl -s ... | soapstone response users.wsdl GetUser - --result
  soapstone response --batch cases.jsonl        lines {id, wsdl, operation, response}; {id, ok, output?, error?} out

A SOAP fault is what a client gets as well: the error body of a 502. The exit code is 1 where the document is no
response of the operation.`;

/** `soapstone response`: prints the JSON that a client would get for a SOAP response. */
export function responseCommand(context: CommandContext): Command {
  return addBatchOption(addDescriptionOptions(new Command('response')), ['operation?', 'response'])
    .description('Print the JSON that a client gets for a SOAP response or fault.')
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (may be left out where there is only one)'))
    .addArgument(
      new Argument('[response]', 'the SOAP envelope: a file, or - for standard input').default('-'),
    )
    .option('--service <slug>', 'the service slug in "meta" (default: from the name of the WSDL service)')
    .option('--content-type <type>', 'the Content-Type of the response, for its charset')
    .addOption(
      new Option('--numbers <mode>', 'how numbers that a double cannot hold appear in JSON')
        .choices(['number', 'string'])
        .default('number'),
    )
    .option('--strict', 'refuse a response that deviates from the WSDL')
    .option('--result', 'print "result" alone; a fault is an error then')
    .addHelpText('after', EXAMPLES)
    .action((wsdl: string | undefined, operation: string | undefined, source: string, options) =>
      response({ wsdl, operation, source }, options as ResponseOptions, context),
    );
}

async function response(
  names: { wsdl: string | undefined; operation: string | undefined; source: string },
  options: ResponseOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const mapper = { numbers: options.numbers, strictResponses: options.strict === true };
  const bodyOf = async (service: Service, operation: string | undefined, source: string): Promise<object> => {
    const compiled = operationOf(service, operation);
    const { contentType } = options;
    const reply = compiled.fromXml(
      await readMessage(source, terminal),
      contentType === undefined ? {} : { contentType },
    );
    return proxyBodyOf(compiled, reply, options.service ?? defaultSlug(service.description.model));
  };
  if (options.batch !== undefined) {
    await runBatch(options.batch, context, { load, mapper }, ({ operation, response: source }, service) => {
      if (source === undefined) throw usageError('cannot read the case: "response" is missing');
      return bodyOf(service, operation, source);
    });
    return;
  }
  const service = await loadService(requireWsdl(names.wsdl), terminal, load, mapper);
  const body = await bodyOf(service, names.operation, names.source);
  if (options.result !== true) terminal.out(printJson(body));
  else if ('result' in body) terminal.out(printJson(body.result));
  else throw usageError('the response is a fault: it has no result');
}

import { Argument, Command, Option } from 'commander';
import { addBatchOption } from '../batch/batch-option.js';
import {
  addDescriptionOptions,
  digitsOption,
  unknownOption,
  WSDL_ARGUMENT,
  XML_ARGUMENT,
} from '../description/description-options.js';
import type { ResponseOptions } from '../messages/response.js';
import { addFormatOption } from '../options/formats.js';
import { addResponseBytes } from '../options/size-options.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone response users.wsdl GetUser response.xml
  curl -s ... | soapstone response users.wsdl GetUser - --result
  soapstone response orders.wsdl Export export.xml --result -o orders.json
  soapstone response --batch cases.jsonl        lines {id, wsdl, operation, response}; {id, ok, output?, error?} out

With -o, a response may have any size, because it is written as it is read; --response-bytes sets a maximum then.

A SOAP fault becomes the error body of a 502, as in the gateway. The exit code is 1 if the document is not a response of the
operation.`;

/** `soapstone response`: prints the JSON that a client would get for a SOAP response. */
export function responseCommand(context: CommandContext): Command {
  const command = addResponseBytes(addDescriptionOptions(new Command('response')), 'the response');
  return addFormatOption(addBatchOption(command, ['operation?', 'response']), {
    json: 'what a client of the gateway gets: {result, meta} or {error}',
    result: 'the result alone; a fault is an error',
  })
    .description('Print the JSON that a client gets for a SOAP response or fault.')
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (optional if there is only one)'))
    .addArgument(new Argument('[response]', XML_ARGUMENT).default('-'))
    .option('--service <slug>', 'the service slug in "meta" (default: from the name of the WSDL service)')
    .option('--content-type <type>', 'the Content-Type of the response, for its charset')
    .addOption(
      new Option('--numbers <mode>', 'how numbers that a double cannot hold appear in JSON')
        .choices(['number', 'string'])
        .default('number'),
    )
    .addOption(digitsOption())
    .addOption(unknownOption())
    .option('--strict', 'reject a response that deviates from the WSDL')
    .option('-o, --output <file>', 'write the result to this file; a large one is written as it is read')
    .option('--result', 'short for --format result')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string | undefined, operation: string | undefined, source: string, options) => {
      const { response } = await import('../messages/response.js');
      await response({ wsdl, operation, source }, options as ResponseOptions, context);
    });
}

import { Argument, Command, Option } from 'commander';
import { addBatchOption } from '../batch/batch-option.js';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';

import type { RequestOptions } from '../messages/request.js';

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
    .action(
      async (wsdl: string | undefined, operation: string | undefined, input: string | undefined, options) => {
        const { request } = await import('../messages/request.js');
        await request({ wsdl, operation, input }, options as RequestOptions, context);
      },
    );
}

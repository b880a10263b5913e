import { Argument, Command, Option } from 'commander';
import { addBatchOption } from '../batch/batch-option.js';
import { addDescriptionOptions, JSON_ARGUMENT, WSDL_ARGUMENT } from '../description/description-options.js';
import type { RequestOptions } from '../messages/request.js';
import { addAddressingOptions } from '../options/addressing-options.js';
import { addFormatOption } from '../options/formats.js';
import { addMtomOption } from '../options/mtom-option.js';
import { readAddress } from '../options/option-values.js';
import { addRequestBytes } from '../options/size-options.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone request users.wsdl GetUser input.json
  soapstone request users.wsdl GetUser '{"userId": 42}' --curl
  echo '{"userId": 42}' | soapstone request users.wsdl GetUser - --body
  soapstone request users.wsdl GetUser --query 'userId=42'
  soapstone request --batch cases.jsonl        lines {id, wsdl, operation, input}; {id, ok, output?, error?} out

The exit code is 1 if the input does not match the operation; all problems are listed.`;

/** `soapstone request`: prints the envelope and the HTTP headers that a call would send. Sends nothing. */
export function requestCommand(context: CommandContext): Command {
  const command = addFormatOption(
    addMtomOption(addAddressingOptions(addDescriptionOptions(new Command('request')))),
    {
      http: 'the HTTP request',
      body: 'the envelope alone',
      json: '{method, url, headers, body}',
      curl: 'a command for a POSIX shell',
    },
  );
  return addBatchOption(addRequestBytes(command, 'the input'), ['operation?', 'input?'])
    .description('Print the SOAP request for a JSON input: HTTP headers and envelope. Nothing is sent.')
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (optional if there is only one)'))
    .addArgument(new Argument('[input]', JSON_ARGUMENT))
    .option('--query <query>', 'the input as a query string, as in a GET')
    .option('--endpoint <url>', 'the address of the SOAP server (default: from the WSDL)', readAddress)
    .option('--body', 'short for --format body')
    .option('--curl', 'short for --format curl')
    .addOption(
      new Option(
        '--wildcards <mode>',
        'what a wildcard for declared elements (processContents strict or lax) accepts',
      )
        .choices(['known', 'lax', 'strict'])
        .default('known'),
    )
    .addHelpText('after', EXAMPLES)
    .action(
      async (wsdl: string | undefined, operation: string | undefined, input: string | undefined, options) => {
        const { request } = await import('../messages/request.js');
        await request({ wsdl, operation, input }, options as RequestOptions, context);
      },
    );
}

import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';
import type { CallOptions } from '../messages/call.js';
import { addCredentialOptions } from '../messages/credential-options.js';
import { readSeconds } from '../option-values.js';

const EXAMPLES = `
Examples:
  soapstone call users.wsdl GetUser --query userId=42
  echo '{"userId": 42}' | soapstone call users.wsdl GetUser - --endpoint http://localhost:8088/users
  soapstone call users.wsdl GetUser input.json --username-token "$NAME:$PASSWORD" --digest

A fault is printed as the error body that a client of the gateway gets; the exit code is 1 then.`;

/** `soapstone call`: sends one request, with JSON in and JSON out. */
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
    .action(
      async (
        wsdl: string,
        operation: string | undefined,
        input: string | undefined,
        options: CallOptions,
      ) => {
        const { call } = await import('../messages/call.js');
        await call({ wsdl, operation, input }, options, context);
      },
    );
}

import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';

import type { ExampleOptions } from '../messages/example.js';

const EXAMPLES = `
Examples:
  soapstone example users.wsdl GetUser
  soapstone example users.wsdl GetUser --json | jq .request.json > input.json`;

/** `soapstone example`: prints request, response and faults of an operation, as JSON and as XML. */
export function exampleCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('example'))
    .description('Print an example request, response and fault of an operation, as JSON and as SOAP.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (may be left out where there is only one)'))
    .option('--json', 'print {operation, request, response, faults} as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, operation: string | undefined, options: ExampleOptions) => {
      const { example } = await import('../messages/example.js');
      await example(wsdl, operation, options, context);
    });
}

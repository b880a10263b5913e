import { Argument, Command } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { ExampleOptions } from '../messages/example.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone example users.wsdl GetUser
  soapstone example users.wsdl GetUser --format json | jq .request.json > input.json`;

/** `soapstone example`: prints request, response and faults of an operation, as JSON and as XML. */
export function exampleCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('example')), {
    text: 'the messages one after the other',
    json: '{operation, request, response?, faults}; each message is {json, xml, http}',
  })
    .description('Print an example request, response and fault of an operation, as JSON and as SOAP.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (optional if there is only one)'))
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, operation: string | undefined, options: ExampleOptions) => {
      const { example } = await import('../messages/example.js');
      await example(wsdl, operation, options, context);
    });
}

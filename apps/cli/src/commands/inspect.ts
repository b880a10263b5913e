import { Argument, Command } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { InspectOptions } from '../inspect/inspect.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone inspect users.wsdl
  soapstone inspect https://soap.example.com/users?wsdl --format json
  soapstone inspect wsdl.zip --port UsersSoap12
  soapstone inspect users.wsdl --types

The exit code is 1 if a document that declares a type or a binding is missing, or if the service has no operation to offer.`;

/** `soapstone inspect`: lists services, ports, operations, and their inputs and outputs. */
export function inspectCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('inspect')), {
    text: 'services, ports and operations',
    json: 'the same as one object, with "types" if --types asks for them',
  })
    .description('List services, ports and operations with their inputs, results and faults.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .option('--types', 'also list the named types that the messages use, with their fields')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: InspectOptions) => {
      const { inspect } = await import('../inspect/inspect.js');
      await inspect(wsdl, options, context);
    });
}

import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';

import type { InspectOptions } from '../inspect/inspect.js';

const EXAMPLES = `
Examples:
  soapstone inspect users.wsdl
  soapstone inspect https://soap.example.com/users?wsdl --json
  soapstone inspect wsdl.zip --port UsersSoap12

The exit code is 1 if a document is missing that declares a type or a binding, and if the service has no operation to offer.`;

/** `soapstone inspect`: lists services, ports, operations, and their inputs and outputs. */
export function inspectCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('inspect'))
    .description('List services, ports and operations with their inputs, results and faults.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: InspectOptions) => {
      const { inspect } = await import('../inspect/inspect.js');
      await inspect(wsdl, options, context);
    });
}

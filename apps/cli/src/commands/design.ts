import { Argument, Command } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { DesignCommandOptions } from '../design/design.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
A design file says what the owner of a service decides about its JSON: members that it fills, names, and operations that clients do not see:

  fill:
    '*/Credentials': { Key: { secret: carrier-key }, Version: '2' }
    CreateOrder/requestId: { generate: uuid }
  names: camel
  operations:
    GetUser: { result: { rename: { DOB: birthDate } } }
    InternalAudit: { hidden: true }

Examples:
  soapstone design check carrier.wsdl design.yaml
  soapstone design show carrier.wsdl design.yaml --format json`;

/** `soapstone design`: checks a design file against a WSDL, and shows what it does. */
export function designCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('design')), {
    text: 'a line for each problem or member',
    json: '{problems: [{file, line, column, at, message}], filled: [{operation, path, source}], changed: [{operation, message, path, change, to}], hidden}',
  })
    .description('Check a design file against a WSDL, or show what it does in each operation.')
    .addArgument(new Argument('<action>', 'check or show').choices(['check', 'show']))
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('<design>', 'the design file: YAML or JSON'))
    .addHelpText('after', EXAMPLES)
    .action(async (action: 'check' | 'show', wsdl: string, file: string, options: DesignCommandOptions) => {
      const { design } = await import('../design/design.js');
      await design(action, wsdl, file, options, context);
    });
}

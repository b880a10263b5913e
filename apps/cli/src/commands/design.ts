import { Argument, Command } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { DesignCommandOptions } from '../design/design.js';
import { usageError } from '../errors/errors.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
A design file says what the owner of a service decides about its JSON: members that it fills, names, members that it leaves out or gives a default, and operations that clients do not see:

  fill:
    '*/Credentials': { Key: { secret: carrier-key }, Version: '2' }
    CreateOrder/requestId: { generate: uuid }
  names: camel
  operations:
    GetUser: { result: { rename: { DOB: birthDate }, omit: [legacyCode] } }
    ListUsers: { input: { defaults: { MaxRows: 50 } } }
    InternalAudit: { hidden: true }

Examples:
  soapstone design init carrier.wsdl design.yaml
  soapstone design check carrier.wsdl design.yaml
  soapstone design show carrier.wsdl design.yaml --format json`;

/** `soapstone design`: checks a design file against a WSDL, shows what it does, and proposes a first one. */
export function designCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('design')), {
    text: 'a line for each problem or member',
    json: '{problems: [{file, line, column, at, message}], filled: [{operation, path, source}], changed: [{operation, message, path, change, to, value, values}], hidden}',
  })
    .description('Check a design file against a WSDL, show what it does in each operation, or propose one.')
    .addArgument(new Argument('<action>', 'init, check or show').choices(['init', 'check', 'show']))
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(
      new Argument(
        '[design]',
        'the design file: YAML or JSON; init writes a new one, or prints it without a name',
      ),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (action: Action, wsdl: string, file: string | undefined, options: DesignCommandOptions) => {
      if (action === 'init') {
        const { initDesign } = await import('../design/init-design.js');
        await initDesign(wsdl, file, options, context);
        return;
      }
      if (file === undefined) throw usageError(`design ${action} needs the name of a design file`);
      const { design } = await import('../design/design.js');
      await design(action, wsdl, file, options, context);
    });
}

type Action = 'init' | 'check' | 'show';

import { Argument, Command, Option } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { ClientOptions } from '../generate/client.js';
import { addDesignOption } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import { binaryForm, dateForm, readNames } from '../options/option-values.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone client users.wsdl -o src/users
  soapstone client users.wsdl -o src/users --operations GetUser,ListUsers --numbers bigint
  soapstone client users.wsdl -o src/users --check      fails in CI if the files are out of date
  soapstone client users.wsdl -o src/users --design design.yaml
  soapstone client users.wsdl -o src/users --split      import { createClient } from './users/GetUser.js'

  import { createClient } from './users/index.js';      needs @soapstone/client
  const { name } = await createClient().GetUser({ userId: 1001 });`;

/** `soapstone client`: writes the modules of a typed client, which reads no WSDL at run time. */
export function clientCommand(context: CommandContext): Command {
  return addFormatOption(addDesignOption(addDescriptionOptions(new Command('client'))), {
    text: 'what is out of date, or changed while watching',
    json: '{ok, files: [{file, state}]}, state: written, unchanged or outdated; a line for each change while watching',
  })
    .description('Write a typed TypeScript client, which reads no WSDL at run time.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .requiredOption('-o, --output <directory>', 'the directory of the modules; it is created')
    .option('--operations <names>', 'only these operations (comma-separated; default: all)', readNames)
    .addOption(binaryForm())
    .addOption(dateForm())
    .addOption(
      new Option('--numbers <mode>', 'how numbers that a double cannot hold appear in results')
        .choices(['number', 'string', 'bigint'])
        .default('number'),
    )
    .option('--split', 'a module for each operation, so that a program bundles only those that it imports')
    .option('--check', 'write nothing; exit with 1 if a file is out of date')
    .option('--watch', 'write again whenever a document of the WSDL changes, until Ctrl+C')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: ClientOptions) => {
      const { client } = await import('../generate/client.js');
      await client(wsdl, options, context);
    });
}

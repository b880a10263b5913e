import { Argument, Command, Option } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { TypesOptions } from '../generate/types.js';
import { addDesignOption } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import { binaryForm, dateForm } from '../options/option-values.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone types users.wsdl -o users.ts

  import type { Operations } from './users.js';
  async function call<Name extends keyof Operations>(name: Name, input: Operations[Name]['input']) {
    const response = await fetch(\`\${base}/\${name}\`, { method: 'POST', headers, body: JSON.stringify(input) });
    return (await response.json()) as Operations[Name]['response'] | Operations[Name]['error'];
  }`;

/** `soapstone types`: prints TypeScript types for the input and result of every operation. */
export function typesCommand(context: CommandContext): Command {
  return addFormatOption(addDesignOption(addDescriptionOptions(new Command('types'))), {
    typescript: 'a module',
    json: 'JSON Schemas: {operations: {GetUser: {input, result?}}}; without --values and bigint',
  })
    .description("Print TypeScript types of every operation's input and result.")
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(binaryForm())
    .addOption(dateForm())
    .addOption(
      new Option('--numbers <mode>', 'how numbers that a double cannot hold appear in JSON')
        .choices(['number', 'string', 'bigint'])
        .default('number'),
    )
    .option(
      '--values',
      'types of what a client takes, returns and throws, not of the JSON of a gateway (always so with bigint)',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: TypesOptions) => {
      const { types } = await import('../generate/types.js');
      await types(wsdl, options, context);
    });
}

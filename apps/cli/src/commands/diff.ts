import { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';

import type { DiffOptions } from '../diff/diff.js';

const HELP = `
  breaking   a call that worked may fail, or its answer may not be understood
  additive   there is more than before, or less is asked for
  invisible  only the SOAP side is different: addresses, actions, element names

A value that an enumeration gains is additive in an input and breaking in a result. Bounds of results break nobody.
A call by GET has less room than one by POST: where an input no longer fits into a query, that is breaking too.
The exit code is 1 where something is breaking.

Examples:
  soapstone diff old.wsdl new.wsdl
  soapstone diff users-1.wsdl https://soap.example.com/users?wsdl --format markdown`;

/** `soapstone diff`: compares two revisions of a description in terms of the JSON contract. */
export function diffCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('diff'))
    .description('Compare two revisions of a WSDL in terms of the JSON contract.')
    .addArgument(new Argument('<old>', WSDL_ARGUMENT))
    .addArgument(new Argument('<new>', WSDL_ARGUMENT))
    .addOption(
      new Option('--format <format>', 'how to print').choices(['text', 'json', 'markdown']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', HELP)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../diff/diff.js');
      await diff(before, after, options, context);
    });
}

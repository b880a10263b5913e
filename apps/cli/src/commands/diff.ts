import { Argument, Command, InvalidArgumentError } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { DiffOptions } from '../diff/diff.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const HELP = `
  breaking   a call that worked may fail, or its response may be misread
  additive   something was added, or less is required
  invisible  only the SOAP side differs: addresses, actions, element names

A new enumeration value is additive in an input and breaking in a result. Changed bounds of a result are never breaking.
An input that no longer fits in a query string breaks callers that use GET.
The exit code is 1 if any change is breaking.
With a design, changes have the names of the JSON that clients see, and those of routes are among them.

Examples:
  soapstone diff old.wsdl new.wsdl
  soapstone diff users-1.wsdl https://soap.example.com/users?wsdl --format markdown
  soapstone diff users.wsdl users.wsdl --design old.yaml --design new.yaml
  soapstone diff users.wsdl users.wsdl --design none --design design.yaml      what a first design changes`;

/** `soapstone diff`: compares two revisions of a description in terms of the JSON contract. */
export function diffCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('diff')), {
    text: 'the changes, the breaking ones first',
    json: '{old, new, changes}',
    markdown: 'for a pull request',
  })
    .description('Compare two revisions of a WSDL in terms of the JSON contract.')
    .addArgument(new Argument('<old>', WSDL_ARGUMENT))
    .addArgument(new Argument('<new>', WSDL_ARGUMENT))
    .option(
      '--design <file>',
      'a design file of both; given twice: of the old and of the new WSDL, where none is without a design',
      collectDesign,
    )
    .addHelpText('after', HELP)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../diff/diff.js');
      await diff(before, after, options, context);
    });
}

/** The designs of the two revisions. One alone is that of both. */
function collectDesign(file: string, given: readonly string[] = []): readonly string[] {
  if (given.length === 2)
    throw new InvalidArgumentError('give it at most twice: of the old and of the new WSDL.');
  return [...given, file];
}

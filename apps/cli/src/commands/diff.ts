import { compareContracts } from '@soapstone/openapi-generator';
import { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import { describedMapper } from '../described-mapper.js';
import {
  addDescriptionOptions,
  type DescriptionOptions,
  loadOptionsOf,
  WSDL_ARGUMENT,
} from '../description-options.js';
import { describeChange } from '../diff/describe-change.js';
import { printChanges, printMarkdown } from '../diff/print-diff.js';
import { EXIT } from '../exit-code.js';
import { loadDescription } from '../load-description.js';

interface DiffOptions extends DescriptionOptions {
  readonly format: 'text' | 'json' | 'markdown';
  readonly json?: true;
}

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
    .action((before: string, after: string, options: DiffOptions) => diff(before, after, options, context));
}

async function diff(
  before: string,
  after: string,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const old = await loadDescription(before, terminal, load);
  const now = await loadDescription(after, terminal, load);
  const comparison = compareContracts(describedMapper(old.model), describedMapper(now.model));
  const changes = comparison.changes.map(describeChange);
  if (comparison.breaking) context.exitCode = EXIT.finding;
  if (comparison.truncated) {
    terminal.err(`note: there are more changes than the ${changes.length} that are listed\n`);
  }
  const format = options.json === true ? 'json' : options.format;
  if (format === 'json') terminal.out(`${JSON.stringify({ old: before, new: after, changes }, null, 2)}\n`);
  else if (format === 'markdown') terminal.out(printMarkdown(changes));
  else terminal.out(printChanges(changes, terminal.color.out));
}

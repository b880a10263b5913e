import { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions } from '../description-options.js';

import type { ReportOptions } from '../report/report.js';

const HELP = `
Grades:
  exact        everything that the WSDL says of the operation is in its JSON
  degraded     it works, but something in its messages is passed on untyped or unchecked
  unsupported  it is not offered: some portType declares it, and the reason stands beside it

--format json prints one object per file and line: {file, ok, error?, operations, diagnostics}. "findings" of an operation
are positions in "diagnostics", "noExample" lists its messages that no valid example was found for. A file that cannot be read is a line with "ok": false; the exit code is 3 then.

--fail-on unsupported also fails a description that has no SOAP operation, or whose binding is in a missing document.

Examples:
  soapstone report users.wsdl
  soapstone report wsdl/ --format json --fail-on unsupported
  soapstone report wsdl/*.wsdl --format sarif > report.sarif`;

/** `soapstone report`: shows how much of each description reaches the JSON, and what to do about the rest. */
export function reportCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('report'))
    .description(
      'Grade every operation of many descriptions: exact, degraded or unsupported, with the reasons.',
    )
    .addArgument(
      new Argument(
        '<wsdl...>',
        'WSDL files, zip archives, URLs, or directories with WSDL files at any depth',
      ),
    )
    .addOption(
      new Option('--format <format>', 'text for people, json for programs, sarif for code scanning')
        .choices(['text', 'json', 'sarif'])
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option(
        '--fail-on <grade>',
        'end with exit code 1 where an operation has this grade or a worse one',
      ).choices(['degraded', 'unsupported']),
    )
    .addHelpText('after', HELP)
    .action(async (inputs: string[], options: ReportOptions) => {
      const { report } = await import('../report/report.js');
      await report(inputs, options, context);
    });
}

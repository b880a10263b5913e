import { Argument, Command, Option } from 'commander';
import { addDescriptionOptions } from '../description/description-options.js';
import { addFormatOption } from '../options/formats.js';
import type { ReportOptions } from '../report/report.js';
import type { CommandContext } from '../terminal/command-context.js';

const HELP = `
Grades:
  exact        the JSON covers everything that the WSDL says about the operation
  degraded     it works, but part of its messages is untyped or unchecked
  unsupported  it cannot be called; the reason is printed next to it

As JSON, "findings" of an operation are positions in "diagnostics"; "noExample" lists its messages without a valid example. An unreadable
file is a line with "ok": false, and the exit code is 3.

--fail-on unsupported also fails for a description without a SOAP operation, or whose binding is in a missing document.

--agents says of each finding whether the vendor rejects the request ("rejects"), rejects it in a strict mode ("strict"), or ignores a
keyword ("ignores"), with a public source and its date. With --fail-on, "rejects" is a failure.

Examples:
  soapstone report users.wsdl
  soapstone report wsdl/ --format json --fail-on unsupported
  soapstone report users.wsdl --agents
  soapstone report wsdl/*.wsdl --format sarif > report.sarif`;

/** `soapstone report`: shows how much of each description reaches the JSON, and what to do about the rest. */
export function reportCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('report')), {
    text: 'a table for each file',
    json: 'one object per file and line: {file, ok, error?, operations, diagnostics}',
    sarif: 'for code scanning',
  })
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
      new Option('--fail-on <grade>', 'exit with 1 if an operation has this grade or a worse one').choices([
        'degraded',
        'unsupported',
      ]),
    )
    .addOption(
      new Option(
        '--agents',
        'also check the tools that AI agents would get against the limits of model vendors',
      ),
    )
    .addHelpText('after', HELP)
    .action(async (inputs: string[], options: ReportOptions) => {
      const { report } = await import('../report/report.js');
      await report(inputs, options, context);
    });
}

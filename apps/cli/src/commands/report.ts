import { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { EXIT } from '../exit-code.js';
import { expandInputs } from '../report/expand-inputs.js';
import { countGrades, noGrades, printReport, printTotal } from '../report/print-report.js';
import { type FileReport, losesOperations, reportFile } from '../report/report-file.js';
import { sarifLog } from '../report/sarif.js';

interface ReportOptions extends DescriptionOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn?: 'degraded' | 'unsupported';
  readonly json?: true;
}

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
    .action((inputs: string[], options: ReportOptions) => report(inputs, options, context));
}

async function report(
  inputs: readonly string[],
  options: ReportOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const format = options.json === true ? 'json' : options.format;
  const files = await expandInputs(inputs, terminal);
  const kept: FileReport[] = [];
  const total = noGrades();
  let unreadable = 0;
  let losing = 0;
  for (const [index, file] of files.entries()) {
    if (terminal.color.err && files.length > 1)
      terminal.err(`\r\u001b[K${index + 1}/${files.length} ${file}`);
    const made = await reportFile(file, terminal, loadOptionsOf(options));
    if (terminal.color.err && files.length > 1) terminal.err('\r\u001b[K');
    const counts = countGrades([made]);
    for (const grade of ['exact', 'degraded', 'unsupported'] as const) total[grade] += counts[grade];
    if (!made.ok) unreadable++;
    if (losesOperations(made)) losing++;
    // Each line is written as soon as it is known, so that thousands of files form a stream.
    if (format === 'json') terminal.out(`${JSON.stringify(made)}\n`);
    else if (format === 'text') terminal.out(printReport(made, terminal.color.out));
    else kept.push(made);
  }
  if (format === 'sarif') terminal.out(`${JSON.stringify(sarifLog(kept), null, 2)}\n`);
  if (format === 'text' && files.length !== 1) terminal.out(printTotal(files.length, unreadable, total));

  const failing = losing + (options.failOn === 'degraded' ? total.degraded : 0);
  if (unreadable > 0) context.exitCode = EXIT.unreadable;
  else if (options.failOn !== undefined && failing > 0) context.exitCode = EXIT.finding;
}

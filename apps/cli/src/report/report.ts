import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { EXIT } from '../errors/exit-code.js';
import type { CommandContext } from '../terminal/command-context.js';
import { describeRisks } from './describe-risks.js';
import { expandInputs } from './expand-inputs.js';
import { countGrades, noGrades, printReport, printTotal } from './print-report.js';
import { type FileReport, losesOperations, reportFile } from './report-file.js';
import { sarifLog } from './sarif.js';

export interface ReportOptions extends DescriptionOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn?: 'degraded' | 'unsupported';
  /** Also lints the tools that agents would get. */
  readonly agents?: boolean;
}

/** `soapstone report`: shows how much of each description reaches the JSON, and what to do about the rest. */
export async function report(
  inputs: readonly string[],
  options: ReportOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { format, compatibility } = options;
  // On standard error, so that the report can be parsed.
  for (const line of compatibility === undefined ? [] : describeRisks(compatibility))
    terminal.err(`compatibility ${line}\n`);
  const files = await expandInputs(inputs, terminal);
  const kept: FileReport[] = [];
  const total = noGrades();
  let unreadable = 0;
  let losing = 0;
  for (const [index, file] of files.entries()) {
    if (files.length > 1) terminal.status(`${index + 1}/${files.length} ${file}`);
    const made = await reportFile(file, terminal, { ...loadOptionsOf(options), agents: options.agents });
    const counts = countGrades([made]);
    for (const grade of ['exact', 'degraded', 'unsupported'] as const) total[grade] += counts[grade];
    if (!made.ok) unreadable++;
    if (losesOperations(made) || made.agents?.findings.some(({ effect }) => effect === 'rejects')) losing++;
    // Each line is written as soon as it is known, so that thousands of files form a stream.
    if (format === 'json') terminal.out(`${JSON.stringify(made)}\n`);
    else if (format === 'text') terminal.out(printReport(made, terminal.color.out));
    else kept.push(made);
  }
  terminal.status(undefined);
  if (format === 'sarif') terminal.out(`${JSON.stringify(sarifLog(kept), null, 2)}\n`);
  if (format === 'text' && files.length !== 1) terminal.out(printTotal(files.length, unreadable, total));

  const failing = losing + (options.failOn === 'degraded' ? total.degraded : 0);
  if (unreadable > 0) context.exitCode = EXIT.unreadable;
  else if (options.failOn !== undefined && failing > 0) context.exitCode = EXIT.finding;
}

import type { MapperOptions } from '@soapstone/json-xml-mapper';
import { compareContracts } from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { describedMapper } from '../description/described-mapper.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { designedMapper } from '../description/read-design.js';
import { EXIT } from '../errors/exit-code.js';
import type { CommandContext } from '../terminal/command-context.js';
import { describeChange } from './describe-change.js';
import { printChanges, printMarkdown } from './print-diff.js';

export interface DiffOptions extends DescriptionOptions {
  readonly format: 'text' | 'json' | 'markdown';
  /** The design file of both revisions, or those of the old and the new one. */
  readonly design?: readonly string[];
}

/** In place of a design file: no design. */
const NO_DESIGN = 'none';

/** `soapstone diff`: compares two revisions of a description in terms of the JSON contract. */
export async function diff(
  before: string,
  after: string,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const old = await loadDescription(before, terminal, load);
  const now = await loadDescription(after, terminal, load);
  const [first, second = first] = options.design ?? [];
  const oldDesign = await designOf(first, old.model, terminal.cwd);
  const nowDesign = await designOf(second, now.model, terminal.cwd);
  const comparison = compareContracts(
    describedMapper(old.model, oldDesign),
    describedMapper(now.model, nowDesign),
    { designs: { before: oldDesign.design, after: nowDesign.design } },
  );
  const changes = comparison.changes.map(describeChange);
  if (comparison.breaking) context.exitCode = EXIT.finding;
  if (comparison.truncated) {
    terminal.err(`note: there are more changes than the ${changes.length} that are listed\n`);
  }
  const { format } = options;
  if (format === 'json') terminal.out(`${JSON.stringify({ old: before, new: after, changes }, null, 2)}\n`);
  else if (format === 'markdown') terminal.out(printMarkdown(changes));
  else terminal.out(printChanges(changes, terminal.color.out));
}

/** Reads the design of a revision. Throws `CliError` for one that does not fit it. */
async function designOf(
  file: string | undefined,
  model: ServiceModel,
  cwd: string,
): Promise<Pick<MapperOptions, 'design'>> {
  return file === undefined || file === NO_DESIGN ? {} : await designedMapper(model, { design: file }, cwd);
}

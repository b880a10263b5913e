import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import {
  countFindings,
  describeEmpty,
  loadDescription,
  missingDocuments,
} from '../description/load-description.js';
import { EXIT } from '../errors/exit-code.js';
import type { CommandContext } from '../terminal/command-context.js';
import { describeService } from './describe-service.js';
import { printService } from './print-service.js';

export interface InspectOptions extends DescriptionOptions {
  readonly format: 'text' | 'json';
  readonly types?: true;
}

/** `soapstone inspect`: lists services, ports, operations, and their inputs and outputs. */
export async function inspect(wsdl: string, options: InspectOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { model, diagnostics } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const service = describeService(model, { types: options.types === true });
  const missing = missingDocuments(diagnostics);
  const isEmpty = model.exposed.length === 0;
  // The output lacks part of the service, or all of it.
  if (missing.length > 0 || isEmpty) context.exitCode = EXIT.finding;
  if (options.format === 'json') {
    terminal.out(`${JSON.stringify({ file: wsdl, ...service, diagnostics }, null, 2)}\n`);
    return;
  }
  terminal.out(printService(service, terminal.color.out));
  for (const what of missing) {
    terminal.err(
      `\n${what} is missing: types that only it declares are shown as "any", operations are lost\n`,
    );
  }
  if (isEmpty) terminal.err(`\n${describeEmpty(wsdl, diagnostics)}\n`);
  const { errors, warnings } = countFindings(diagnostics);
  if (errors + warnings > 0) {
    terminal.err(`\n${errors} errors, ${warnings} warnings: \`soapstone report\` lists them\n`);
  }
}

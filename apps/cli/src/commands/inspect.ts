import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import {
  addDescriptionOptions,
  type DescriptionOptions,
  loadOptionsOf,
  WSDL_ARGUMENT,
} from '../description-options.js';
import { EXIT } from '../exit-code.js';
import { describeService } from '../inspect/describe-service.js';
import { printService } from '../inspect/print-service.js';
import { countFindings, describeEmpty, loadDescription, missingDocuments } from '../load-description.js';

interface InspectOptions extends DescriptionOptions {
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  soapstone inspect users.wsdl
  soapstone inspect https://soap.example.com/users?wsdl --json
  soapstone inspect wsdl.zip --port UsersSoap12

The exit code is 1 if a document is missing that declares a type or a binding, and if the service has no operation to offer.`;

/** `soapstone inspect`: lists services, ports, operations, and their inputs and outputs. */
export function inspectCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('inspect'))
    .description('List services, ports and operations with their inputs, results and faults.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((wsdl: string, options: InspectOptions) => inspect(wsdl, options, context));
}

async function inspect(wsdl: string, options: InspectOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { model, diagnostics } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const service = describeService(model);
  const missing = missingDocuments(diagnostics);
  const isEmpty = model.exposed.length === 0;
  // The output omits part of the service, or all of it.
  if (missing.length > 0 || isEmpty) context.exitCode = EXIT.finding;
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ file: wsdl, ...service, diagnostics }, null, 2)}\n`);
    return;
  }
  terminal.out(printService(service, terminal.color.out));
  for (const what of missing) {
    terminal.err(`\n${what} is missing: what only it declares is shown as "any", or lost\n`);
  }
  if (isEmpty) terminal.err(`\n${describeEmpty(wsdl, diagnostics)}\n`);
  const { errors, warnings } = countFindings(diagnostics);
  if (errors + warnings > 0) {
    terminal.err(`\n${errors} errors, ${warnings} warnings: \`soapstone report\` lists them\n`);
  }
}

import { Argument, Command } from 'commander';
import { createColors } from 'picocolors';
import type { CommandContext } from '../command-context.js';
import {
  addDescriptionOptions,
  type DescriptionOptions,
  loadOptionsOf,
  WSDL_ARGUMENT,
} from '../description-options.js';
import { EXIT } from '../exit-code.js';
import { loadDescription } from '../load-description.js';
import { readMessage } from '../messages/read-input.js';

interface ValidateOptions extends DescriptionOptions {
  readonly json?: true;
}

const EXAMPLES = `
Payload, declared header blocks and fault details are validated by libxml2 against the schemas of the WSDL, messages of rpc
operations by their parts. No schema describes the structs and arrays of rpc/encoded messages, nor elements whose schema is
missing: the command names what it cannot judge, and this is no problem. Schemas with common mistakes (attributes that do
not belong there, components declared twice, names that nobody declares) are corrected first, and the command says so.

Examples:
  soapstone validate users.wsdl request.xml
  soapstone request users.wsdl GetUser input.json --body | soapstone validate users.wsdl -`;

/** `soapstone validate`: validates a SOAP message against the WSDL's schemas. */
export function validateCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('validate'))
    .description('Validate a SOAP message against the schemas of a WSDL, with libxml2.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[message]', 'the SOAP envelope: a file, or - for standard input').default('-'))
    .option('--json', 'print {valid, problems: [{line, message, component}], unjudged?, corrections?}')
    .addHelpText('after', EXAMPLES)
    .action((wsdl: string, message: string, options: ValidateOptions) =>
      validate(wsdl, message, options, context),
    );
}

async function validate(
  wsdl: string,
  source: string,
  options: ValidateOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const description = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  // Loaded lazily, so that only this command pays for starting WebAssembly.
  const { createMessageValidator } = await import('../validate/message-validator.js');
  const validator = createMessageValidator(description);
  try {
    const { problems, unjudged } = validator.validate(await readMessage(source, terminal));
    if (problems.length > 0) context.exitCode = EXIT.finding;
    if (options.json === true) {
      const { corrections } = validator;
      const verdict = {
        valid: problems.length === 0,
        problems,
        ...(unjudged.length === 0 ? {} : { unjudged }),
        ...(corrections.length === 0 ? {} : { corrections }),
      };
      terminal.out(`${JSON.stringify(verdict, null, 2)}\n`);
      return;
    }
    const [correction] = validator.corrections;
    if (correction !== undefined) {
      terminal.err(
        `libxml2 refuses the schemas as they are (${correction}): common mistakes were put right first\n`,
      );
    }
    const { red, green, dim } = createColors(terminal.color.out);
    const file = source === '-' ? 'stdin' : source;
    if (unjudged.length > 0) {
      terminal.err(`${file}: not judged, because no schema describes it: ${unjudged.join(', ')}\n`);
    }
    if (problems.length === 0) terminal.out(`${file}: ${green('valid')}\n`);
    for (const { line, message, component } of problems) {
      terminal.out(`${file}:${line}: ${red(message)} ${dim(`(${component})`)}\n`);
    }
  } finally {
    validator.dispose();
  }
}

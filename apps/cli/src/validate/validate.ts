import { createMessageValidator, MessageValidatorError } from '@soapstone/message-validator';
import { createColors } from 'picocolors';
import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { CliError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { loadDescription } from '../load-description.js';
import { readMessage } from '../messages/read-input.js';

export interface ValidateOptions extends DescriptionOptions {
  readonly format: 'text' | 'json';
}

/** `soapstone validate`: validates a SOAP message against the WSDL's schemas. */
export async function validate(
  wsdl: string,
  source: string,
  options: ValidateOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const description = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const validator = orCliError(() => createMessageValidator(description));
  try {
    const message = await readMessage(source, terminal);
    const { problems, unjudged } = orCliError(() => validator.validate(message));
    if (problems.length > 0) context.exitCode = EXIT.finding;
    if (options.format === 'json') {
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
        `libxml2 rejects the schemas as they are (${correction}): common mistakes were corrected first\n`,
      );
    }
    const { red, green, dim } = createColors(terminal.color.out);
    const file = source === '-' ? 'stdin' : source;
    if (unjudged.length > 0) {
      terminal.err(`${file}: not checked, because no schema describes it: ${unjudged.join(', ')}\n`);
    }
    if (problems.length === 0) terminal.out(`${file}: ${green('valid')}\n`);
    for (const { line, message, component } of problems) {
      terminal.out(`${file}:${line}: ${red(message)} ${dim(`(${component})`)}\n`);
    }
  } finally {
    validator.dispose();
  }
}

/** Runs a step of the validator, and gives its errors an exit code. */
function orCliError<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof MessageValidatorError)) throw error;
    const { code, message } = error;
    const exitCode = code === 'NOT_XML' ? EXIT.finding : EXIT.unreadable;
    throw new CliError({ code, message, exitCode, cause: error });
  }
}

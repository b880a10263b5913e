import { createMessageValidator, MessageValidatorError } from '@soapstone/message-validator';
import { createColors } from 'picocolors';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { readMessage } from '../input/read-input.js';
import type { CommandContext } from '../terminal/command-context.js';

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
    const file = source === '-' ? 'stdin' : source.replace(/^@/, '');
    const { problems, unjudged } = orCliError(() => validator.validate(message), file);
    if (problems.length > 0) context.exitCode = EXIT.finding;
    if (options.format === 'json') {
      const { unjudgedTypes } = validator;
      const verdict = {
        valid: problems.length === 0,
        problems,
        ...(unjudged.length === 0 ? {} : { unjudged }),
        ...(unjudgedTypes.length === 0 ? {} : { unjudgedTypes }),
      };
      terminal.out(`${JSON.stringify(verdict, null, 2)}\n`);
      return;
    }
    if (validator.unjudgedTypes.length > 0) {
      terminal.err(
        `content not checked, because its content model is not deterministic: ${validator.unjudgedTypes.join(', ')}\n`,
      );
    }
    const { red, green, dim } = createColors(terminal.color.out);
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

const FORGIVING =
  'The other commands read such schemas as their authors mean them. `soapstone report` lists the mistakes.';

/** Returns the message of an error about a file, with the location first. */
function withPlace(message: string, file: string): string {
  const [, what = message, line, why] = /^(.*): line (\d+): (.*)$/s.exec(message) ?? [];
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${what}: ${why}`;
}

/** Runs a step of the validator, and assigns an exit code to its errors. */
function orCliError<T>(step: () => T, file?: string): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof MessageValidatorError)) throw error;
    const { code } = error;
    const said = file === undefined ? error.message : withPlace(error.message, file);
    const message = code === 'SCHEMA_INVALID' ? `${said}\n${FORGIVING}` : said;
    const exitCode = code === 'NOT_XML' ? EXIT.finding : EXIT.unreadable;
    throw new CliError({ code, message, exitCode, cause: error });
  }
}

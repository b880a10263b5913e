import { type Command, InvalidArgumentError } from 'commander';

/** The options of a command that takes a design file. */
export interface DesignOptions {
  readonly design?: string;
}

/** The options of a command that makes calls with a design. */
export interface FillOptions extends DesignOptions {
  /** `name=value` or `name=@file` for each secret, by name. */
  readonly secret?: ReadonlyMap<string, string>;
}

/** The help text on secrets of a design. */
export const SECRETS_HELP = `
Secrets of a design:
  --secret key=@file reads the secret "key" from a file, without the line break at its end; --secret key=value is visible to every user
  of this machine. A secret that is not given is read from a variable: SOAPSTONE_SECRET_CARRIER_KEY for "carrier-key".`;

/** Adds the option for a design file. */
export function addDesignOption(command: Command): Command {
  return command.option(
    '--design <file>',
    'a design file (YAML or JSON): members of the input that the owner fills',
  );
}

/** Adds the options for a design file and its secrets. */
export function addFillOptions(command: Command): Command {
  return addDesignOption(command).option(
    '--secret <name=@file>',
    'a secret of the design, from a file (or name=value); may be repeated',
    collectSecret,
  );
}

function collectSecret(
  text: string,
  all: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected name=@file or name=value.');
  return new Map([...all, [text.slice(0, at), text.slice(at + 1)]]);
}

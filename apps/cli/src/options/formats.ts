import { type Command, Option } from 'commander';

/** The output of a command in each of its formats, by the name of the format. The first one is the default. */
export type Formats = Readonly<Record<string, string>>;

/**
 * Adds `--format`, and a list of the formats to the help. Every command has it, and `json` among its formats; with `--format json`,
 * errors are JSON, too.
 *
 * @param fallback what is printed without the option; default: the first format
 */
export function addFormatOption(command: Command, formats: Formats, fallback?: string): Command {
  const names = Object.keys(formats);
  const option = new Option('--format <format>', 'the format of the output').choices(names);
  if (fallback === undefined) option.default(names[0]);
  else option.description += ` (default: ${fallback})`;
  const width = Math.max(...names.map(({ length }) => length));
  const lines = Object.entries(formats).map(([name, what]) => `  ${name.padEnd(width)}  ${what}`);
  return command.addOption(option).addHelpText('after', `\nFormats:\n${lines.join('\n')}`);
}

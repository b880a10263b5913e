import type { Command } from 'commander';

/**
 * Makes options of a command exclude one that selects another task. If both are given, commander names the two.
 *
 * @param selector the name of that option, as commander stores its value, such as `against`
 * @param names the names of the excluded options
 * @throws {Error} if the command has no such option
 */
export function excludeOptions(command: Command, selector: string, names: readonly string[]): Command {
  for (const name of names) {
    const option = command.options.find((each) => each.attributeName() === name);
    if (option === undefined) throw new Error(`the command has no option ${name}`);
    option.conflicts(selector);
  }
  return command;
}

import type { CommandWords, OptionWords, ProgramWords, ValueKind } from './command-words.js';

/**
 * The conditions that a certain command was typed, or none yet. Only the first word counts, because a file may have the name of a
 * command.
 */
const FUNCTIONS = `function __soapstone_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
function __soapstone_no_command
    test (count (commandline -opc)) -eq 1
end
`;

/**
 * The completion script for fish.
 *
 * @see https://fishshell.com/docs/current/cmds/complete.html
 */
export function fishScript({ commands, options }: ProgramWords): string {
  const none = '__soapstone_no_command';
  return [
    FUNCTIONS + line(none, '-f'),
    ...commands.map(({ name, description }) => line(none, `-a ${name}`, description)),
    ...options.map((option) => optionLine(none, option)),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, arguments: [first] }: CommandWords): string[] {
  const condition = `__soapstone_command ${name}`;
  const lines = options.map((option) => optionLine(condition, option));
  if (first?.kind === 'words') lines.push(line(condition, `-f -a ${quote(first.words.join(' '))}`));
  return lines;
}

function optionLine(condition: string, { flags, description, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return line(condition, [...names, ...valueWords(value)].join(' '), description);
}

function valueWords(value: ValueKind | undefined): string[] {
  switch (value?.kind) {
    case undefined:
      return [];
    case 'words':
      return ['-x', `-a ${quote(value.words.join(' '))}`];
    case 'directory':
      return ['-x', `-a '(__fish_complete_directories)'`];
    case 'file':
      return ['-r', '-F'];
    case 'text':
      return ['-x'];
  }
}

function line(condition: string, words: string, description?: string): string {
  const text = description === undefined ? '' : ` -d ${quote(description)}`;
  return `complete -c soapstone -n ${quote(condition)} ${words}${text}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

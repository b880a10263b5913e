import type { Command, Option } from 'commander';

/** What may stand where a value is expected: `words` of a closed list, a path, or a text that nobody can guess. */
export type ValueKind =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'directory' | 'text' };

/** An option as a shell completes it. */
export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** Absent where it takes none. */
  readonly value?: ValueKind;
}

/** A command as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** What its arguments are; the last one may be repeated. */
  readonly arguments: readonly ValueKind[];
}

/** What of a program can be completed. */
export interface ProgramWords {
  readonly commands: readonly CommandWords[];
  /** The options that stand where a command could. */
  readonly options: readonly OptionWords[];
}

const HELP: OptionWords = { flags: ['-h', '--help'], description: 'display help for command' };

/** Read it from the commands themselves, so that a script cannot be behind. */
export function programWords(program: Command): ProgramWords {
  const commands = program.commands.map(wordsOf);
  const names = commands.map(({ name }) => name);
  const help: CommandWords = {
    name: 'help',
    description: HELP.description,
    options: [],
    arguments: [{ kind: 'words', words: names }],
  };
  return { commands: [...commands, help], options: [...program.options.map(optionWords), HELP] };
}

function wordsOf(command: Command): CommandWords {
  return {
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter((option) => !option.hidden).map(optionWords), HELP],
    arguments: command.registeredArguments.map(({ argChoices }) => valueKind(argChoices, 'file')),
  };
}

function optionWords(option: Option): OptionWords {
  const { short, long, description, argChoices, required, optional, flags } = option;
  const name = /<([^>]*)>/.exec(flags)?.[1] ?? '';
  const words = {
    flags: [short, long].filter((flag) => typeof flag === 'string'),
    description,
  };
  if (!required && !optional) return words;
  const isPath = name === 'file' || name.endsWith('.jsonl');
  return {
    ...words,
    value: valueKind(argChoices, name === 'directory' ? 'directory' : isPath ? 'file' : 'text'),
  };
}

function valueKind(choices: readonly string[] | undefined, kind: 'file' | 'directory' | 'text'): ValueKind {
  return choices === undefined ? { kind } : { kind: 'words', words: choices };
}

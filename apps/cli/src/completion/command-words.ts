import type { Command, Option } from 'commander';

/** The possible values of an option or argument: one of `words`, a path, or free text. */
export type ValueKind =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'directory' | 'text' };

/** An option as a shell completes it. */
export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** Absent if it takes no value. */
  readonly value?: ValueKind;
}

/** A command as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The kinds of its arguments; the last one may be repeated. */
  readonly arguments: readonly ValueKind[];
}

/** Everything that a shell can complete for a program. */
export interface ProgramWords {
  readonly commands: readonly CommandWords[];
  /** The options before a command. */
  readonly options: readonly OptionWords[];
}

const HELP: OptionWords = { flags: ['-h', '--help'], description: 'display help for command' };

/** Reads the words from the commands themselves, so that a script can never be outdated. */
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

import type { Command, Option } from 'commander';

/** The shells that a script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What of a command can be completed. */
interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly {
    readonly flags: readonly string[];
    readonly description: string;
    readonly choices: readonly string[];
  }[];
}

/** A script that completes commands, options and their values; everything else is a file name. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(wordsOf);
  if (shell === 'fish') return fishScript(commands);
  const script = bashScript(commands);
  // zsh reads the same script through its emulation of bash's completion.
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

function wordsOf(command: Command): CommandWords {
  const options: readonly Option[] = command.options.filter((option) => !option.hidden);
  return {
    name: command.name(),
    description: command.description(),
    options: options.map(({ short, long, description, argChoices }) => ({
      flags: [short, long].filter((flag) => flag !== undefined && flag !== null),
      description,
      choices: argChoices ?? [],
    })),
  };
}

function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.flatMap(({ name, options }) => {
    const values = options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flags, choices }) =>
          `${flags.map((flag) => `${name}:${flag}`).join('|')}) words=${quote(choices)};;`,
      );
    return values;
  });
  const flags = commands.map(
    ({ name, options }) =>
      `${name}) words=${quote([...options.flatMap((option) => option.flags), '--help'])};;`,
  );
  return `_soapstone() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote([...commands.map(({ name }) => name), 'help', '--help', '--version'])}
  else
    case "$command:$previous" in
      ${cases.join('\n      ')}
    esac
    if [ -z "$words" ] && [ "\${current:0:1}" = - ]; then
      case "$command" in
        ${flags.join('\n        ')}
      esac
    fi
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o bashdefault -o default -F _soapstone soapstone
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines: string[] = [];
  for (const { name, description, options } of commands) {
    lines.push(`complete -c soapstone -n __fish_use_subcommand -a ${name} -d ${quoteFish(description)}`);
    for (const { flags, description: text, choices } of options) {
      const names = flags.map((flag) =>
        flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      const values = choices.length === 0 ? '' : ` -x -a ${quoteFish(choices.join(' '))}`;
      lines.push(
        `complete -c soapstone -n '__fish_seen_subcommand_from ${name}' ${names.join(' ')} -d ${quoteFish(text)}${values}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function quote(words: readonly string[]): string {
  return `'${words.join(' ')}'`;
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

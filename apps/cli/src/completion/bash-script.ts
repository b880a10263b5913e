import type { CommandWords, ProgramWords, ValueKind } from './command-words.js';

/** The completion script for bash. Anything that is not a word of the program is completed as a path by bash itself. */
export function bashScript({ commands, options }: ProgramWords): string {
  const values = commands.flatMap((command) =>
    command.options.flatMap(({ flags, value }) =>
      value?.kind === 'words'
        ? [`${flags.map((flag) => `${command.name}:${flag}`).join('|')}) words=${quote(value.words)};;`]
        : [],
    ),
  );
  const flags = commands.map(
    ({ name, options: own }) => `${name}) words=${quote(own.flatMap((option) => option.flags))};;`,
  );
  const first = [...commands.map(({ name }) => name), ...options.flatMap((option) => option.flags)];
  return `_soapstone() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote(first)}
  else
    case "$command:$previous" in
      ${values.join('\n      ')}
    esac
    if [ -z "$words" ] && [ "\${current:0:1}" = - ]; then
      case "$command" in
        ${flags.join('\n        ')}
      esac
    elif [ -z "$words" ] && [ "$COMP_CWORD" -eq 2 ]; then
      case "$command" in
        ${commands.flatMap(argumentCase).join('\n        ')}
      esac
    fi
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o bashdefault -o default -F _soapstone soapstone
`;
}

function argumentCase({ name, arguments: [first] }: CommandWords): string[] {
  return isWords(first) ? [`${name}) words=${quote(first.words)};;`] : [];
}

function isWords(value: ValueKind | undefined): value is Extract<ValueKind, { kind: 'words' }> {
  return value?.kind === 'words';
}

function quote(words: readonly string[]): string {
  return `'${words.join(' ')}'`;
}

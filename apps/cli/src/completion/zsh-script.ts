import type { CommandWords, OptionWords, ProgramWords, ValueKind } from './command-words.js';

/**
 * The completion script for zsh. It can be sourced, or saved as `_soapstone` in a directory of `fpath`.
 *
 * @see https://zsh.sourceforge.io/Doc/Release/Completion-System.html#Completion-Functions, `_arguments` and `_describe`
 */
export function zshScript({ commands, options }: ProgramWords): string {
  const names = commands.map(({ name, description }) =>
    quote(`${name.replaceAll(':', '\\:')}:${oneLine(description)}`),
  );
  const specs = options.flatMap(optionSpecs);
  return `#compdef soapstone

_soapstone() {
  local curcontext=$curcontext context state state_descr line
  typeset -A opt_args
  local -a commands=(
    ${names.join('\n    ')}
  )
  _arguments -C \\
    ${[...specs, "'1: :->command'", "'*:: :->arguments'"].join(' \\\n    ')} && return
  case $state in
    command) _describe -t commands command commands ;;
    arguments)
      case $words[1] in
        ${commands.map(commandCase).join('\n        ')}
      esac ;;
  esac
}

if [ "$funcstack[1]" = _soapstone ]; then
  _soapstone "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _soapstone soapstone
fi
`;
}

function commandCase({ name, options, arguments: positional }: CommandWords): string {
  const last = positional.length - 1;
  const values = positional.map((value, index) =>
    quote(`${index === last && value.kind !== 'words' ? '*' : index + 1}:${actionOf(value)}`),
  );
  return `${name}) _arguments ${[...options.flatMap(optionSpecs), ...values].join(' ')} ;;`;
}

/** An option as `_arguments` takes it: \`'(-o --output)'{-o,--output}'[description]:value:action'\`. */
function optionSpecs({ flags, description, value }: OptionWords): string[] {
  const text = `[${oneLine(description).replace(/[[\]\\:]/g, '\\$&')}]`;
  const action = value === undefined ? '' : `:${actionOf(value)}`;
  // An option with a value may be repeated: several headers, several methods.
  const prefix = value === undefined || value.kind === 'words' ? `(${flags.join(' ')})` : '*';
  return flags.map((flag) => quote(`${prefix}${flag}${text}${action}`));
}

/** \`message:action\`. */
function actionOf(value: ValueKind): string {
  switch (value.kind) {
    case 'words':
      return `value:(${value.words.join(' ')})`;
    case 'directory':
      return 'directory:_files -/';
    case 'file':
      return 'file:_files';
    case 'text':
      return 'value: ';
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

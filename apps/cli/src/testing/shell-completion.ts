import { execFileSync, spawnSync } from 'node:child_process';

/** Whether a shell is installed. A missing one is reported once, because its tests are skipped. */
export function hasShell(shell: string): boolean {
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;
  if (!isThere) process.stderr.write(`${shell} is not installed: its completion is not tested\n`);
  return isThere;
}

/** Returns the completions of a shell for the last word of `line`, after it has read `script`, a file in `cwd`. */
export type Offer = (script: string, line: string, cwd: string) => string[];

export const bashOffers: Offer = (script, line, cwd) => {
  const words = line.split(' ');
  const list = words.map((word) => `'${word}'`).join(' ');
  const run = `source ${script}; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _soapstone; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(execFileSync('bash', ['-c', run], { cwd, encoding: 'utf8' }));
};

export const fishOffers: Offer = (script, line, cwd) => {
  const run = `source ${script}; complete -C '${line}'`;
  const offers = lines(execFileSync('fish', ['--no-config', '-c', run], { cwd, encoding: 'utf8' }));
  return offers.map((offer) => offer.split('\t')[0] ?? '');
};

/**
 * zsh completes only in its line editor, so an interactive one runs in a pseudo-terminal: the line and a Tab are typed, and every
 * match that a completion function adds is printed instead of shown.
 */
const ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
send() { zpty -w shell "$1" }
send 'PROMPT= RPROMPT=; unset zle_bracketed_paste; setopt no_beep; stty rows 50 columns 300'
send 'autoload -Uz compinit && compinit -D -u'
send "source $1"
send 'compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a found; local each
  builtin compadd -A found "$@"
  for each in $found; do print -r -- "<match:$each>"; done
  builtin compadd "$@"
}'
send 'end_of_matches() { print -r -- "<e""nd>"; exit }; zle -N end_of_matches; bindkey "^X^E" end_of_matches; bindkey "^I" complete-word'
zpty -w -n shell "$2"$'\\t\\x18\\x05'
while zpty -r shell line; do
  print -rn -- "$line"
  [[ $line == *"<end>"* ]] && break
done
`;

export const zshOffers: Offer = (script, line, cwd) => {
  const printed = execFileSync('zsh', ['-f', '-c', ZSH, 'zsh', script, line], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
  });
  // The terminal echoes what is typed, including the definition of the printing function.
  return [...new Set([...printed.matchAll(/<match:([^$>]+)>/g)].map(([, match = '']) => match))];
};

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

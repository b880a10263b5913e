import type { Command } from 'commander';
import { bashScript } from './bash-script.js';
import { type ProgramWords, programWords } from './command-words.js';
import { fishScript } from './fish-script.js';
import { powershellScript } from './powershell-script.js';
import { zshScript } from './zsh-script.js';

/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (words: ProgramWords) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** Returns a script that completes commands, options and their values, and paths everywhere else. */
export function completionScript(program: Command, shell: Shell): string {
  return SCRIPTS[shell](programWords(program));
}

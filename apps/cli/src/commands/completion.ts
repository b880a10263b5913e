import { Argument, Command } from 'commander';
import { programWords } from '../completion/command-words.js';
import { completionScript, SHELLS, type Shell } from '../completion/completion-script.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  source <(soapstone completion bash)                              in ~/.bashrc
  source <(soapstone completion zsh)                               in ~/.zshrc
  soapstone completion fish > ~/.config/fish/completions/soapstone.fish
  soapstone completion powershell | Out-String | Invoke-Expression   in $PROFILE`;

/** `soapstone completion`: prints a shell completion script. */
export function completionCommand({ terminal }: CommandContext): Command {
  return addFormatOption(new Command('completion'), {
    script: 'the script',
    json: '{commands: [{name, description, options, arguments}], options}, for other tools',
  })
    .description('Print a script that completes this command in a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS]))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell, { format }: { readonly format: 'script' | 'json' }, command: Command) => {
      const program = command.parent ?? command;
      terminal.out(
        format === 'json' ? `${JSON.stringify(programWords(program))}\n` : completionScript(program, shell),
      );
    });
}

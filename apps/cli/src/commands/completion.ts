import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { completionScript, SHELLS, type Shell } from '../completion/completion-script.js';

const EXAMPLES = `
Examples:
  source <(soapstone completion bash)                              in ~/.bashrc
  source <(soapstone completion zsh)                               in ~/.zshrc
  soapstone completion fish > ~/.config/fish/completions/soapstone.fish
  soapstone completion powershell | Out-String | Invoke-Expression   in $PROFILE`;

/** `soapstone completion`: prints a shell completion script. */
export function completionCommand({ terminal }: CommandContext): Command {
  return new Command('completion')
    .description('Print a script that completes this command in a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS]))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell, _: unknown, command: Command) => {
      terminal.out(completionScript(command.parent ?? command, shell));
    });
}

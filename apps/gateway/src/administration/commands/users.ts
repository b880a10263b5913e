import { Argument, Command } from 'commander';
import { resetPassword } from '../../management/use-cases/administer-accounts.js';
import { parseEmail, readPassword } from '../arguments.js';
import type { CommandContext } from '../command-context.js';

/** `admin users …`: for people who can no longer log in. */
export function usersCommand(context: CommandContext): Command {
  const command = new Command('users').description('Help users who cannot sign in.');
  command
    .command('set-password')
    .description('Set the password of a user to the one on standard input, and end every session of theirs.')
    .addArgument(new Argument('<email>', 'the address that the user signs in with').argParser(parseEmail))
    .action(async (email: string, _options: unknown, self: Command) => {
      const password = await readPassword(context.terminal.readInput);
      await context.withStore((administration) => resetPassword(email, password, administration));
      context.print(self, { email }, () => ['the password is set, and every session has ended']);
    });
  return command;
}

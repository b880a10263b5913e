import { Argument, Command } from 'commander';
import { notFound } from '../../../errors/management-errors.js';
import {
  createPasswordLink,
  resetPassword,
  setAdministrator,
} from '../../management/use-cases/administer-accounts.js';
import { parseEmail, readPassword } from '../arguments.js';
import type { CommandContext } from '../command-context.js';

/** `admin users …`: for people who can no longer log in. */
export function usersCommand(context: CommandContext): Command {
  const command = new Command('users').description(
    'Help users who cannot log in, and choose administrators.',
  );
  command
    .command('set-password')
    .description('Set the password of a user to the one on standard input, and end all their sessions.')
    .addArgument(new Argument('<email>', 'the address that the user logs in with').argParser(parseEmail))
    .action(async (email: string, _options: unknown, self: Command) => {
      const password = await readPassword(context.terminal.readInput);
      await context.withStore((administration) => resetPassword(email, password, administration));
      context.print(self, { email }, () => ['the password is set, and every session was ended']);
    });
  command
    .command('password-link')
    .description('Print a link with which a user sets a new password. It works once, for an hour.')
    .addArgument(new Argument('<email>', 'the address that the user logs in with').argParser(parseEmail))
    .action(async (email: string, _options: unknown, self: Command) => {
      const created = await context.withStore(async (administration) => {
        const user = await administration.store.users.findByEmail(email.toLowerCase());
        if (user === undefined) throw notFound('user');
        return createPasswordLink({ accountId: user.accountId, userId: user.id }, administration);
      });
      const expiresAt = new Date(created.expiresAt).toISOString();
      context.print(self, { ...created, expiresAt }, ({ url }) => [url, `for ${email}, until ${expiresAt}`]);
    });
  for (const [name, administrator, description] of [
    ['grant-administrator', true, 'Let a user administer the gateway in the dashboard.'],
    ['revoke-administrator', false, 'Remove the right to administer the gateway.'],
  ] as const) {
    command
      .command(name)
      .description(description)
      .addArgument(new Argument('<email>', 'the address that the user logs in with').argParser(parseEmail))
      .action(async (email: string, _options: unknown, self: Command) => {
        await context.withStore(async (administration) => {
          const user = await administration.store.users.findByEmail(email.toLowerCase());
          if (user === undefined) throw notFound('user');
          await setAdministrator(user, administrator, administration);
        });
        context.print(self, { email, administrator }, () => [
          `${email} ${administrator ? 'administers' : 'no longer administers'} this gateway`,
        ]);
      });
  }
  return command;
}

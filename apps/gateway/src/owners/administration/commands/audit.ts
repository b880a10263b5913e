import { Argument, Command } from 'commander';
import { conflict } from '../../../errors/management-errors.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import { type CommandContext, printTable } from '../command-context.js';

const ACCOUNT = new Argument(
  '[account]',
  'the account id, acc_…; without it, the log of the gateway itself: invitations and sealing keys',
);

/** `admin audit …`: the audit log of an account, or of the gateway. */
export function auditCommand(context: CommandContext): Command {
  const command = new Command('audit').description(
    'Read and verify the audit log of an account, or of the gateway.',
  );
  command
    .command('list')
    .description('The changes, newest first.')
    .addArgument(ACCOUNT)
    .action(async (accountId: string | undefined, _options: unknown, self: Command) => {
      const entries = await context.withStore(async (administration) => {
        const { audit, gatewayAudit } = administration.store;
        if (accountId === undefined) {
          return readAll((page: PageRequest<number>) => gatewayAudit.list(page));
        }
        await findAccount(accountId, administration);
        return readAll((page: PageRequest<number>) => audit.list(accountId, page));
      });
      const shown = entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
      context.print(self, { entries: shown }, (value) =>
        printTable([
          ['NUMBER', 'AT', 'ACTOR', 'ACTION', 'SUBJECT'],
          ...value.entries.map((entry) => [
            String(entry.number),
            entry.at,
            entry.actor,
            entry.action,
            entry.subject,
          ]),
        ]),
      );
    });
  command
    .command('verify')
    .description('Check that no entry was changed or removed. The exit code is 1 if one was.')
    .addArgument(ACCOUNT)
    .action(async (accountId: string | undefined, _options: unknown, self: Command) => {
      const broken = await context.withStore(async (administration) => {
        const { audit, gatewayAudit } = administration.store;
        if (accountId === undefined) return gatewayAudit.verify();
        await findAccount(accountId, administration);
        return audit.verify(accountId);
      });
      if (broken !== undefined)
        throw conflict('AUDIT_LOG_CHANGED', `Entry ${broken} was changed or is missing`);
      context.print(self, { accountId: accountId ?? null, intact: true }, () => [
        'no entry was changed or removed',
      ]);
    });
  return command;
}

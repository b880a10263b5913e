import { Argument, Command } from 'commander';
import { notFound } from '../../../errors/management-errors.js';
import { saveService } from '../../../services/save-service.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import { type CommandContext, printTable } from '../command-context.js';

const ACCOUNT = new Argument('<account>', 'the account id, acc_…');

/** `admin operations …`: operations that are held because they stalled a process. */
export function operationsCommand(context: CommandContext): Command {
  const command = new Command('operations').description(
    'List and release the held operations of an account.',
  );
  command
    .command('held')
    .description(
      'Operations that blocked a process twice within an hour. Their calls are rejected until they are released.',
    )
    .addArgument(ACCOUNT)
    .action(async (accountId: string, _options: unknown, self: Command) => {
      const held = await context.withStore(async (administration) => {
        await findAccount(accountId, administration);
        return administration.store.stalls.listHeld(accountId);
      });
      const operations = held.map(({ serviceId, operation, at }) => ({
        serviceId,
        operation,
        heldSince: new Date(at).toISOString(),
      }));
      context.print(self, { operations }, (value) =>
        printTable([
          ['SERVICE', 'HELD SINCE', 'OPERATION'],
          ...value.operations.map((each) => [each.serviceId, each.heldSince, each.operation]),
        ]),
      );
    });
  command
    .command('release')
    .description('Let an operation be called again, on every node.')
    .addArgument(ACCOUNT)
    .addArgument(new Argument('<service>', 'the id of the service, as held prints it'))
    .addArgument(new Argument('<operation>', 'the name of the operation'))
    .action(
      async (accountId: string, serviceId: string, operation: string, _options: unknown, self: Command) => {
        await context.withStore(async (administration) => {
          const { store, now } = administration;
          await findAccount(accountId, administration);
          if (!(await store.stalls.release({ accountId, serviceId, operation }))) throw notFound('hold');
          await saveService(administration, { accountId, id: serviceId });
          await store.audit.add(accountId, {
            at: now(),
            actor: 'admin',
            action: 'operation.release',
            subject: `${serviceId}/${operation}`,
          });
        });
        context.print(self, { released: operation }, (value) => [`released ${value.released}`]);
      },
    );
  return command;
}

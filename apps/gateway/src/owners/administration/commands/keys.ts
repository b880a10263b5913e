import { Argument, Command, Option } from 'commander';
import type { ApiKey, KeyPurpose } from '../../../domain/accounts/api-key.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import { issueKey, revokeKey } from '../../management/use-cases/administer-keys.js';
import { parseName } from '../arguments.js';
import { type CommandContext, printTable } from '../command-context.js';

const ACCOUNT = new Argument('<account>', 'the account id, acc_…');

/** `admin keys …`: the API keys of an account. */
export function keysCommand(context: CommandContext): Command {
  const command = new Command('keys').description('Create, list and revoke API keys of an account.');
  command
    .command('create')
    .description('Create a key. It is printed only once.')
    .addArgument(ACCOUNT)
    .addOption(new Option('--name <name>', 'what the key is for').argParser(parseName).makeOptionMandatory())
    .addOption(
      new Option('--purpose <purpose>', 'live: calls to the proxy; management: the management API')
        .choices(['live', 'management'])
        .default('management'),
    )
    .action(async (accountId: string, options: { name: string; purpose: KeyPurpose }, self: Command) => {
      const { stored, key } = await context.withStore((administration) =>
        issueKey(accountId, options, {
          ...administration,
          apiKeyPepper: administration.secrets.apiKeyPepper,
        }),
      );
      // Nothing else goes to standard output, so that a script can capture the key.
      if (self.optsWithGlobals()['json'] !== true) {
        context.terminal.err(`${stored.purpose} key ${stored.id}: it is not shown again\n`);
      }
      context.print(self, { ...show(stored), key }, (value) => [value.key]);
    });
  command
    .command('list')
    .description('The keys of an account, newest first; never the keys themselves.')
    .addArgument(ACCOUNT)
    .action(async (accountId: string, _options: unknown, self: Command) => {
      const keys = await context.withStore(async (administration) => {
        await findAccount(accountId, administration);
        return readAll((page: PageRequest) => administration.store.apiKeys.list(accountId, page));
      });
      context.print(self, { keys: keys.map(show) }, (value) =>
        printTable([
          ['KEY', 'PURPOSE', 'HINT', 'CREATED', 'REVOKED', 'NAME'],
          ...value.keys.map((key) => [
            key.id,
            key.purpose,
            key.hint,
            key.createdAt,
            key.revokedAt ?? '-',
            key.name,
          ]),
        ]),
      );
    });
  command
    .command('revoke')
    .description('Revoke a key, for good and on every node.')
    .addArgument(ACCOUNT)
    .addArgument(new Argument('<key>', 'the id of the key, as list prints it'))
    .action(async (accountId: string, keyId: string, _options: unknown, self: Command) => {
      await context.withStore((administration) => revokeKey(accountId, keyId, administration));
      context.print(self, { revoked: keyId }, (value) => [`revoked ${value.revoked}`]);
    });
  return command;
}

function show({ id, purpose, name, hint, createdAt, revokedAt }: ApiKey) {
  return {
    id,
    purpose,
    name,
    hint: `…${hint}`,
    createdAt: new Date(createdAt).toISOString(),
    revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
  };
}

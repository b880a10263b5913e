import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { ApiKey, KeyPurpose, KeyRules } from '../../../domain/accounts/api-key.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import {
  changeKey,
  type IssuedKey,
  issueKey,
  MAX_OVERLAP,
  revokeKey,
  rollKey,
} from '../../management/use-cases/administer-keys.js';
import { showKey } from '../../management/views/show-key.js';
import { parseInstant, parseName } from '../arguments.js';
import { type CommandContext, printTable } from '../command-context.js';
import {
  addRuleOptions,
  parseDuration,
  type RuleOptions,
  rulesOfOptions,
  withoutOption,
} from './key-options.js';

const ACCOUNT = new Argument('<account>', 'the account id, acc_…');
const KEY = new Argument('<key>', 'the id of the key, as list prints it');

/** `admin keys …`: the API keys of an account. */
export function keysCommand(context: CommandContext): Command {
  const command = new Command('keys').description(
    'Create, list, change, roll and revoke API keys of an account.',
  );
  const printNew = (self: Command, { stored, key }: IssuedKey): void => {
    if (key === undefined) throw new Error('the command creates no keys without a secret');
    // Nothing else goes to standard output, so that a script can capture the key.
    if (self.optsWithGlobals()['json'] !== true) {
      context.terminal.err(`${stored.purpose} key ${stored.id}: it is not shown again\n`);
    }
    context.print(self, { ...showKey(stored), key }, (value) => [value.key]);
  };
  addRuleOptions(command.command('create'))
    .description('Create a key. It is printed only once.')
    .addArgument(ACCOUNT)
    .addOption(new Option('--name <name>', 'what the key is for').argParser(parseName).makeOptionMandatory())
    .addOption(
      new Option('--purpose <purpose>', 'live: calls to the proxy; management: the management API')
        .choices(['live', 'management'])
        .default('management'),
    )
    .action(async (accountId: string, options: CreateOptions, self: Command) => {
      const { name, purpose } = options;
      const rules = rulesOfOptions(options) as KeyRules;
      const issued = await context.withStore((administration) =>
        issueKey(
          accountId,
          { name, purpose, ...rules },
          { ...administration, apiKeyPepper: administration.secrets.apiKeyPepper },
        ),
      );
      printNew(self, issued);
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
      context.print(self, { keys: keys.map(showKey) }, (value) =>
        printTable([
          ['KEY', 'PURPOSE', 'HINT', 'CREATED', 'EXPIRES', 'LAST USED', 'REVOKED', 'NAME'],
          ...value.keys.map((key) => [
            key.id,
            key.purpose,
            key.hint,
            key.createdAt,
            key.expiresAt ?? '-',
            key.lastUsedAt ?? '-',
            key.revokedAt ?? '-',
            key.name,
          ]),
        ]),
      );
    });
  addRuleOptions(command.command('change'))
    .description(
      'Change the name and the rules of a key, on every node. What no option names stays as it is.',
    )
    .addArgument(ACCOUNT)
    .addArgument(KEY)
    .addOption(new Option('--name <name>', 'what the key is for').argParser(parseName))
    .addOption(withoutOption())
    .action(async (accountId: string, keyId: string, options: ChangeOptions, self: Command) => {
      const { name, without } = options;
      const change = { ...rulesOfOptions(options, without), ...(name !== undefined && { name }) };
      const changed: ApiKey = await context.withStore((administration) =>
        changeKey(accountId, keyId, change, administration),
      );
      context.print(self, showKey(changed), (value) => [`changed ${value.id}`]);
    });
  command
    .command('roll')
    .description('Replace the secret of a key. The new one is printed only once.')
    .addArgument(ACCOUNT)
    .addArgument(KEY)
    .addOption(
      new Option('--overlap <time>', 'how long the old secret still works: 90s, 30m, 12h or 7d')
        .argParser(parseOverlap)
        .default(0, 'it ends at once'),
    )
    .addOption(
      new Option('--expires <instant>', 'when the key ends, such as 2027-01-31T00:00:00Z').argParser(
        parseInstant,
      ),
    )
    .action(async (accountId: string, keyId: string, { overlap, expires }: RollOptions, self: Command) => {
      const wanted = { overlap, ...(expires !== undefined && { expiresAt: expires }) };
      const rolled = await context.withStore((administration) =>
        rollKey(accountId, keyId, wanted, {
          ...administration,
          apiKeyPepper: administration.secrets.apiKeyPepper,
        }),
      );
      printNew(self, rolled);
    });
  command
    .command('revoke')
    .description('Revoke a key, for good and on every node.')
    .addArgument(ACCOUNT)
    .addArgument(KEY)
    .action(async (accountId: string, keyId: string, _options: unknown, self: Command) => {
      await context.withStore((administration) => revokeKey(accountId, keyId, administration));
      context.print(self, { revoked: keyId }, (value) => [`revoked ${value.revoked}`]);
    });
  return command;
}

interface CreateOptions extends RuleOptions {
  readonly name: string;
  readonly purpose: KeyPurpose;
}

interface ChangeOptions extends RuleOptions {
  readonly name?: string;
  readonly without?: readonly string[];
}

interface RollOptions {
  readonly overlap: number;
  readonly expires?: number;
}

function parseOverlap(text: string): number {
  const overlap = parseDuration(text);
  if (overlap > MAX_OVERLAP) throw new InvalidArgumentError('It is 30d at most.');
  return overlap;
}

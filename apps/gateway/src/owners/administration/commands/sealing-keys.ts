import { randomBytes } from 'node:crypto';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { type CommandContext, printTable } from '../command-context.js';
import { readSealingState, rotateSealingKeys, type SealingState } from '../rotate-sealing-keys.js';

/** `admin sealing-keys …`: the keys in ENCRYPTION_KEYS, and how many secrets each one seals. */
export function sealingKeysCommand(context: CommandContext): Command {
  const command = new Command('sealing-keys').description(
    'The keys that seal upstream credentials and stored headers (ENCRYPTION_KEYS).',
  );
  command
    .command('generate')
    .description('Print a new key in the format of ENCRYPTION_KEYS. Nothing is stored.')
    .addArgument(new Argument('<id>', 'the name of the key, such as 2026-06').argParser(parseKeyId))
    .action((id: string, _options: unknown, self: Command) => {
      const key = `${id}:${randomBytes(32).toString('base64')}`;
      context.print(self, { key }, (value) => [value.key]);
    });
  command
    .command('list')
    .description('How many stored secrets each key seals.')
    .action(async (_options: unknown, self: Command) => {
      const state = await context.withStore(({ store, secrets }) =>
        readSealingState(store, secrets.sealingKeys),
      );
      context.print(self, state, describe);
    });
  command
    .command('rotate')
    .description('Seal everything again under the first key, while the gateway runs.')
    .action(async (_options: unknown, self: Command) => {
      const state = await context.withStore(async ({ store, secrets, now }) => {
        const rotated = await rotateSealingKeys(store, secrets.sealingKeys);
        const subject = `${rotated.moved} to ${rotated.current}`;
        await store.gatewayAudit.add({ at: now(), actor: 'admin', action: 'sealing-keys.rotate', subject });
        return rotated;
      });
      context.print(self, state, (value) => [`${value.moved} sealed again`, ...describe(value)]);
    });
  return command;
}

function parseKeyId(text: string): string {
  if (!/^[\w-]{1,32}$/.test(text)) {
    throw new InvalidArgumentError('It has 1 to 32 letters, digits, hyphens and underscores.');
  }
  return text;
}

function describe({ current, secrets }: SealingState): string[] {
  return printTable([
    ['KEY', 'SECRETS', ''],
    ...Object.entries(secrets).map(([id, count]) => [
      id,
      String(count),
      id === current ? 'seals' : 'opens only',
    ]),
  ]);
}

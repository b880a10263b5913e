import { type Command, InvalidArgumentError, Option } from 'commander';
import { canonicalNetwork } from '../../../domain/accounts/address-list.js';
import type { KeyChange } from '../../../store/repositories/accounts/change-keys.js';
import { parseInstant } from '../arguments.js';

/** The options of `addRuleOptions` as commander parses them. */
export interface RuleOptions {
  readonly operation?: readonly string[];
  readonly readOnly?: true;
  readonly address?: readonly string[];
  readonly perMinute?: number;
  readonly perPeriod?: number;
  readonly expires?: number;
}

/** The names of rules that `--without` removes. */
const REMOVABLE = {
  operations: 'operations',
  'read-only': 'readOnly',
  addresses: 'addresses',
  'per-minute': 'perMinute',
  'per-period': 'quota',
  expiry: 'expiresAt',
} as const;

/** Adds the options for the rules of a key. */
export function addRuleOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--operation <service/operation...>',
        'the only operations, or service/* for all of a service',
      ).argParser(collect(parseOperation)),
    )
    .addOption(
      new Option('--read-only', 'only operations of which their owner says that they change nothing'),
    )
    .addOption(
      new Option('--address <network...>', 'the only addresses or networks, such as 192.0.2.0/24').argParser(
        collect(parseNetwork),
      ),
    )
    .addOption(new Option('--per-minute <calls>', 'calls in any 60 seconds').argParser(parseCalls))
    .addOption(new Option('--per-period <calls>', 'calls in a billing period').argParser(parseCalls))
    .addOption(
      new Option('--expires <instant>', 'when the key ends, such as 2027-01-31T00:00:00Z').argParser(
        parseInstant,
      ),
    );
}

/** The option that removes rules. */
export const withoutOption = (): Option =>
  new Option('--without <rule...>', 'rules to remove').choices(Object.keys(REMOVABLE));

/** Returns the rules that options name; null for those that `without` names. */
export function rulesOfOptions(
  { operation, readOnly, address, perMinute, perPeriod, expires }: RuleOptions,
  without: readonly string[] = [],
): KeyChange {
  const removed = without.map((name) => [REMOVABLE[name as keyof typeof REMOVABLE], null] as const);
  return {
    ...Object.fromEntries(removed),
    ...(operation !== undefined && { operations: operation }),
    ...(readOnly && { readOnly }),
    ...(address !== undefined && { addresses: address }),
    ...(perMinute !== undefined && { perMinute }),
    ...(perPeriod !== undefined && { quota: perPeriod }),
    ...(expires !== undefined && { expiresAt: expires }),
  };
}

/** Returns the milliseconds that `90s`, `30m`, `12h` or `7d` mean. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const factors: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const factor = factors[unit ?? ''];
  if (factor === undefined) throw new InvalidArgumentError('Write it as 90s, 30m, 12h or 7d.');
  return Number(count) * factor;
}

function collect(parse: (text: string) => string) {
  return (text: string, before: readonly string[] = []) => [...before, parse(text)];
}

function parseOperation(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}\/.{1,300}$/.test(text)) {
    throw new InvalidArgumentError('Write it as service/operation, or service/* for all of a service.');
  }
  return text;
}

function parseNetwork(text: string): string {
  const found = canonicalNetwork(text);
  if ('problem' in found) throw new InvalidArgumentError(`It ${found.problem}.`);
  return found.network;
}

function parseCalls(text: string): number {
  const calls = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (calls < 1 || calls > 1_000_000_000)
    throw new InvalidArgumentError('It is a number from 1 to 1,000,000,000.');
  return calls;
}

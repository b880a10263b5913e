import { Checkbox, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Key } from '../api/keys.js';
import { problemOf, problemsOfLines } from '../api/requests/explain-error.js';
import type { KeyRules, RulesDraft } from './key-rules.js';
import { OperationsInput } from './operations-input.js';

const CALLS = { min: 1, max: 1_000_000_000, allowDecimal: false, allowNegative: false } as const;

/** The fields for what a key may be used for. */
export function RulesFields({
  purpose,
  value,
  error,
  sent,
  onChange,
}: {
  readonly purpose: Key['purpose'];
  readonly value: RulesDraft;
  /** Why the gateway refused `sent`, if it did. */
  readonly error: unknown;
  readonly sent: KeyRules | undefined;
  readonly onChange: (value: RulesDraft) => void;
}) {
  const set = (change: Partial<RulesDraft>) => onChange({ ...value, ...change });
  const isLive = purpose === 'live';
  return (
    <Stack gap="md">
      {isLive && <OperationsInput value={value.operations} onChange={(operations) => set({ operations })} />}
      <Checkbox
        label="Read only"
        description={
          isLive
            ? 'Only operations that accept GET by their own policy, or that agents may call as read-only.'
            : 'The key can look at everything and change nothing.'
        }
        checked={value.readOnly}
        onChange={(event) => set({ readOnly: event.currentTarget.checked })}
      />
      <Textarea
        label="Allowed addresses"
        description="One address or network per line, such as 192.0.2.0/24. Empty: from anywhere."
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        value={value.addresses}
        onChange={(event) => set({ addresses: event.currentTarget.value })}
        error={
          problemsOfLines(error, '/addresses', sent?.addresses ?? [], value.addresses) ??
          problemOf(error, '/addresses')
        }
        styles={{ error: { whiteSpace: 'pre-line' } }}
      />
      {isLive && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            {...CALLS}
            label="Calls per minute"
            description="Empty: as many as the account."
            value={value.callsPerMinute}
            onChange={(calls) => set({ callsPerMinute: typeof calls === 'number' ? calls : '' })}
            error={problemOf(error, '/callsPerMinute')}
          />
          <NumberInput
            {...CALLS}
            label="Calls per billing period"
            description="Empty: as many as the account."
            value={value.callsPerPeriod}
            onChange={(calls) => set({ callsPerPeriod: typeof calls === 'number' ? calls : '' })}
            error={problemOf(error, '/callsPerPeriod')}
          />
        </SimpleGrid>
      )}
      <TextInput
        type="date"
        label="Last day"
        description="The key ends with this day (UTC). Empty: no end, or the latest that this gateway allows."
        value={value.lastDay}
        onChange={(event) => set({ lastDay: event.currentTarget.value })}
        error={problemOf(error, '/expiresAt')}
      />
    </Stack>
  );
}

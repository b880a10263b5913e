import { Group, Progress, Stack, Text } from '@mantine/core';
import type { components } from '../api/schema.js';
import { Section } from '../components/layout/section.js';
import { formatCount, formatMoment } from '../text/format.js';

/** The fraction of the quota from which the bar shows a warning. */
const NEARLY = 0.8;

/** The billing period: the calls used, and the reset date. */
export function QuotaSection({
  account: { plan, period },
}: {
  readonly account: components['schemas']['Account'];
}) {
  const part = Math.min(1, period.used / plan.callsPerPeriod);
  const color = part >= 1 ? 'red' : part >= NEARLY ? 'yellow' : 'soap';
  const text = `${formatCount(period.used)} of ${formatCount(plan.callsPerPeriod)} calls used`;
  return (
    <Section title="This billing period">
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Text fw={600}>{text}</Text>
          <Text size="sm" c="dimmed">
            {plan.name} plan, {formatCount(plan.callsPerMinute)} calls a minute
          </Text>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={part * 100} color={color} aria-label={text} />
        </Progress.Root>
        <Text size="sm" c="dimmed">
          {formatCount(period.remaining)} left. Resets on {formatMoment(period.end)}.
        </Text>
      </Stack>
    </Section>
  );
}

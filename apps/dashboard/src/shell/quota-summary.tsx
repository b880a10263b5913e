import { Progress, Stack, Text } from '@mantine/core';
import { useSession } from '../api/session.js';
import { formatCount, formatDay } from '../text/format.js';

/** The usage of the billing period, at the foot of the navigation. */
export function QuotaSummary() {
  const { plan, period } = useSession().account;
  const percent = (100 * period.used) / Math.max(1, plan.callsPerPeriod);
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        {plan.name} plan: {formatCount(period.used)} of {formatCount(plan.callsPerPeriod)} calls
      </Text>
      <Progress
        value={percent}
        size="sm"
        color={percent >= 90 ? 'red' : 'soap'}
        aria-label="Calls used in this billing period"
      />
      <Text size="xs" c="dimmed">
        Resets on {formatDay(period.end)}
      </Text>
    </Stack>
  );
}

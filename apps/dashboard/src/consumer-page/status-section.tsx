import { Group, List, Text } from '@mantine/core';
import { Section } from '../components/layout/section.js';
import { formatPlural, formatUtcDay } from '../text/format.js';
import classes from './status-section.module.css';
import type { ConsumerPage } from './visit.js';

const WORDS = {
  none: 'no calls',
  good: 'answered',
  degraded: 'some calls failed',
  failing: 'many calls failed',
} as const;

/** How the service behind the API answered in the last 30 days. The days with failures are listed, for the colours say nothing to everybody. */
export function StatusSection({ page: { availability } }: { readonly page: ConsumerPage }) {
  const { days, percent } = availability;
  const bad = days.filter(({ state }) => state === 'degraded' || state === 'failing');
  const called = days.filter(({ state }) => state !== 'none').length;
  return (
    <Section
      title="Status of the last 30 days"
      description="Whether calls reached the service behind this API and got an answer. Errors in requests do not count."
    >
      <Group gap={3} wrap="nowrap" className={classes['days'] ?? ''} aria-hidden>
        {days.map(({ day, state }) => (
          <span
            key={day}
            className={classes['day']}
            data-state={state}
            title={`${formatUtcDay(day)}: ${WORDS[state]}`}
          />
        ))}
      </Group>
      <Text size="sm">
        {called === 0
          ? 'Nobody has called this API in the last 30 days.'
          : `Calls on ${formatPlural(called, 'day')}, failures on ${bad.length}.`}
        {percent !== null && ` ${percent}% of calls were answered.`}
      </Text>
      {bad.length > 0 && (
        <List size="sm">
          {bad.map(({ day, state }) => (
            <List.Item key={day}>
              {formatUtcDay(day)}: {WORDS[state]}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

import { Alert, Badge, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Plan, plansQuery } from '../api/plans.js';
import { useSession } from '../api/session.js';
import { Section } from '../components/layout/section.js';
import { formatCount, formatDay } from '../text/format.js';
import { ChangePlan } from './change-plan.js';

/** The plan, the state of the billing period, and a comparison with other plans. */
export function PlanSection() {
  const { plan, period } = useSession().account;
  const { data: offer } = useQuery(plansQuery);
  const { plans = [], ownersMayChange = false } = offer ?? {};
  const percent = (100 * period.used) / Math.max(1, plan.callsPerPeriod);
  return (
    <Section
      title="Plan and billing period"
      description={`${ownersMayChange ? '' : 'To change your plan, contact the gateway’s operator. '}Upgrades apply immediately; downgrades at the next period.`}
    >
      {plan.next !== null && (
        <Alert
          color="blue"
          title={`From ${formatDay(plan.next.at)} the account is on the ${plan.next.name} plan`}
        />
      )}
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm">
            <b>{formatCount(period.used)}</b> of {formatCount(plan.callsPerPeriod)} calls used
          </Text>
          <Text size="sm" c="dimmed">
            {formatDay(period.start)} to {formatDay(period.end)}
          </Text>
        </Group>
        <Progress
          value={percent}
          color={percent >= 90 ? 'red' : 'soap'}
          aria-label="Calls used in this billing period"
        />
      </Stack>
      <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {plans.map(({ name }) => (
                <Table.Th key={name} scope="col">
                  <Group gap={6} wrap="nowrap">
                    {name}
                    {name === plan.name && (
                      <Badge size="sm" tt="none">
                        Your plan
                      </Badge>
                    )}
                  </Group>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ROWS.map(({ label, show }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={500}>
                  {label}
                </Table.Th>
                {plans.map((offer) => (
                  <Table.Td key={offer.name}>{show(offer)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
            {ownersMayChange && (
              <Table.Tr>
                <Table.Td />
                {plans.map(({ name }) => (
                  <Table.Td key={name}>
                    {name !== (plan.next?.name ?? plan.name) && (
                      <ChangePlan name={name} current={plan.name} />
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

const ROWS: readonly { readonly label: string; readonly show: (plan: Plan) => string }[] = [
  { label: 'Calls per period', show: ({ callsPerPeriod }) => formatCount(callsPerPeriod) },
  { label: 'Calls per minute', show: ({ callsPerMinute }) => formatCount(callsPerMinute) },
  {
    label: 'Services',
    show: ({ services }) => (services === null ? 'No limit' : formatCount(services)),
  },
  { label: 'Concurrent calls', show: ({ concurrentCalls }) => formatCount(concurrentCalls) },
  { label: 'OpenAPI', show: ({ openapi }) => (openapi ? 'Yes' : 'No') },
  { label: 'Calls with GET', show: ({ get }) => (get ? 'Yes' : 'No') },
];

import { Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ServiceDetail } from '../api/services.js';
import type { TrialRequest } from '../api/trials.js';
import { TextLink } from '../components/layout/links.js';
import { ANSWERS } from '../service/answers.js';

const MODES = [
  { value: 'call', label: 'Call service', description: undefined },
  {
    value: 'dryRun',
    label: 'Dry run',
    description: 'Shows the SOAP request without sending it. Free.',
  },
  {
    value: 'mock',
    label: 'Mock',
    description: 'A sample response generated from the WSDL. Free.',
  },
] as const;

/** The mode of the request (call, dry run or mock), and its method if there are two. */
export function TrialChoices({
  service,
  methods,
  method,
  onMethod,
  mode,
  onMode,
}: {
  readonly service: ServiceDetail;
  readonly methods: readonly TrialRequest['method'][];
  readonly method: TrialRequest['method'];
  readonly onMethod: (method: TrialRequest['method']) => void;
  readonly mode: TrialRequest['mode'];
  readonly onMode: (mode: TrialRequest['mode']) => void;
}) {
  const { serviceId, settings } = service;
  // Every call gets an example.
  const isMocked = settings.answers === 'mock';
  return (
    <Stack gap="sm">
      {methods.length > 1 && (
        <Group gap="sm">
          <Text size="sm" fw={500} id="trial-method">
            Method
          </Text>
          <SegmentedControl
            aria-labelledby="trial-method"
            data={[...methods]}
            value={method}
            onChange={(value) => onMethod(value as TrialRequest['method'])}
          />
        </Group>
      )}
      <Radio.Group label="Mode" value={mode} onChange={(value) => onMode(value as TrialRequest['mode'])}>
        <Group gap="lg" mt="xs" align="flex-start">
          {MODES.filter(({ value }) => value !== 'mock' || !isMocked).map((choice) => (
            <Radio
              key={choice.value}
              {...choice}
              description={choice.description ?? ANSWERS[settings.answers].call}
              maw={260}
              disabled={choice.value === 'mock' && !settings.mock}
            />
          ))}
        </Group>
      </Radio.Group>
      {!settings.mock && !isMocked && (
        <Text size="sm" c="dimmed">
          Mock responses are off for this service.{' '}
          <TextLink to="/services/$serviceId/settings" params={{ serviceId }}>
            Turn on
          </TextLink>
        </Text>
      )}
    </Stack>
  );
}

import { Alert, Button, Group, Select } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { formatMoment } from '../text/format.js';

const HOURS = [
  { value: '1', label: 'one hour' },
  { value: '8', label: 'eight hours' },
  { value: '24', label: 'a day' },
];

/** Records the bodies of calls for a while, so that the owner can investigate a problem. Off by default. */
export function RecordingSection({ service }: { readonly service: ServiceDetail }) {
  const { settings } = service;
  const change = useChangeService(service);
  const [hours, setHours] = useState('1');
  const until = settings.captureUntil;
  const record = (captureHours: number, done: string) =>
    change.mutate({ settings: { captureHours } }, { onSuccess: () => showDone(done) });
  return (
    <Section
      title="Recording"
      description="To debug a problem, keep request and response bodies for a while, without passwords and other secrets."
    >
      <ErrorNotice error={change.error} />
      {until === null ? (
        <Group align="flex-end" gap="sm">
          <Select
            label="Record for"
            data={HOURS}
            value={hours}
            onChange={(value) => setHours(value ?? '1')}
            allowDeselect={false}
            w={180}
          />
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => record(Number(hours), 'Recording started')}
          >
            Start recording
          </Button>
        </Group>
      ) : (
        <>
          <Alert color="yellow" icon={<IconPlayerRecord aria-hidden />} title="Recording">
            Until {formatMoment(until)}. Find the calls under <TextLink to="/usage">usage</TextLink>.
          </Alert>
          <Group>
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => record(0, 'Recording stopped and deleted')}
            >
              Stop and delete recording
            </Button>
          </Group>
        </>
      )}
    </Section>
  );
}

import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { showDone } from '../components/notices/show-done.js';
import { ANSWERS, type Answers } from '../service/answers.js';

/** Chooses what responds to the calls of a service. Asks before a change that clients notice. */
export function AnswersSection({ service }: { readonly service: ServiceDetail }) {
  const { settings } = service;
  const [asking, setAsking] = useState<Answers>();
  const change = useChangeService(useBase(service, asking !== undefined));
  const close = () => {
    change.reset();
    setAsking(undefined);
  };
  return (
    <Section
      title="Responses"
      description="For demos and tests, examples or recorded calls can respond in place of the SOAP service."
    >
      <Radio.Group
        aria-label="What responds to calls"
        value={settings.answers}
        onChange={(value) => setAsking(value as Answers)}
      >
        <Stack gap="sm">
          {Object.entries(ANSWERS).map(([value, { label }]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={close}
        title={`Switch to ${asking === undefined ? '' : ANSWERS[asking].badge.toLowerCase()}?`}
        confirm="Switch"
        tone={asking === 'live' ? 'plain' : 'danger'}
        pending={change.isPending}
        error={change.error}
        onConfirm={() => {
          if (asking === undefined) return;
          change.mutate(
            { settings: { answers: asking } },
            {
              onSuccess: () => {
                close();
                showDone('Responses switched');
              },
            },
          );
        }}
      >
        <Text size="sm">{asking !== undefined && ANSWERS[asking].effect}</Text>
      </ConfirmDialog>
    </Section>
  );
}

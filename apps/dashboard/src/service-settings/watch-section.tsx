import { Alert, Button, Radio, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/requests/use-change.js';
import { isCheckDue, useChangeWatch, type Watch, type WatchChange, watchQuery } from '../api/revisions.js';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { formatMoment } from '../text/format.js';
import { WsdlLoginForm } from './wsdl-login-form.js';

const SCHEDULES = [
  { value: 'off', label: 'Off' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];

const ACTIVATIONS = [
  { value: 'never', label: 'Wait for my approval' },
  {
    value: 'safe',
    label: 'Publish automatically',
    description: 'Unless they change where or how the SOAP service is called.',
  },
] as const;

/** How often the WSDL of the service is checked for changes, what happens to them, and the last check. */
export function WatchSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId } = service;
  const { data: watch, error } = useQuery(watchQuery(serviceId));
  const change = useChangeWatch(serviceId, watch);
  const check = useChange('post', '/api/manage/services/{serviceId}/watch/check', {
    reloads: [['services', serviceId, 'watch']],
  });
  const save = (chosen: Partial<WatchChange>) =>
    watch !== undefined &&
    change.mutate(
      { schedule: watch.schedule, activate: watch.activate, ...chosen },
      { onSuccess: () => showDone('Checks saved') },
    );
  const isOff = watch === undefined || !watch.enabled || watch.url === null;
  return (
    <Section
      title="WSDL updates"
      description="The gateway fetches the WSDL again and compares it. Changes that can break clients always wait for your approval."
      actions={
        <Button
          variant="default"
          disabled={isOff}
          loading={check.isPending || (watch !== undefined && !isOff && isCheckDue(watch, Date.now()))}
          onClick={() => check.mutate({ path: { serviceId }, body: {} })}
        >
          Check now
        </Button>
      }
    >
      <ErrorNotice error={error ?? check.error ?? change.error} />
      <Stack gap={4} role="status" mih={44}>
        {watch !== undefined && <LastCheck watch={watch} serviceId={serviceId} />}
      </Stack>
      <Select
        label="Check for changes"
        data={SCHEDULES}
        value={watch?.schedule ?? null}
        onChange={(schedule) => save({ schedule: schedule as WatchChange['schedule'] })}
        allowDeselect={false}
        disabled={isOff || change.isPending}
        w={220}
      />
      <Radio.Group
        label="Changes that break no client"
        value={watch?.activate ?? ''}
        onChange={(activate) => save({ activate: activate as Watch['activate'] })}
      >
        <Stack gap="xs" mt="xs">
          {ACTIVATIONS.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={isOff || change.isPending} />
          ))}
        </Stack>
      </Radio.Group>
      {watch !== undefined && watch.url !== null && <WsdlLoginForm service={service} />}
    </Section>
  );
}

function LastCheck({ watch, serviceId }: { readonly watch: Watch; readonly serviceId: string }) {
  const { enabled, url, checkedAt, result, reason, failingSince, nextAt } = watch;
  if (!enabled) return <Text size="sm">The operator of this gateway has turned checks off.</Text>;
  if (url === null) {
    return (
      <Text size="sm">
        This service was imported from files. Import it again from the URL of its WSDL to check it.
      </Text>
    );
  }
  return (
    <>
      {result === 'failed' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The WSDL could not be read">
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
          {/\b401\b/.test(reason ?? '') && (
            <Text size="sm">The server asks for a login. Add it below, then check again.</Text>
          )}
          {failingSince !== null && <Text size="sm">Since {formatMoment(failingSince)}.</Text>}
        </Alert>
      ) : (
        <Text size="sm">
          {checkedAt === null ? 'Not checked yet.' : `Last check ${formatMoment(checkedAt)}: `}
          {checkedAt !== null && <Result watch={watch} serviceId={serviceId} />}
        </Text>
      )}
      {nextAt !== null && !isCheckDue(watch, Date.now()) && (
        <Text size="sm" c="dimmed">
          Next check {formatMoment(nextAt)}
        </Text>
      )}
    </>
  );
}

const SENTENCES: Readonly<Partial<Record<NonNullable<Watch['result']>, string>>> = {
  waiting: 'is waiting for your approval.',
  held: 'can break clients, and is waiting for your approval.',
  published: 'went live.',
  decided: 'has this WSDL, and you decided against it.',
};

function Result({
  watch: { result, revision },
  serviceId,
}: {
  readonly watch: Watch;
  readonly serviceId: string;
}) {
  const sentence = result === null ? undefined : SENTENCES[result];
  if (sentence === undefined || revision === null) return <>no change.</>;
  return (
    <>
      <TextLink to="/services/$serviceId/revisions" params={{ serviceId }}>
        revision {revision}
      </TextLink>{' '}
      {sentence}
    </>
  );
}

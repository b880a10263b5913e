import { Alert, Button, Text } from '@mantine/core';
import { IconBulb, IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import type { ConnectionTest } from '../api/connection.js';
import { useChange } from '../api/requests/use-change.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { UnusableAnswer } from '../components/show/unusable-answer.js';

const WORDS: Record<ConnectionTest['verdict'], { readonly title: string; readonly advice: string }> = {
  answers: { title: 'The service is reachable', advice: '' },
  'rejects-credentials': {
    title: 'The service rejected the credentials',
    advice: 'Check them with the provider and save them again below.',
  },
  'needs-login': {
    title: 'The service asks for a login',
    advice: 'Add credentials below.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    advice: 'Check the endpoint below. The service may be down or closed to this gateway.',
  },
  'not-soap': {
    title: 'The endpoint is not a SOAP service',
    advice: 'It may be a web page, or a login page in front of the service.',
  },
};

/** Sends a test message to the service in the same way as calls. */
export function TestSection({ service }: { readonly service: ServiceDetail }) {
  const test = useChange('post', '/api/manage/services/{serviceId}/connection-test', { reloads: [] });
  const asked = { path: { serviceId: service.serviceId }, body: {} };
  const target = service.settings.endpoint ?? service.address;
  return (
    <Section
      title="Connection test"
      description={target === null ? 'No endpoint yet: set one below.' : `Endpoint: ${target}`}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          onClick={() => test.mutate(asked)}
          loading={test.isPending}
          disabled={target === null}
        >
          Test connection
        </Button>
      }
    >
      <ErrorNotice error={test.error} />
      <div role="status">
        {test.data !== undefined && <Verdict result={test.data} />}
        {test.data?.proposal != null && (
          <Proposed service={service} proposal={test.data.proposal} onApplied={() => test.mutate(asked)} />
        )}
      </div>
    </Section>
  );
}

/** The suggested change, with a button where a setting is enough. Applying it tests the connection again. */
function Proposed({
  service,
  proposal: { message, settings },
  onApplied,
}: {
  readonly service: ServiceDetail;
  readonly proposal: NonNullable<ConnectionTest['proposal']>;
  readonly onApplied: () => void;
}) {
  const change = useChangeService(service);
  return (
    <Alert color="blue" icon={<IconBulb aria-hidden />} title="Suggestion" mt="sm">
      <Text size="sm">{message}</Text>
      {settings !== null && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ settings }, { onSuccess: onApplied })}
        >
          Apply suggestion
        </Button>
      )}
      <ErrorNotice error={change.error} />
    </Alert>
  );
}

function Verdict({ result }: { readonly result: ConnectionTest }) {
  const { verdict, message, latencyMs, secured } = result;
  const fine = verdict === 'answers';
  return (
    <Alert
      color={fine ? 'soap' : 'red'}
      icon={fine ? <IconCircleCheck aria-hidden /> : <IconPlugConnectedX aria-hidden />}
      title={WORDS[verdict].title}
    >
      <Text size="sm">{[WORDS[verdict].advice, message].filter(Boolean).join(' ')}</Text>
      {result.reached && (
        <Text size="sm" mt={4}>
          {latencyMs} ms, {secured ? 'encrypted connection' : 'connection not encrypted'}.
        </Text>
      )}
      {result.answer !== null && <UnusableAnswer answer={result.answer} />}
    </Alert>
  );
}

import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { type ConnectionTest, useTestConnection } from '../api/connection.js';
import type { ServiceDetail } from '../api/services.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';

const WORDS: Record<ConnectionTest['verdict'], { readonly title: string; readonly advice: string }> = {
  answers: { title: 'The service answers', advice: 'Calls can reach it.' },
  'rejects-credentials': {
    title: 'The service refuses the credentials',
    advice: 'Check them below with its provider, and save them again.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    advice: 'Check the address below. The service may be down, or not open to this gateway.',
  },
  'not-soap': {
    title: 'Something answers, but not a SOAP service',
    advice: 'The address may lead to a web page or to a login in front of the service.',
  },
};

/** Asks the service for a sign of life, as calls would reach it. */
export function TestSection({ service }: { readonly service: ServiceDetail }) {
  const test = useTestConnection(service.serviceId);
  const target = service.settings.endpoint ?? service.address;
  return (
    <Section
      title="Does it answer?"
      description={
        target === null ? 'There is no address to call yet: set one below.' : `Calls go to ${target}`
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          onClick={() => test.mutate()}
          loading={test.isPending}
          disabled={target === null}
        >
          Test the connection
        </Button>
      }
    >
      <ErrorNotice error={test.error} />
      <div role="status">{test.data !== undefined && <Verdict result={test.data} />}</div>
    </Section>
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
      <Text size="sm">
        {WORDS[verdict].advice} {message}
      </Text>
      {result.reached && (
        <Text size="sm" mt={4}>
          It took {latencyMs} ms,{' '}
          {secured ? 'over an encrypted connection' : 'over a connection that is not encrypted'}.
        </Text>
      )}
    </Alert>
  );
}

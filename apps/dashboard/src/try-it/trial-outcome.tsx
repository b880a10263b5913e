import { Badge, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import type { Trial } from '../api/trials.js';
import { Section } from '../components/layout/section.js';
import { CodeBlock } from '../components/show/code-block.js';
import { UnusableAnswer } from '../components/show/unusable-answer.js';
import { formatSecond } from '../text/format.js';
import { formatJson } from './format-json.js';
import { formatXml } from './format-xml.js';
import { HeaderTable } from './header-table.js';
import type { TriedCall } from './history.js';
import classes from './trial-outcome.module.css';

const MODES = { call: 'Call of', dryRun: 'Dry run of', mock: 'Mock response of' } as const;

/** The response for the client, with the SOAP messages exchanged for it. */
export function TrialOutcome({
  call: { at, operation, request, trial },
  isEdited,
}: {
  readonly call: TriedCall;
  /** Whether the input was changed after this response. */
  readonly isEdited: boolean;
}) {
  const { status, body, headers, soap, timings } = trial;
  const hasAnswer = soap.response !== null || soap.answer !== null;
  return (
    <Section
      title="Response"
      description={`${MODES[request.mode]} ${operation}, ${formatSecond(at)}`}
      actions={
        <Group gap="xs">
          <Badge size="lg" variant="light" tt="none" color={status < 400 ? 'soap' : 'red'}>
            {status}
          </Badge>
          <Text size="sm" c="dimmed">
            {timings.total} ms
            {timings.upstream === null ? '' : ` (SOAP service: ${timings.upstream} ms)`}
          </Text>
        </Group>
      }
    >
      {isEdited && (
        <Badge variant="light" color="yellow" tt="none" radius="sm">
          Request edited since
        </Badge>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" className={classes['halves'] ?? ''}>
        <Tabs defaultValue="body" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="body">JSON</Tabs.Tab>
            <Tabs.Tab value="headers">Headers</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="body">
            <CodeBlock code={formatJson(body)} label="the JSON response" language="json" />
          </Tabs.Panel>
          <Tabs.Panel value="headers">
            <HeaderTable headers={headers} />
          </Tabs.Panel>
        </Tabs>
        <Tabs
          key={hasAnswer ? 'response' : 'request'}
          defaultValue={hasAnswer ? 'response' : 'request'}
          keepMounted={false}
        >
          <Tabs.List mb="sm">
            <Tabs.Tab value="request">SOAP request</Tabs.Tab>
            <Tabs.Tab value="response">SOAP response</Tabs.Tab>
            <Tabs.Tab value="timings">Timing</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="request">
            <SoapRequest request={soap.request} />
          </Tabs.Panel>
          <Tabs.Panel value="response">
            {soap.answer === null ? (
              <SoapResponse response={soap.response} />
            ) : (
              <UnusableAnswer answer={soap.answer} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="timings">
            <Timings timings={timings} />
          </Tabs.Panel>
        </Tabs>
      </SimpleGrid>
    </Section>
  );
}

function SoapRequest({ request }: { readonly request: Trial['soap']['request'] }) {
  if (request === null)
    return (
      <Text size="sm">
        No SOAP request: mock responses don’t call the service, and invalid input can’t be sent.
      </Text>
    );
  return (
    <Stack gap="xs">
      <Text size="sm" className={classes['address'] ?? ''}>
        POST {request.url}
      </Text>
      <CodeBlock code={formatXml(request.xml)} label="the SOAP request" language="xml" />
      <Text size="xs" c="dimmed">
        Without the credentials and header blocks that the gateway adds.
      </Text>
    </Stack>
  );
}

function SoapResponse({ response }: { readonly response: Trial['soap']['response'] }) {
  if (response === null)
    return <Text size="sm">No SOAP response: nothing was sent, or the service did not respond.</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" className={classes['address'] ?? ''}>
        HTTP {response.status} {response.contentType ?? ''}
      </Text>
      <CodeBlock code={formatXml(response.xml)} label="the SOAP response" language="xml" />
      {response.truncated && (
        <Text size="xs" c="dimmed">
          Truncated.
        </Text>
      )}
    </Stack>
  );
}

const PARTS = [
  ['queued', 'Queued'],
  ['connected', 'Connecting'],
  ['firstByte', 'First byte'],
  ['upstream', 'Last byte'],
  ['total', 'Total'],
] as const;

function Timings({ timings }: { readonly timings: Trial['timings'] }) {
  const rows = PARTS.flatMap(([part, label]) => {
    const value = timings[part];
    return value === null ? [] : [[label, `${value} ms`] as const];
  });
  return <HeaderTable headers={Object.fromEntries(rows)} />;
}

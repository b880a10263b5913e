import { Code, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AgentPreview } from '../api/agents.js';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { CodeBlock } from '../components/show/code-block.js';
import { CopyLine } from '../components/show/copy-line.js';
import { clientSetUps } from './set-up-snippets.js';

/** The address for agents, and the set-up of common clients. */
export function SetUpSection({
  service,
  preview,
}: {
  readonly service: ServiceDetail;
  readonly preview: AgentPreview;
}) {
  const setUps = clientSetUps(service.slug, preview.url);
  const [client, setClient] = useState('Cursor');
  const shown = setUps.find((each) => each.client === client);
  return (
    <Section
      title="Connect an agent"
      description={
        <>
          Replace YOUR_KEY with an API key that may call services.{' '}
          <TextLink to="/keys">Create API key</TextLink>
        </>
      }
    >
      <Input.Wrapper component="div" labelElement="div" label="URL of this service">
        <CopyLine value={preview.url} what="the URL for agents" />
      </Input.Wrapper>
      <Input.Wrapper
        component="div"
        labelElement="div"
        label="URL of all your services with agents turned on"
      >
        <CopyLine value={preview.accountUrl} what="the URL of all services for agents" />
      </Input.Wrapper>
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Client"
          data={setUps.map((each) => each.client)}
          value={client}
          onChange={setClient}
          style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
        />
        {shown !== undefined && (
          <>
            <Text size="sm">{shown.place}</Text>
            <CodeBlock code={shown.code} label={`the set-up of ${shown.client}`} />
          </>
        )}
        {service.certificate !== null && (
          <Text size="xs" c="dimmed">
            The gateway’s certificate is self-signed. Start the client with{' '}
            <Code>NODE_EXTRA_CA_CERTS={service.certificate.file ?? 'tls/cert.pem'}</Code> if it runs on
            Node.js.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

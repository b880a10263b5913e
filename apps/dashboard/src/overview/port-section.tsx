import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Port, type ServiceDetail, useChangeService } from '../api/services.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatPlural } from '../components/format.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';
import classes from './port-section.module.css';

const AUTOMATIC = 'automatic';
const idOf = ({ service, port }: Pick<Port, 'service' | 'port'>) => `${service}/${port}`;

/** Where the documents offer the service in several ways: which of them is used. */
export function PortSection({ service }: { readonly service: ServiceDetail }) {
  const { ports, settings, serviceId } = service;
  const current =
    ports.find(
      ({ service: name, port }) => name === settings.select?.service && port === settings.select?.port,
    ) ?? undefined;
  const [chosen, setChosen] = useState(current === undefined ? AUTOMATIC : idOf(current));
  const change = useChangeService(serviceId);
  const callable = ports.filter(({ operations }) => operations > 0);

  function save() {
    const port = ports.find((candidate) => idOf(candidate) === chosen);
    const select = port === undefined ? null : { service: port.service, port: port.port };
    change.mutate({ settings: { select } }, { onSuccess: () => showDone('Port updated') });
  }

  return (
    <Section title="Ports" description="This WSDL has several ports. Only the selected one is published.">
      <Radio.Group value={chosen} onChange={setChosen} aria-label="Port">
        <Stack gap="sm">
          <Radio value={AUTOMATIC} label="Automatic" description="Use the first service in the WSDL" />
          {callable.map((port) => (
            <Radio
              key={idOf(port)}
              value={idOf(port)}
              label={
                <Group gap="xs" component="span">
                  <span className={classes['name']}>
                    {port.service} / {port.port}
                  </span>
                  {port.exposed && (
                    <Badge size="sm" variant="light" tt="none" component="span">
                      Published
                    </Badge>
                  )}
                </Group>
              }
              description={
                <span className={classes['name']}>
                  SOAP {port.soapVersion}, {formatPlural(port.operations, 'operation')}
                  {port.address !== null && `, at ${port.address}`}
                  {port.problem !== null && `. ${port.problem}`}
                </span>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <ErrorNotice error={change.error} />
      <Group gap="sm">
        <Button
          variant="default"
          onClick={save}
          loading={change.isPending}
          disabled={chosen === (current === undefined ? AUTOMATIC : idOf(current))}
        >
          Publish this port
        </Button>
        <Text size="sm" c="dimmed">
          Takes effect immediately for all clients.
        </Text>
      </Group>
    </Section>
  );
}
